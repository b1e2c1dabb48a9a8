import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Adapter, type RecordTable, recordTables } from '@latchstring/core/adapters'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { makeDatabaseFolder } from '@latchstring/test-kit/database-folder'
import { createMemoryStore } from '../../../packages/adapter-conformance/test/memory-adapter.ts'
import { laterMemos } from './memo-feature.ts'

/** What an adapter is opened with. */
export interface InstanceOptions {
  readonly control: boolean
  /** Tables beside those of the library. */
  readonly tables: readonly RecordTable[]
}

/** The store that two instances share. */
export interface SharedStore {
  /** The adapter of one more instance. */
  readonly adapter: (options: InstanceOptions) => Adapter
  /** What is written from now on is lost by `goBack`. */
  readonly keep: () => void
  readonly goBack: () => void
  readonly close: () => Promise<void>
}

/** `sqlite` has the tables for sessions under control, `sqlite before the step` does not have them yet. */
export type StoreKind = 'memory' | 'sqlite' | 'sqlite before the step'

function openMemory(): SharedStore {
  const { adapter, keep } = createMemoryStore()
  let back = keep()
  return {
    adapter: () => ({ ...adapter }),
    keep: () => {
      back = keep()
    },
    goBack: () => back(),
    close: async () => undefined,
  }
}

async function openSqlite(migrated: boolean): Promise<SharedStore> {
  const folder = makeDatabaseFolder()
  const url = `file:${join(folder, 'data.db')}`
  // The later of two versions of the table.
  const opened = [
    openSqlAdapter(url, { sessionControl: migrated, records: [...recordTables, laterMemos] }),
  ]
  await opened[0]?.migrate()
  return {
    adapter({ control, tables }) {
      const records = [...recordTables, ...tables]
      const adapter = openSqlAdapter(url, { sessionControl: control, records })
      opened.push(adapter)
      return adapter
    },
    keep: () => undefined,
    goBack: () => undefined,
    async close() {
      for (const adapter of opened) await adapter.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a new store. */
export async function openShared(kind: StoreKind): Promise<SharedStore> {
  return kind === 'memory' ? openMemory() : openSqlite(kind === 'sqlite')
}
