import {
  completeRecord,
  isJson,
  isObject,
  type RecordKind,
  type RecordTypes,
} from '@latchstring/adapter-kit'

/** A record as it is stored. JSON has no times: those of the members in `dates` are milliseconds since the epoch. */
export interface StoredRecord {
  readonly members: Readonly<Record<string, unknown>>
  readonly dates: readonly string[]
}

const isTime = (value: unknown): value is Date =>
  value instanceof Date && !Number.isNaN(value.getTime())

/**
 * A record as it is stored.
 *
 * @throws TypeError with the name of a member that cannot be stored
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

/** Creates the error of an invalid record, without its content. */
export function damaged(kind: RecordKind | 'row', what: string): Error {
  return new Error(
    `A ${kind} in the storage is damaged: ${what}. Something else writes under the prefix of the adapter.`,
  )
}

/**
 * A record from what was stored.
 *
 * @returns the record, or `null` when there is nothing
 * @throws Error if it is invalid, without its content
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
  const record = Object.fromEntries(
    Object.entries(members).map(([member, each]: [string, unknown]) => [
      member,
      named.has(member) ? new Date(Number(each)) : each,
    ]),
  )
  return completeRecord(kind, record, (what) => damaged(kind, what))
}

/**
 * A record as it will come back from the storage.
 *
 * @throws TypeError with the name of a member that cannot be stored
 */
export function asStored<Kind extends RecordKind>(
  kind: Kind,
  record: RecordTypes[Kind],
): RecordTypes[Kind] {
  const kept = fromStored(kind, toStored(kind, record))
  if (kept === null) throw new TypeError(`The ${kind} has no members.`)
  return kept
}
