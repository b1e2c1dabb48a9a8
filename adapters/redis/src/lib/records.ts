import { completeRecord, isJson, type RecordKind, type RecordTypes } from '@latchstring/adapter-kit'

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
 * @throws TypeError with the name of a member that cannot be stored
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

const isString = (value: unknown): value is string => typeof value === 'string'

/**
 * A record from what `HGETALL` gives.
 *
 * @returns the record, or `null` when the list is empty
 * @throws Error if it is invalid, without its content
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
  return completeRecord(kind, Object.fromEntries(members), (what) => damaged(kind, what))
}

/** The record that `fields` make, for an answer that needs no second look at the store. */
export function toRecord<Kind extends RecordKind>(
  kind: Kind,
  fields: readonly string[],
): RecordTypes[Kind] {
  const record = fromFields(kind, fields)
  if (record === null) throw new TypeError(`The ${kind} has no members.`)
  return record
}
