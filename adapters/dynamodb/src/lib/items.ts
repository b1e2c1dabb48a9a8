import {
  completeRecord,
  type RecordKind,
  type RecordTypes,
  toStored,
} from '@latchstring/adapter-kit'
import type { Item } from './batches.ts'

/** Kinds of records that expire. */
const EXPIRING: ReadonlySet<RecordKind> = new Set(['session', 'token'])

/** Members that are text whatever they look like. */
const TEXTS: ReadonlySet<string> = new Set(['name', 'email', 'image'])

const KEYS: ReadonlySet<string> = new Set(['pk', 'sk', 'GSI1PK', 'GSI1SK'])

const ISO_DATE = /^(?:\d{4}|[+-]\d{6})-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Returns a value that DynamoDB stores unchanged; `undefined` for any other. */
function toScalar(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  return Number.isFinite(value) ? value : undefined
}

/** Where a time of expiry is kept. */
export interface ExpiryAttributes {
  /** Attribute with the seconds since the epoch, with a fraction: what the service's TTL looks at. */
  readonly seconds: string
}

const isReserved = (kind: RecordKind, member: string): boolean =>
  KEYS.has(member) || member.startsWith('#') || (member === 'type' && kind !== 'account')

function encode(kind: RecordKind, member: string, value: unknown): unknown {
  const subject = `The ${kind} has the member "${member}"`
  if (isReserved(kind, member)) {
    throw new TypeError(`${subject}, a name that the table uses itself. Choose another.`)
  }
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) throw new TypeError(`${subject}, which is an invalid Date.`)
    return value.toISOString()
  }
  if (typeof value === 'string' && ISO_DATE.test(value) && !TEXTS.has(member)) {
    throw new TypeError(`${subject}, a text that would be read as a Date. Give the Date itself.`)
  }
  const kept = toStored(value, { toScalar })
  if (kept !== undefined) return kept
  throw new TypeError(
    `${subject}, which is neither a JSON value nor a Date. ` +
      'Leave it out of what the profile or account function of the provider returns.',
  )
}

/**
 * The attributes of a record, or of changes of one, but for the time at which a session or a token expires.
 *
 * @throws TypeError with the name of a member that cannot be stored
 */
export function toAttributes(
  kind: RecordKind,
  record: object,
  { seconds }: ExpiryAttributes,
): Record<string, unknown> {
  const expires = EXPIRING.has(kind)
  const members = Object.entries(record).filter(
    ([member, value]) => value !== undefined && !(expires && member === 'expires'),
  )
  if (members.some(([member]) => member === seconds)) {
    throw new TypeError(
      `The ${kind} has the member "${seconds}", by which DynamoDB would delete it. Choose another name.`,
    )
  }
  return Object.fromEntries(members.map(([member, value]) => [member, encode(kind, member, value)]))
}

/** The attributes of a time of expiry. */
export function toExpiry({ seconds }: ExpiryAttributes, expires: Date): Record<string, number> {
  const time = expires.getTime()
  if (Number.isNaN(time)) throw new TypeError('A time to be stored in DynamoDB is an invalid Date.')
  return { [seconds]: time / 1000 }
}

function readExpiry({ seconds }: ExpiryAttributes, item: Item): Date | undefined {
  const value = item[seconds]
  return typeof value === 'number' ? new Date(Math.round(value * 1000)) : undefined
}

const decode = (member: string, value: unknown): unknown =>
  typeof value === 'string' && !TEXTS.has(member) && ISO_DATE.test(value) ? new Date(value) : value

/** The id of a row, which only users and accounts have as a member. */
const isRowId = (kind: RecordKind, member: string): boolean =>
  member === 'id' && kind !== 'user' && kind !== 'account'

/**
 * A record from an item.
 *
 * @throws Error if it is invalid, without its content
 */
export function fromItem<Kind extends RecordKind>(
  kind: Kind,
  item: Item,
  expiry: ExpiryAttributes,
): RecordTypes[Kind] {
  const record: Record<string, unknown> = {}
  for (const [member, value] of Object.entries(item)) {
    const skipped = isReserved(kind, member) || isRowId(kind, member)
    if (!skipped && member !== expiry.seconds) record[member] = decode(member, value)
  }
  if (EXPIRING.has(kind)) record['expires'] = readExpiry(expiry, item)
  return completeRecord(
    kind,
    record,
    (what) => new Error(`A ${kind} in DynamoDB is damaged: ${what}.`),
  )
}
