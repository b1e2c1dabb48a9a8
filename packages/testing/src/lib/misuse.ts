import { LabError } from './lab-error.ts'
import { nearest } from './nearest.ts'
import { isObject } from './values.ts'

/**
 * Creates the error of a mistake of the test.
 *
 * @param service - id of the service, empty where it is about none
 */
export function misuse(service: string, message: string): LabError {
  return new LabError(service, 'usage', message)
}

/** A value in an error message, on one line. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Promise) return 'a promise: await it'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Returns a similar word, or one that contains the given one or is contained in it. */
function findMeant(given: string, words: readonly string[]): string | undefined {
  const word = given.toLowerCase()
  const near = nearest(given, words)
  if (near !== undefined || word.length < 4) return near
  // `entra` is far from `microsoft-entra-id`, and in it.
  return words.find((candidate) => {
    const other = candidate.toLowerCase()
    return other.includes(word) || (other.length >= 4 && word.includes(other))
  })
}

/** Returns a "Did you mean" question; empty without a similar word. */
export function didYouMean(given: string, words: readonly string[]): string {
  const word = findMeant(given, words)
  return word === undefined ? '' : ` Did you mean "${word}"?`
}

/** Whether text is an absolute address on the web. */
export function isWebAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)
}

/** Options of {@link checkMembers}. */
export interface Checked {
  /** Id of the service, where it is about one. */
  readonly service?: string
  /** Such as `` `fail` ``: the beginning of the message. */
  readonly where: string
  /** The members there are. */
  readonly names: readonly string[]
}

/**
 * Checks that a value is an object without unknown members: a misspelt option would otherwise be ignored, and the test would pass
 * or fail for another reason.
 *
 * @throws LabError if it is not
 */
export function checkMembers(value: unknown, { service = '', where, names }: Checked): void {
  const known = names.map((name) => `\`${name}\``).join(', ')
  if (!isObject(value) || value instanceof Promise) {
    throw misuse(service, `${where} takes an object with ${known}, and this is ${shown(value)}.`)
  }
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown === undefined) return
  const hint = didYouMean(unknown, names)
  throw misuse(service, `${where} knows ${known}, and not \`${unknown}\`.${hint}`)
}
