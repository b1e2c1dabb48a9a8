import {
  completeRecord,
  type RecordKind,
  type RecordTypes,
  toStored,
} from '@latchstring/adapter-kit'
import { type Document, ObjectId } from 'mongodb'
import { EMAIL_KEY } from './collections.ts'

/** The id as the database has it, or `null` when it cannot be one of the database. */
export const toObjectId = (id: string): ObjectId | null =>
  /^[\da-f]{24}$/.test(id) ? new ObjectId(id) : null

const isName = (name: string): boolean => !name.startsWith('$') && !/[.\0]/.test(name)

/** Returns a value that the database stores unchanged; `undefined` for any other. */
function toScalar(value: unknown): unknown {
  if (value === null || ['string', 'boolean', 'number'].includes(typeof value)) return value
  return value instanceof Date && !Number.isNaN(value.getTime()) ? new Date(value) : undefined
}

function encode(kind: RecordKind, member: string, value: unknown): unknown {
  const subject = `The ${kind} has the member "${member}"`
  if (member === '_id' || member === EMAIL_KEY || !isName(member)) {
    throw new TypeError(`${subject}, a name that cannot be used in MongoDB. Choose another.`)
  }
  const kept = toStored(value, { toScalar, isName })
  if (kept !== undefined) return kept
  throw new TypeError(
    `${subject}, which is neither a JSON value nor a valid Date. ` +
      'Leave it out of what the profile or account function of the provider returns.',
  )
}

/**
 * The fields of a record, or of changes of one, but for the ids of users.
 *
 * @throws TypeError with the name of a member that cannot be stored
 */
export function toFields(kind: RecordKind, record: object): Document {
  const id = kind === 'user' ? 'id' : 'userId'
  return Object.fromEntries(
    Object.entries(record)
      .filter(([member, value]) => value !== undefined && member !== id)
      .map(([member, value]) => [member, encode(kind, member, value)]),
  )
}

/**
 * A record from a document.
 *
 * @throws Error if it is invalid, without its content
 */
export function fromDocument<Kind extends RecordKind>(
  kind: Kind,
  document: Readonly<Record<string, unknown>>,
): RecordTypes[Kind] {
  const record = Object.fromEntries(
    Object.entries(document).filter(([field]) => field !== '_id' && field !== EMAIL_KEY),
  )
  if (kind === 'user') {
    record['id'] = String(document['_id'])
  } else if (record['userId'] instanceof ObjectId) {
    record['userId'] = record['userId'].toHexString()
  }
  return completeRecord(
    kind,
    record,
    (what) => new Error(`A ${kind} in MongoDB is damaged: ${what}.`),
  )
}
