import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@latchstring/core/adapters'

type MemberType = 'string' | 'number' | 'boolean' | 'date' | 'nullable string' | 'nullable date'

/** The kinds of records, and the name each has in keys. */
export interface RecordTypes {
  user: AdapterUser
  account: AdapterAccount
  session: AdapterSession
  authenticator: AdapterAuthenticator
  token: VerificationToken
}

/** Name of a kind of records. */
export type RecordKind = keyof RecordTypes

/** The members without which a record is damaged. Nullable ones may be missing. */
const SHAPES: { readonly [Kind in RecordKind]: Readonly<Record<string, MemberType>> } = {
  user: { id: 'string', email: 'nullable string', emailVerified: 'nullable date' },
  account: {
    userId: 'string',
    type: 'string',
    provider: 'string',
    providerAccountId: 'string',
  },
  session: { sessionToken: 'string', userId: 'string', expires: 'date' },
  authenticator: {
    credentialID: 'string',
    userId: 'string',
    providerAccountId: 'string',
    credentialPublicKey: 'string',
    counter: 'number',
    credentialDeviceType: 'string',
    credentialBackedUp: 'boolean',
    transports: 'nullable string',
  },
  token: { identifier: 'string', token: 'string', expires: 'date' },
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether a value comes back from JSON as it was. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  if (typeof value !== 'object' || !isPlain(value)) return false
  return Object.values(value).every((each) => each === undefined || isJson(each))
}

/** Milliseconds since the epoch, as scripts and `PEXPIREAT` take them. */
export function milliseconds(date: Date): string {
  const time = date.getTime()
  if (Number.isNaN(time)) throw new TypeError('A time to be stored in Redis is not a valid Date.')
  return String(time)
}

function encode(kind: RecordKind, member: string, value: unknown): string {
  // No JSON text starts with this character.
  if (value instanceof Date) return `@${milliseconds(value)}`
  if (member.startsWith('#')) {
    throw new TypeError(`The ${kind} has the member "${member}". Names that start with # are used.`)
  }
  if (isJson(value)) return JSON.stringify(value)
  throw new TypeError(
    `The ${kind} has the member "${member}", which is neither a JSON value nor a Date. ` +
      'Leave it out of what the profile or account function of the provider returns.',
  )
}

/**
 * A record, or changes of one, as names and values in turn.
 *
 * @throws TypeError naming a member that cannot be kept
 */
export function toFields(kind: RecordKind, record: object): string[] {
  return Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .flatMap(([member, value]) => [member, encode(kind, member, value)])
}

function damaged(kind: RecordKind, what: string): Error {
  return new Error(
    `A ${kind} in Redis is damaged: ${what}. Something else writes under the prefix of the adapter.`,
  )
}

function decode(kind: RecordKind, member: string, stored: string): unknown {
  try {
    return stored.startsWith('@') ? new Date(Number(stored.slice(1))) : JSON.parse(stored)
  } catch {
    // What could not be read may be a secret, and the error of the parser quotes it.
    throw damaged(kind, `"${member}" is not JSON`)
  }
}

function fits(type: MemberType, value: unknown): boolean {
  if (value === null || value === undefined) return type.startsWith('nullable ')
  if (type.endsWith('date')) return value instanceof Date && !Number.isNaN(value.getTime())
  return type.endsWith(typeof value)
}

const isString = (value: unknown): value is string => typeof value === 'string'

/**
 * A record from what `HGETALL` gives.
 *
 * @returns the record, or `null` when the list is empty
 * @throws Error when it is not one; what it has is not quoted
 */
export function fromFields<Kind extends RecordKind>(
  kind: Kind,
  fields: unknown,
): RecordTypes[Kind] | null {
  if (!Array.isArray(fields) || !fields.every(isString)) {
    throw damaged(kind, 'the client did not give a list of strings')
  }
  if (fields.length === 0) return null
  const members: [string, unknown][] = []
  for (let at = 0; at < fields.length; at += 2) {
    const [member = '', stored = ''] = fields.slice(at, at + 2)
    if (!member.startsWith('#')) members.push([member, decode(kind, member, stored)])
  }
  const record: Record<string, unknown> = Object.fromEntries(members)
  for (const [member, type] of Object.entries(SHAPES[kind])) {
    if (!fits(type, record[member])) throw damaged(kind, `"${member}" is not a ${type}`)
    if (type.startsWith('nullable ')) record[member] ??= null
  }
  // The members that make it one of its kind have just been checked.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return record as unknown as RecordTypes[Kind]
}

/** The record that `fields` make, for an answer that needs no second look at the store. */
export function recordOf<Kind extends RecordKind>(
  kind: Kind,
  fields: readonly string[],
): RecordTypes[Kind] {
  const record = fromFields(kind, fields)
  if (record === null) throw new TypeError(`The ${kind} has no members.`)
  return record
}
