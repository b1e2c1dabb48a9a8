import type { Fields, Records, Table } from '../records.ts'
import type { Scene } from '../scene.ts'

interface Key extends Fields {
  readonly id: string
  readonly userId: string
  readonly usedAt: number
}
const keys: Table<Key> = {
  name: 'keys',
  key: ({ id }) => id,
  lookup: ({ userId }) => userId,
}

const insertKey = (records: Records, id: string) =>
  records.insert(keys, { id, userId: 'ada', usedAt: 1 })

const useKey = async (records: Records): Promise<'read' | undefined> => {
  const row = await records.get(keys, '1')
  if (!row) return undefined
  await records.change(keys, row, { usedAt: 2 })
  return 'read'
}

/** Drops a row, also one that is changed in between. */
async function end(records: Records, id: string): Promise<void> {
  for (;;) {
    const row = await records.get(keys, id)
    if (!row || (await records.drop(keys, row))) return
  }
}

const revokeKey = async (records: Records): Promise<'revoked'> => {
  await end(records, '1')
  return 'revoked'
}

/** An API key that is used twice while it is revoked. */
export const apiKey = (): Scene => ({
  before: (records) => insertKey(records, '1'),
  programs: [useKey, useKey, revokeKey],
  check: async ({ records }, [, , revoked]) =>
    revoked && (await records.get(keys, '1')) ? 'a revoked one is back' : undefined,
})

const replaceKeys = async (records: Records): Promise<'replaced'> => {
  await insertKey(records, '2')
  const rows = await records.find(keys, 'ada')
  // Stores find rows in orders of their own.
  const found = rows.map(({ key }) => key).toSorted((one, other) => (one < other ? -1 : 1))
  for (const key of found) await end(records, key)
  return 'replaced'
}

/** The API keys of a user, all of which are revoked, also the one that was made just before. */
export const allKeys = (): Scene => ({
  before: (records) => insertKey(records, '1'),
  programs: [replaceKeys, useKey],
  check: async ({ records }, [replaced]) => {
    const left = (await records.get(keys, '1')) ?? (await records.get(keys, '2'))
    return replaced && left ? 'one is left' : undefined
  },
})

interface Entry extends Fields {
  readonly chain: string
  readonly seq: number
  readonly writer: string
  readonly before: string | null
}
const log: Table<Entry> = {
  name: 'log',
  key: ({ chain, seq }) => `${chain}/${seq}`,
  lookup: () => 'all',
}

/** Two processes that take each other for themselves, as after a copy of a virtual machine. */
const write =
  (writer: string, other: string) =>
  async (records: Records): Promise<boolean> => {
    let chain = 'a'
    let before: string | null = null
    for (let seq = 0; seq < 2; seq += 1) {
      const entry = { chain, seq, writer, before }
      const inserted = await records.insert(log, entry)
      if (inserted === 'taken') {
        chain = other
        before = null
        await records.insert(log, { chain, seq: 0, writer, before })
        seq = 0
      }
      before = `${chain}/${seq}`
    }
    return true
  }

/** Chains of an audit log with two writers. */
export const auditLog = (): Scene => ({
  programs: [write('first', 'b'), write('second', 'c')],
  check: async ({ endings, records }) => {
    const rows = await records.find(log, 'all')
    const gap = rows.some(
      ({ fields: { chain, seq, before } }) => before !== (seq === 0 ? null : `${chain}/${seq - 1}`),
    )
    const complete = endings.every(({ how }) => how === 'returned')
    return gap || (complete && rows.length < 4) ? 'a chain has a gap, or lost an entry' : undefined
  },
})
