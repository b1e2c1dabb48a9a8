import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterRevocation,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@latchstring/core/adapters'
import { isPlainObject } from './values.ts'

type MemberType = 'string' | 'number' | 'boolean' | 'date' | 'nullable string' | 'nullable date'

/** The records that adapters store, by kind. */
export interface RecordTypes {
  user: AdapterUser
  account: AdapterAccount
  session: AdapterSession
  authenticator: AdapterAuthenticator
  token: VerificationToken
  revocation: AdapterRevocation
}

/** Name of a kind of records. */
export type RecordKind = keyof RecordTypes

/** The members without which a record is damaged. Nullable ones may be missing. */
const SHAPES: { readonly [Kind in RecordKind]: Readonly<Record<string, MemberType>> } = {
  user: { id: 'string', email: 'nullable string', emailVerified: 'nullable date' },
  account: { userId: 'string', type: 'string', provider: 'string', providerAccountId: 'string' },
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
  revocation: {
    kind: 'string',
    key: 'string',
    generation: 'number',
    reason: 'string',
    at: 'date',
    expires: 'date',
  },
}

function fits(type: MemberType, value: unknown): boolean {
  if (value === null || value === undefined) return type.startsWith('nullable ')
  if (type.endsWith('date')) return value instanceof Date && !Number.isNaN(value.getTime())
  return type.endsWith(typeof value)
}

/**
 * A record from the members that a store gave back: what may be missing becomes `null`.
 *
 * @param kind - the kind of the record
 * @param members - as they were read; members that the kind does not name stay as they are
 * @param damaged - the error for a record that is none, from what is wrong with it: the name and the type of a member, never
 *   its value
 * @throws what `damaged` gives
 *
 * @example
 * ```ts
 * import { completeRecord } from '@latchstring/adapter-kit'
 *
 * const user = completeRecord('user', { id: '1' }, (what) => new Error(`A user is damaged: ${what}.`))
 * // user is { id: '1', email: null, emailVerified: null }
 * ```
 */
export function completeRecord<Kind extends RecordKind>(
  kind: Kind,
  members: Readonly<Record<string, unknown>>,
  damaged: (what: string) => Error,
): RecordTypes[Kind] {
  const record = { ...members }
  for (const [member, type] of Object.entries(SHAPES[kind])) {
    if (!fits(type, record[member])) throw damaged(`"${member}" is not a ${type}`)
    if (type.startsWith('nullable ')) record[member] ??= null
  }
  // The members that make it one of its kind have just been checked.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return record as unknown as RecordTypes[Kind]
}

/** Which values and names a store can keep. */
export interface Storable {
  /** What the store keeps for a value that is neither a list nor an object of members; `undefined` when it can keep none. */
  readonly toScalar: (value: unknown) => unknown
  /** Whether a member of an object may have the name. Default: any may. */
  readonly isName?: (name: string) => boolean
}

/**
 * A value as a store keeps it, without members that are `undefined`.
 *
 * @param value - the value of a member of a record
 * @param storable - what the store can keep
 * @returns `undefined` when a part of the value cannot be kept
 *
 * @example
 * ```ts
 * import { toStored } from '@latchstring/adapter-kit'
 *
 * const toScalar = (value: unknown) => (typeof value === 'string' ? value : undefined)
 * toStored({ tags: ['a'], none: undefined }, { toScalar }) // { tags: ['a'] }
 * toStored({ tags: [1] }, { toScalar }) // undefined
 * ```
 */
export function toStored(value: unknown, storable: Storable): unknown {
  const { toScalar, isName = () => true } = storable
  if (Array.isArray(value)) {
    const elements = value.map((element) => toStored(element, storable))
    return elements.includes(undefined) ? undefined : elements
  }
  if (!isPlainObject(value)) return toScalar(value)
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  const members = entries.map(([name, each]) => [name, toStored(each, storable)] as const)
  return members.every(([name, each]) => isName(name) && each !== undefined)
    ? Object.fromEntries(members)
    : undefined
}
