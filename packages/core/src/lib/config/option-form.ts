import { nearest } from '../kit/nearest.ts'
import { isJson, isNonEmptyText, isPlainObject } from '../kit/values.ts'

/** The form that an option has to have, in words for a message; `undefined` when a value has it. */
export type OptionCheck = (value: unknown) => string | undefined

function form(expected: string, holds: (value: unknown) => boolean): OptionCheck {
  return (value) => (holds(value) ? undefined : expected)
}

function isListOf(value: unknown, holds: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(holds)
}

/** Anything: it is checked elsewhere, or only read by people. */
export const anything: OptionCheck = () => undefined

export const flag: OptionCheck = form('true or false', (value) => typeof value === 'boolean')

export const callable: OptionCheck = form('a function', (value) => typeof value === 'function')

export const text: OptionCheck = form('a non-empty string', isNonEmptyText)

export const texts: OptionCheck = form(
  'a non-empty string, or an array of them',
  (value) => isNonEmptyText(value) || isListOf(value, isNonEmptyText),
)

export const milliseconds: OptionCheck = form(
  'a number of milliseconds above 0',
  (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
)

export const integers: OptionCheck = form('an array of whole numbers', (value) =>
  isListOf(value, Number.isSafeInteger),
)

export const json: OptionCheck = form(
  'an object that JSON can express, with bytes in base64url',
  (value) => isPlainObject(value) && isJson(value),
)

/** One of some words, spelt exactly so. */
export function either(...words: readonly string[]): OptionCheck {
  const named = words.map((word) => `"${word}"`).join(' or ')
  return form(named, (value) => words.some((word) => word === value))
}

/** An object, whose members have forms of their own. */
export interface Members {
  readonly members: Readonly<Record<string, OptionCheck | Members>>
}

function unknownMember(path: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  const instead =
    meant === undefined ? `Possible are: ${known.join(', ')}.` : `Did you mean \`${meant}\`?`
  return `\`${path}${name}\` cannot be set. ${instead}`
}

/**
 * Finds what is wrong with an object of options: a name that is not known, or a value of another form. A member that is
 * `undefined` is none.
 *
 * @param path - how the object is reached, with a dot behind it; empty for the outermost
 * @returns a sentence about the first problem
 */
export function findProblem(given: object, { members }: Members, path = ''): string | undefined {
  for (const [name, value] of Object.entries(given)) {
    const expected = Object.hasOwn(members, name) ? members[name] : undefined
    if (expected === undefined) return unknownMember(path, name, Object.keys(members))
    const problem =
      value === undefined ? undefined : findValueProblem(`${path}${name}`, value, expected)
    if (problem !== undefined) return problem
  }
  return undefined
}

function findValueProblem(
  path: string,
  value: unknown,
  expected: OptionCheck | Members,
): string | undefined {
  if (typeof expected === 'function') {
    const wanted = expected(value)
    return wanted === undefined ? undefined : `\`${path}\` has to be ${wanted}.`
  }
  if (isPlainObject(value)) return findProblem(value, expected, `${path}.`)
  return `\`${path}\` is not an object.`
}
