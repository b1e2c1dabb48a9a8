import type { Expectation } from '../service.ts'

/** Whether a value meets an expectation. */
export function meets(expectation: Expectation, value: string | null | undefined): boolean {
  if (value == null || value === '') return false
  if (expectation === true) return true
  // A copy, because a pattern with the flag `g` is stateful.
  return typeof expectation === 'string'
    ? value === expectation
    : new RegExp(expectation.source, expectation.flags.replace(/[gy]/g, '')).test(value)
}

/** Describes an expectation. */
export function inWords(expectation: Expectation): string {
  if (expectation === true) return 'a value'
  return typeof expectation === 'string'
    ? `the value "${expectation}"`
    : `a value like ${expectation}`
}

/** Describes the first expectation that is not met, as the end of a sentence; `undefined` if all are. */
export function unmet(
  expectations: Readonly<Record<string, Expectation>> | undefined,
  read: (name: string) => string | null | undefined,
): string | undefined {
  for (const [name, expectation] of Object.entries(expectations ?? {})) {
    const value = read(name)
    if (!meets(expectation, value)) {
      const found = value == null ? 'it is missing' : `it is "${value}"`
      return `\`${name}\` has to have ${inWords(expectation)}, and ${found}`
    }
  }
  return undefined
}
