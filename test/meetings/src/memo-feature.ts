import type { Feature } from '@latchstring/core/features'

/** One row of a user. */
export const memos = {
  name: 'auth_memo_memos',
  fields: {
    userId: { kind: 'id' },
    id: { kind: 'id' },
    text: { kind: 'text', max: 100, personal: true },
  },
  key: ['userId', 'id'],
  owner: 'userId',
} as const

/** The same table as a later version has it. */
export const laterMemos = {
  ...memos,
  fields: { ...memos.fields, mood: { kind: 'text', max: 20, nullable: true } },
} as const

/**
 * A feature that keeps one row of a user: `read` shows it, `write` stores or changes it, `erase` drops it.
 *
 * @param table - Default: {@link memos}
 * @param more - what is written beside the text
 */
export const memoFeature = (
  table: typeof memos = memos,
  more: Readonly<Record<string, string>> = {},
): Feature => ({
  name: 'memo',
  tables: [table],
  texts: { none: 'none' },
  actions: {
    read: {
      kind: 'page',
      load: async () => ({
        async run({ records, user, text }) {
          const row = await records.get(table, { userId: user?.id ?? '', id: 'one' })
          const [, , , mood] = Object.values(row ?? {})
          return {
            page: { title: String(mood ?? text('none')), lead: row?.text ?? '-', blocks: [] },
          }
        },
      }),
    },
    write: {
      kind: 'change',
      inputs: { text: { kind: 'text', max: 100 } },
      load: async () => ({
        async run({ records, user, inputs }) {
          const key = { userId: user?.id ?? '', id: 'one' }
          const values = { text: String(inputs['text']), ...more }
          const row = await records.get(table, key)
          if (row) await records.change(table, row, values)
          else await records.insert(table, { ...key, ...values })
          return { to: 'read' }
        },
      }),
    },
    erase: {
      kind: 'change',
      load: async () => ({
        async run({ records, user }) {
          const row = await records.get(table, { userId: user?.id ?? '', id: 'one' })
          if (row) await records.drop(table, row)
          return { to: 'read' }
        },
      }),
    },
  },
})
