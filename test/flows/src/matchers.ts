import { expect } from 'vitest'

/** Stands for any string in an expected value. */
export const ANY_TEXT: unknown = expect.any(String)

/** Stands for an object that has these members among others. */
export function including(members: Readonly<Record<string, unknown>>): unknown {
  return expect.objectContaining(members)
}

/** Stands for a string that contains a text. */
export function containing(text: string): unknown {
  return expect.stringContaining(text)
}
