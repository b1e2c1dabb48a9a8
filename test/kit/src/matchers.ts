import { expect } from 'vitest'

// Vitest types these as `any`; here they are `unknown`, which fits into every expected value as well.

/** Stands for any string. */
export const ANY_TEXT: unknown = expect.any(String)

/** Stands for any object. */
export const ANY_OBJECT: unknown = expect.any(Object)

/** Stands for an object that has these members among others. */
export function including(members: Readonly<Record<string, unknown>>): unknown {
  return expect.objectContaining(members)
}

/** Stands for a string that contains a text. */
export function containing(text: string): unknown {
  return expect.stringContaining(text)
}

/** Stands for a string that matches a pattern. */
export function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern)
}
