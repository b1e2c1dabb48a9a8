/** What an option has to be, as it is in a message; `undefined` when a value is that. */
export type OptionCheck = (value: unknown) => string | undefined

function form(expected: string, holds: (value: unknown) => boolean): OptionCheck {
  return (value) => (holds(value) ? undefined : expected)
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

function isList(value: unknown, holds: (member: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(holds)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether a value is the same after it was written as JSON; members that are `undefined` are none. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  return (
    isPlain(value) && Object.values(value).every((member) => member === undefined || isJson(member))
  )
}

/** Anything: it is checked elsewhere, or only read by people. */
export const anything: OptionCheck = () => undefined

export const flag: OptionCheck = form('true or false', (value) => typeof value === 'boolean')

export const callable: OptionCheck = form('a function', (value) => typeof value === 'function')

export const text: OptionCheck = form('a non-empty string', isText)

export const texts: OptionCheck = form(
  'a non-empty string, or an array of them',
  (value) => isText(value) || isList(value, isText),
)

export const milliseconds: OptionCheck = form(
  'a number of milliseconds above 0',
  (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
)

export const integers: OptionCheck = form('an array of whole numbers', (value) =>
  isList(value, Number.isSafeInteger),
)

export const json: OptionCheck = form(
  'an object that JSON can express, with bytes in base64url',
  (value) => isPlain(value) && isJson(value),
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

/** How many letters have to be put in, left out or replaced to turn one word into another. */
function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line++) {
    const row = [line]
    for (let column = 1; column <= to.length; column++) {
      const same = from[line - 1] === to[column - 1]
      const replaced = (above[column - 1] ?? 0) + (same ? 0 : 1)
      row.push(Math.min(replaced, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1))
    }
    above = row
  }
  return above.at(-1) ?? 0
}

/** The name somebody may have meant: every name is some distance away, and few are near. */
function nearest(given: string, names: readonly string[]): string | undefined {
  const word = given.toLowerCase()
  const [best] = names
    .map((name) => ({ name, edits: distance(word, name.toLowerCase()) }))
    .toSorted((one, other) => one.edits - other.edits)
  return best && best.edits <= 1 + word.length / 4 ? best.name : undefined
}

function unknownMember(path: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  const instead =
    meant === undefined ? `What can: ${known.join(', ')}.` : `Did you mean \`${meant}\`?`
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
  if (isPlain(value)) return findProblem(value, expected, `${path}.`)
  return `\`${path}\` is not an object.`
}
