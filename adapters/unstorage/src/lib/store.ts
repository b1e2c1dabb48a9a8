import type { RecordKind, RecordTypes } from '@latchstring/adapter-kit'
import { asStored, fromStored, toStored } from './records.ts'

/** The part of a storage of `createStorage` of unstorage that is used here. */
export interface KeyValueStorage {
  /** Gives the value of a key, or `null`. */
  getItem(key: string): Promise<unknown>
  /** Stores a value; `ttl` is in seconds. */
  setItem(key: string, value: object, options?: { ttl?: number }): Promise<void>
  /** Deletes a key, if it is there. */
  removeItem(key: string): Promise<void>
  /** Gives the keys that start with a text. */
  getKeys(base: string): Promise<string[]>
}

/** Layout of records in a storage. */
export interface StoreOptions {
  readonly prefix: string
  /** Whether the driver takes a `ttl`. */
  readonly ttl: boolean
}

/** Records under the digests of what they are found by. */
export interface Store {
  /** Whether records expire by themselves. */
  readonly ttl: boolean
  readonly read: <Kind extends RecordKind>(
    kind: Kind,
    id: string,
  ) => Promise<RecordTypes[Kind] | null>
  /** Reads what is stored of a record, with what is stored beside it. */
  readonly readItem: (kind: RecordKind, id: string) => Promise<unknown>
  /** Stores a record with something beside it, and gives it as it is stored. */
  readonly write: <Kind extends RecordKind>(
    kind: Kind,
    id: string,
    record: RecordTypes[Kind],
    beside?: object,
  ) => Promise<RecordTypes[Kind]>
  readonly remove: (kind: RecordKind, id: string) => Promise<void>
  /** The digests of all records of a kind. */
  readonly ids: (kind: RecordKind) => Promise<readonly string[]>
  /** Notes something under a key, for as long as a record is of use. */
  readonly note: (name: string, value: object, record?: object) => Promise<void>
  /** What is noted under a key. */
  readonly noted: (name: string) => Promise<unknown>
  readonly forget: (name: string) => Promise<void>
  /** The last parts of all keys that start with a name. */
  readonly namesUnder: (name: string) => Promise<readonly string[]>
}

const lastPart = (key: string): string => key.slice(key.lastIndexOf(':') + 1)

/** Seconds until a record is of no use, or `undefined` for one that does not expire. */
function secondsLeft(record: object): number | undefined {
  const { expires }: { expires?: unknown } = record
  return expires instanceof Date ? Math.ceil((expires.getTime() - Date.now()) / 1000) : undefined
}

/** The context of all methods. */
export function createStore(storage: KeyValueStorage, { prefix, ttl }: StoreOptions): Store {
  const toKey = (...parts: readonly string[]): string => [prefix, ...parts].join(':')

  async function put(key: string, value: object, record: object): Promise<void> {
    const seconds = ttl ? secondsLeft(record) : undefined
    if (seconds === undefined) await storage.setItem(key, value)
    else if (seconds > 0) await storage.setItem(key, value, { ttl: seconds })
    else await storage.removeItem(key)
  }

  const namesUnder = async (name: string): Promise<readonly string[]> =>
    (await storage.getKeys(toKey(name))).map(lastPart)

  return {
    ttl,
    async read(kind, id) {
      return fromStored(kind, await storage.getItem(toKey(kind, id)))
    },
    readItem: (kind, id) => storage.getItem(toKey(kind, id)),
    async write(kind, id, record, beside) {
      const kept = asStored(kind, record)
      await put(toKey(kind, id), { ...beside, ...toStored(kind, record) }, record)
      return kept
    },
    remove: (kind, id) => storage.removeItem(toKey(kind, id)),
    ids: namesUnder,
    note: (name, value, record = {}) => put(toKey(name), value, record),
    noted: (name) => storage.getItem(toKey(name)),
    forget: (name) => storage.removeItem(toKey(name)),
    namesUnder,
  }
}
