import type { Adapter, RecordTable, RecordValues } from '@latchstring/core/adapters'
import type { AnyOptions } from '../options.ts'
import { createTables, methodsOn, type Tables } from './store.ts'

/** How a call of the store goes wrong. */
export type FaultKind = 'fails before its effect' | 'fails after its effect' | 'hangs' | 'is late'

/** A call that goes wrong. */
export interface Fault {
  readonly kind: FaultKind
  /** Which call, from 0. */
  readonly at: number
  /** Ends the calls that hang. */
  readonly release: Promise<void>
}

/** A call of the store. */
export interface StoreCall {
  readonly name: string
  /** The table of records, where it is a verb on one. */
  readonly table: string | undefined
  readonly writes: boolean
}

/** A store in memory that notes its calls, and can go wrong. */
export interface WatchedStore {
  readonly adapter: Adapter
  readonly tables: Tables
  /** The calls since the last `watch`. */
  readonly calls: () => readonly StoreCall[]
  /** Begins to count anew. @param fault - the call that goes wrong */
  readonly watch: (fault?: Fault) => void
  /** The rows of a table of records. */
  readonly rows: (table: RecordTable) => readonly RecordValues[]
  /** Keeps a copy of what is there. The result goes back to it. */
  readonly keep: () => () => void
}

const READS = /^(?:get|find|list|keeps)/

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

async function goWrong({ kind, release }: Fault, run: () => Promise<unknown>): Promise<unknown> {
  if (kind === 'fails before its effect') throw new Error('The store is away.')
  if (kind === 'fails after its effect') {
    await run()
    throw new Error('The connection was lost.')
  }
  await (kind === 'hangs' ? release : pause(2))
  return run()
}

function restore(tables: Tables, kept: Tables): void {
  for (const name of ['users', 'accounts', 'sessions', 'tokens', 'records'] as const) {
    const target: Map<string, unknown> = tables[name]
    target.clear()
    for (const [key, record] of structuredClone(kept[name])) target.set(key, record)
  }
  tables.feed.splice(0, tables.feed.length, ...structuredClone(kept.feed))
}

type Method = (...given: never[]) => unknown

/** The same methods, each of which is noted. */
function wrapAll<T extends object>(
  methods: T,
  note: (name: string, given: readonly unknown[], run: () => Promise<unknown>) => Promise<unknown>,
): T {
  const wrapped = Object.entries(methods).map(([name, method]: [string, Method]) => [
    name,
    async (...given: never[]) => note(name, given, async () => method(...given)),
  ])
  // Each method has the parameters and results it had, as a promise where it had none: what adapters may give.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Object.fromEntries(wrapped) as T
}

/**
 * Creates an empty store.
 *
 * @param over - see `AnyOptions`
 */
export function createWatchedStore(over?: AnyOptions['over']): WatchedStore {
  const tables = createTables()
  const { verbs, records: inMemory } = methodsOn(tables)
  const records = over?.(tables, inMemory) ?? inMemory
  let calls: StoreCall[] = []
  let fault: Fault | undefined
  const note =
    (isRecord: boolean) =>
    async (name: string, given: readonly unknown[], run: () => Promise<unknown>) => {
      const table = isRecord ? String(Reflect.get(Object(given[0]), 'name')) : undefined
      const index = calls.push({ name, table, writes: !READS.test(name) }) - 1
      return fault?.at === index ? goWrong(fault, run) : run()
    }
  return {
    adapter: {
      capabilities: {
        records: true,
        revocation: true,
        revocationFeed: true,
        accountUpdates: true,
        tokenReads: true,
      },
      ...wrapAll(verbs, note(false)),
      records: { ...wrapAll(records, note(true)), keeps: () => true },
    },
    tables,
    calls: () => calls,
    watch(next) {
      calls = []
      fault = next
    },
    rows: ({ name }) =>
      [...(tables.records.get(name)?.rows.values() ?? [])].map(({ values }) => values),
    keep() {
      const kept = structuredClone(tables)
      return () => restore(tables, kept)
    },
  }
}
