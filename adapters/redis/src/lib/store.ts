import type { RunScript } from './client.ts'
import { fromFields, toRecord, toFields } from './records.ts'
import {
  CREATE_OWNED,
  LIST_OWNED,
  READ,
  REMOVE_OWNED,
  type Script,
  UPDATE_OWNED,
} from './scripts.ts'
import { type RecordKind, type RecordTypes, uniqueViolation } from '@latchstring/adapter-kit'

/** Kinds of records that belong to a user. */
export type OwnedKind = 'account' | 'authenticator' | 'session'

/** The keys of a record that belongs to a user. */
export interface Owned<Kind extends OwnedKind> {
  readonly kind: Kind
  readonly id: string
  /** Id of the user; empty to leave it. */
  readonly owner: string
  /** Milliseconds since the epoch; empty for none, or to leave it. */
  readonly expires: string
}

/** What the adapter's methods work on. */
export interface Store {
  readonly run: RunScript
  readonly read: <Kind extends RecordKind>(
    kind: Kind,
    script: Script,
    ...parameters: readonly string[]
  ) => Promise<RecordTypes[Kind] | null>
  readonly readOne: <Kind extends RecordKind>(
    kind: Kind,
    id: string,
  ) => Promise<RecordTypes[Kind] | null>
  readonly create: <Kind extends OwnedKind>(
    keys: Owned<Kind>,
    record: RecordTypes[Kind],
  ) => Promise<RecordTypes[Kind]>
  /** Gives `null` when the record is not there. */
  readonly update: <Kind extends OwnedKind>(
    keys: Owned<Kind>,
    changes: object,
  ) => Promise<RecordTypes[Kind] | null>
  readonly remove: (kind: OwnedKind, id: string) => Promise<void>
  readonly list: <Kind extends OwnedKind>(kind: Kind, owner: string) => Promise<RecordTypes[Kind][]>
}

/** The error for what a script said instead of doing its work. */
export function refusal(kind: RecordKind, said: unknown): Error {
  if (said === 'email') return uniqueViolation('The e-mail address belongs to another user.')
  if (said === 'id') return uniqueViolation(`The ${kind} already exists.`)
  if (said === 'user') return new Error(`The user of the ${kind} does not exist.`)
  if (said === 'missing') return new Error(`There is no ${kind} with the key given.`)
  return new Error('Redis sent a reply that the adapter does not understand.')
}

/** Makes sure that a script did its work. */
export function assertDone(kind: RecordKind, said: unknown): void {
  if (said !== null) throw refusal(kind, said)
}

const ownerFields = (owner: string): readonly string[] => (owner === '' ? [] : ['#user', owner])

/** What all methods share. */
export function createStore(run: RunScript): Store {
  return {
    run,
    async read(kind, script, ...parameters) {
      return fromFields(kind, await run(script, ...parameters))
    },
    async readOne(kind, id) {
      return fromFields(kind, await run(READ, kind, id))
    },
    async create({ kind, id, owner, expires }, record) {
      const fields = toFields(kind, record)
      const parameters = [kind, id, owner, expires, ...ownerFields(owner), ...fields]
      assertDone(kind, await run(CREATE_OWNED, ...parameters))
      return toRecord(kind, fields)
    },
    async update({ kind, id, owner, expires }, changes) {
      const fields = [...ownerFields(owner), ...toFields(kind, changes)]
      const said = await run(UPDATE_OWNED, kind, id, owner, expires, ...fields)
      if (said === 'missing') return null
      if (typeof said === 'string') throw refusal(kind, said)
      return fromFields(kind, said)
    },
    async remove(kind, id) {
      await run(REMOVE_OWNED, kind, id)
    },
    async list(kind, owner) {
      const records = await run(LIST_OWNED, kind, owner)
      if (!Array.isArray(records)) throw refusal(kind, records)
      return records
        .map((fields: unknown) => fromFields(kind, fields))
        .filter((one) => one !== null)
    },
  }
}
