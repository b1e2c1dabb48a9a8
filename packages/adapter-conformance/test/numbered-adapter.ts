import type { Adapter, AdapterUser } from '@latchstring/core/adapters'
import { createMemoryStore, type MemoryStore } from './memory-adapter.ts'

/** A store in memory that generates numbers as ids of users, and ignores suggested ids. */
export function createNumberedStore(): MemoryStore {
  const { adapter, countRows } = createMemoryStore()
  let last = 0
  const createUser =
    (target: Adapter) =>
    async (user: AdapterUser): Promise<AdapterUser> => {
      last += 1
      return (await target.createUser?.({ ...user, id: String(last) })) ?? user
    }
  return {
    countRows,
    adapter: {
      ...adapter,
      createUser: createUser(adapter),
      transaction: (work) =>
        adapter.transaction((within) => work({ ...within, createUser: createUser(within) })),
    },
  }
}
