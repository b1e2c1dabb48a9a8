import { isObject } from '../kit/json.ts'
import type { Adapter } from '../types/adapter.ts'

/** The arguments and the result of a call of the adapter. */
interface AdapterCall {
  readonly args: readonly unknown[]
  readonly answer: unknown
}

/** A text of a store; ids that a store counts are numbers in some adapters. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return typeof value === 'string' ? value : undefined
}

const readMember = (value: unknown, name: string): string | undefined =>
  isObject(value) ? toText(value[name]) : undefined

/** Whether two ids, keys or tokens are the same text, unit by unit. */
function isSame(one: unknown, other: unknown): boolean {
  const text = toText(one)
  return text !== undefined && text === toText(other)
}

/** Folded both ways: one alone makes different letters equal (decision 025). */
function isSameAddress(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return one.toLowerCase() === other.toLowerCase() && one.toUpperCase() === other.toUpperCase()
}

const has =
  (name: string) =>
  ({ args: [key], answer }: AdapterCall): boolean =>
    isSame(readMember(answer, name), key)

const hasAll =
  (...names: readonly string[]) =>
  ({ args: [key], answer }: AdapterCall): boolean =>
    names.every((name) => isSame(readMember(answer, name), readMember(key, name)))

/** The session, and the user it says it belongs to. */
function isSessionWithToken({ args: [token], answer }: AdapterCall): boolean {
  if (!isObject(answer)) return false
  const { session, user } = answer
  const owner = readMember(session, 'userId')
  // A few adapters join the two and leave the owner out.
  const owned = owner === undefined || isSame(owner, readMember(user, 'id'))
  return owned && isSame(readMember(session, 'sessionToken'), token)
}

type Name = Exclude<keyof Adapter, 'capabilities' | 'records'>

/** How to see of an answer that it is the record that was asked for. */
const CHECKS: Readonly<Partial<Record<Name, (answered: AdapterCall) => boolean>>> = {
  getUser: has('id'),
  getUserByEmail: ({ args: [email], answer }) =>
    isObject(answer) && isSameAddress(answer['email'], email),
  updateUser: hasAll('id'),
  getSessionAndUser: isSessionWithToken,
  useVerificationToken: hasAll('identifier', 'token'),
  getVerificationToken: hasAll('identifier', 'token'),
  getAccount: ({ args: [providerAccountId, provider], answer }) =>
    isSame(readMember(answer, 'providerAccountId'), providerAccountId) &&
    isSame(readMember(answer, 'provider'), provider),
  getAuthenticator: has('credentialID'),
  updateAuthenticatorCounter: has('credentialID'),
  getRevocation: hasAll('kind', 'key'),
}

/** Look-ups whose answer is a list of what belongs to a user. */
const LISTS: ReadonlySet<Name> = new Set([
  'listAccountsByUserId',
  'listAuthenticatorsByUserId',
  'listSessionsByUserId',
])

/** The answer of a method, without records of other keys. */
export interface Compared {
  readonly answer: unknown
  /** Whether the store returned a record of another key. */
  readonly differs: boolean
}

/**
 * Compares the records of an answer with the keys that were asked for: a store may find "the same" by case, accent or padding (ALT-07).
 *
 * @param name - the method
 * @param args - the arguments of the call
 * @param answer - the result of the call
 */
export function compareKeys(name: Name, args: readonly unknown[], answer: unknown): Compared {
  if (LISTS.has(name) && Array.isArray(answer)) {
    const own = answer.filter((one: unknown) => isSame(readMember(one, 'userId'), args[0]))
    return { answer: own, differs: own.length < answer.length }
  }
  const check = CHECKS[name]
  if (check === undefined || answer === null || answer === undefined) {
    return { answer, differs: false }
  }
  return check({ args, answer }) ? { answer, differs: false } : { answer: null, differs: true }
}

const swapCase = (text: string): string =>
  Array.from(text, (letter) => {
    const upper = letter.toUpperCase()
    return letter === upper ? letter.toLowerCase() : upper
  }).join('')

/** Other spellings that a store may take an id of an account for; none where there is nothing to spell otherwise. */
export function respellings(id: string): readonly string[] {
  const others = new Set([swapCase(id), id.normalize('NFKC').trim()])
  return [...others].filter((other) => other !== id)
}
