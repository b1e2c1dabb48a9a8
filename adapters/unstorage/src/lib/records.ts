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

/** A record as it is stored. JSON has no times: those of the members in `dates` are milliseconds since the epoch. */
export interface StoredRecord {
  readonly members: Readonly<Record<string, unknown>>
  readonly dates: readonly string[]
}

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

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Whether a value comes back from JSON as it was. */
function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isJson)
  if (!isObject(value) || !isPlain(value)) return false
  return Object.values(value).every((each) => each === undefined || isJson(each))
}

const isTime = (value: unknown): value is Date =>
  value instanceof Date && !Number.isNaN(value.getTime())

/**
 * A record as it is stored.
 *
 * @throws TypeError naming a member that cannot be kept
 */
export function toStored(kind: RecordKind, record: object): StoredRecord {
  const given = Object.entries(record).filter(([, value]) => value !== undefined)
  const lost = given.find(([, value]) => !isTime(value) && !isJson(value))
  if (lost) {
    throw new TypeError(
      `The ${kind} has the member "${lost[0]}", which is neither a JSON value nor a valid Date. ` +
        'Leave it out of what the profile or account function of the provider returns.',
    )
  }
  return {
    members: Object.fromEntries(
      given.map(([member, value]) => [member, isTime(value) ? value.getTime() : value]),
    ),
    dates: given.filter(([, value]) => isTime(value)).map(([member]) => member),
  }
}

/** Says what is wrong with a record, without what is in it. */
export function damaged(kind: RecordKind, what: string): Error {
  return new Error(
    `A ${kind} in the storage is damaged: ${what}. Something else writes under the prefix of the adapter.`,
  )
}

function fits(type: MemberType, value: unknown): boolean {
  if (value === null || value === undefined) return type.startsWith('nullable ')
  if (type.endsWith('date')) return isTime(value)
  return type.endsWith(typeof value)
}

/**
 * A record from what was stored.
 *
 * @returns the record, or `null` when there is nothing
 * @throws Error when it is not one; what it has is not quoted
 */
export function fromStored<Kind extends RecordKind>(
  kind: Kind,
  value: unknown,
): RecordTypes[Kind] | null {
  if (value === null || value === undefined) return null
  const stored: Partial<Record<keyof StoredRecord, unknown>> = isObject(value) ? value : {}
  const { members, dates } = stored
  if (!isObject(members) || !Array.isArray(dates)) throw damaged(kind, 'it is not a record')
  const named = new Set<unknown>(dates)
  const record: Record<string, unknown> = Object.fromEntries(
    Object.entries(members).map(([member, each]: [string, unknown]) => [
      member,
      named.has(member) ? new Date(Number(each)) : each,
    ]),
  )
  for (const [member, type] of Object.entries(SHAPES[kind])) {
    if (!fits(type, record[member])) throw damaged(kind, `"${member}" is not a ${type}`)
    if (type.startsWith('nullable ')) record[member] ??= null
  }
  // The members that make it one of its kind have just been checked.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return record as unknown as RecordTypes[Kind]
}

/**
 * A record as it will come back from the storage.
 *
 * @throws TypeError naming a member that cannot be kept
 */
export function asStored<Kind extends RecordKind>(
  kind: Kind,
  record: RecordTypes[Kind],
): RecordTypes[Kind] {
  const kept = fromStored(kind, toStored(kind, record))
  if (kept === null) throw new TypeError(`The ${kind} has no members.`)
  return kept
}
