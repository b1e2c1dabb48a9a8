import { type RecordKind, type RecordTypes, uniqueViolation } from '@latchstring/adapter-kit'
import type { Backend, OwnedKind, OwnedRecord } from './backend.ts'
import { fromFields, toFields, toRecord } from './records.ts'

/** Context of the methods. */
export interface Store {
  readonly backend: Backend
  readonly readOwned: <Kind extends OwnedKind>(
    kind: Kind,
    id: string,
  ) => Promise<RecordTypes[Kind] | null>
  readonly createOwned: <Kind extends OwnedKind>(
    keys: Omit<OwnedRecord, 'kind' | 'fields'> & { readonly kind: Kind },
    record: RecordTypes[Kind],
  ) => Promise<RecordTypes[Kind]>
  /** Gives `null` when the record is not there. */
  readonly updateOwned: <Kind extends OwnedKind>(
    keys: Omit<OwnedRecord, 'kind' | 'fields'> & { readonly kind: Kind },
    changes: object,
  ) => Promise<RecordTypes[Kind] | null>
  readonly listOwned: <Kind extends OwnedKind>(
    kind: Kind,
    owner: string,
  ) => Promise<RecordTypes[Kind][]>
}

/** Creates the error for the error text of a script. */
export function refusal(kind: RecordKind, said: unknown): Error {
  if (said === 'email') return uniqueViolation('The email address belongs to another user.')
  if (said === 'id') return uniqueViolation(`The ${kind} already exists.`)
  if (said === 'user') return new Error(`The user of the ${kind} does not exist.`)
  if (said === 'missing') return new Error(`There is no ${kind} with the key given.`)
  if (said === 'owner') return new Error(`The ${kind} belongs to another user, and stays there.`)
  return new Error('Redis sent a reply that the adapter does not understand.')
}

/** Throws if a script has returned an error. */
export function assertDone(kind: RecordKind, said: unknown): void {
  if (said !== null) throw refusal(kind, said)
}

/** The record of a reply that says what was changed, or what is wrong; `null` when it is not there. */
export function readChanged<Kind extends RecordKind>(
  kind: Kind,
  said: unknown,
): RecordTypes[Kind] | null {
  if (said === 'missing') return null
  if (typeof said === 'string') throw refusal(kind, said)
  return fromFields(kind, said)
}

/** The records of a reply. */
export function readList<Kind extends RecordKind>(kind: Kind, said: unknown): RecordTypes[Kind][] {
  if (!Array.isArray(said)) throw refusal(kind, said)
  return said.map((fields: unknown) => fromFields(kind, fields)).filter((one) => one !== null)
}

/** The context of all methods. */
export function createStore(backend: Backend): Store {
  return {
    backend,
    async readOwned(kind, id) {
      return fromFields(kind, await backend.readOwned(kind, id))
    },
    async createOwned(keys, record) {
      const fields = toFields(keys.kind, record)
      assertDone(keys.kind, await backend.createOwned({ ...keys, fields }))
      return toRecord(keys.kind, fields)
    },
    async updateOwned(keys, changes) {
      const fields = toFields(keys.kind, changes)
      return readChanged(keys.kind, await backend.updateOwned({ ...keys, fields }))
    },
    async listOwned(kind, owner) {
      return readList(kind, await backend.listOwned(kind, owner))
    },
  }
}
