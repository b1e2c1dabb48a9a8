import type { AdapterRecords, StoredRecord } from '@latchstring/core/adapters'
import { breathe, type Defect } from './defects.ts'

/** A store with other verbs on records. */
const verbs =
  (change: (sound: AdapterRecords) => Partial<AdapterRecords>): Defect['adapter'] =>
  (sound) => ({ ...sound, records: { ...sound.records, ...change(sound.records) } })

const RECORDS = 'records'
const RACES = 'simultaneous changes of records'

const KEPT = 'insert stores a row, and get returns it with its version'
const VALUES = 'values of every kind come back unchanged from insert and change'
const CHANGE = 'change replaces the row that was read, and no other version of it'
const DROP = 'drop deletes the row that was read, and not its successor'
const PAGES = 'find returns each row of an owner once, in pages'
const LOOKUP = 'find returns the rows of a lookup, of every owner'

const withText = (row: StoredRecord, change: (text: string) => string): StoredRecord => {
  const { text } = row.values
  return typeof text === 'string' ? { ...row, values: { ...row.values, text: change(text) } } : row
}

/** Defects of the verbs on records. */
export const RECORD_DEFECTS: readonly Defect[] = [
  {
    what: 'a change that compares the key alone',
    adapter: verbs((sound) => ({
      async change(table, row) {
        const there = await sound.get(table, row.values)
        return there !== null && sound.change(table, row, there.version)
      },
    })),
    group: RECORDS,
    fails: [CHANGE],
  },
  {
    what: 'a drop that compares the key alone',
    adapter: verbs((sound) => ({
      async drop(table, key) {
        const there = await sound.get(table, key)
        return there !== null && sound.drop(table, key, there.version)
      },
    })),
    group: RECORDS,
    fails: [DROP, 'insert takes the place of a row that has expired, and of no other'],
  },
  {
    what: 'a change that stores a row which is not there',
    adapter: verbs((sound) => ({
      async change(table, row, from) {
        if (await sound.change(table, row, from)) return true
        return (await sound.insert(table, row, 0)) === 'inserted'
      },
    })),
    group: RECORDS,
    fails: ['change of a row that is not there creates none'],
  },
  {
    what: 'a change that keeps the version',
    adapter: verbs((sound) => ({
      change: (table, row, from) => sound.change(table, { ...row, version: from }, from),
    })),
    group: RECORDS,
    fails: [VALUES, CHANGE, 'find returns a row as it was changed, and none that was dropped'],
  },
  {
    what: 'an insert that replaces',
    adapter: verbs((sound) => ({
      async insert(table, row, now) {
        const there = await sound.get(table, row.values)
        if (there) await sound.drop(table, row.values, there.version)
        return sound.insert(table, row, now)
      },
    })),
    group: RECORDS,
    fails: [
      'insert leaves a row that is there',
      'insert takes the place of a row that has expired, and of no other',
    ],
  },
  {
    what: 'an insert that never takes the place of an expired row',
    adapter: verbs((sound) => ({ insert: (table, row) => sound.insert(table, row, 0) })),
    group: RECORDS,
    fails: ['insert takes the place of a row that has expired, and of no other'],
  },
  {
    what: 'an insert that looks first and writes afterwards',
    adapter: verbs((sound) => ({
      async insert(table, row, now) {
        const there = await sound.get(table, row.values)
        await breathe()
        if (there && (await sound.insert(table, row, now)) === 'taken') return 'taken'
        if (!there) await sound.insert(table, row, now)
        return 'inserted'
      },
    })),
    group: RACES,
    fails: ['of 32 inserts of one key one succeeds'],
  },
  {
    what: 'a change that reads first and writes afterwards',
    adapter: verbs((sound) => ({
      async change(table, row, from) {
        const there = await sound.get(table, row.values)
        await breathe()
        if (there?.version !== from) return false
        await sound.change(table, row, from)
        return true
      },
    })),
    group: RACES,
    fails: ['of 32 changes and drops of one version one succeeds'],
  },
  {
    what: 'texts that are cut',
    adapter: verbs((sound) => ({
      insert: (table, row, now) =>
        sound.insert(
          table,
          withText(row, (text) => text.slice(0, 250)),
          now,
        ),
    })),
    group: RECORDS,
    fails: [VALUES],
  },
  {
    what: 'texts that are trimmed',
    adapter: verbs((sound) => ({
      change: (table, row, from) =>
        sound.change(
          table,
          withText(row, (text) => text.trim()),
          from,
        ),
    })),
    group: RECORDS,
    fails: [VALUES],
  },
  {
    what: 'times without milliseconds',
    adapter: verbs((sound) => ({
      async get(table, key) {
        const row = await sound.get(table, key)
        const { at } = row?.values ?? {}
        if (!row || typeof at !== 'number') return row
        return { ...row, values: { ...row.values, at: Math.floor(at / 1000) * 1000 } }
      },
    })),
    group: RECORDS,
    fails: [
      KEPT,
      VALUES,
      'get and drop of a row that is not there, or whose key differs in letter case, do nothing',
      'insert leaves a row that is there',
      CHANGE,
      DROP,
      'every write leaves the other rows of the user, and those of others',
      PAGES,
      'clear deletes the rows of an owner or a lookup, and no others',
      'the rows of a user go with the user',
    ],
  },
  {
    what: 'a find that ends with the first page',
    adapter: verbs((sound) => ({
      async find(table, query) {
        return { ...(await sound.find(table, query)), next: null }
      },
    })),
    group: RECORDS,
    fails: [PAGES, LOOKUP],
  },
  {
    what: 'a find that repeats the last row of a page',
    adapter: verbs((sound) => {
      const last = new Map<string, StoredRecord>()
      return {
        async find(table, query) {
          const page = await sound.find(table, query)
          const before = query.after === undefined ? undefined : last.get(query.after)
          const end = page.rows.at(-1)
          if (page.next !== null && end) last.set(page.next, end)
          return before && page.rows.length > 0
            ? { ...page, rows: [before, ...page.rows].slice(0, query.limit) }
            : page
        },
      }
    }),
    group: RECORDS,
    fails: [PAGES, LOOKUP],
  },
  {
    what: 'a clear that deletes every row of the table',
    adapter: verbs((sound) => {
      const stored: StoredRecord[] = []
      return {
        insert(table, row, now) {
          stored.push(row)
          return sound.insert(table, row, now)
        },
        async clear(table) {
          for (const { values, version } of stored) await sound.drop(table, values, version)
        },
      }
    }),
    group: RECORDS,
    fails: ['clear deletes the rows of an owner or a lookup, and no others'],
  },
  {
    what: 'a deleteExpired that deletes more than it is asked to',
    adapter: verbs((sound) => ({
      deleteExpired: (table, now) => sound.deleteExpired(table, now, 1000),
    })),
    group: RECORDS,
    fails: ['deleteExpired deletes rows that have expired, as many as it is asked to'],
  },
  {
    what: 'a deleteExpired that deletes what will expire soon',
    adapter: verbs((sound) => ({
      deleteExpired: (table, now, limit) => sound.deleteExpired(table, now + 86_400_000, limit),
    })),
    group: RECORDS,
    fails: ['deleteExpired deletes rows that have expired, as many as it is asked to'],
  },
  {
    what: 'rows that outlive their user',
    adapter: (sound) => {
      const rows: StoredRecord[] = []
      let gone = false
      return {
        ...sound,
        records: {
          ...sound.records,
          insert(table, row, now) {
            rows.push(row)
            return sound.records.insert(table, row, now)
          },
          async get(table, key) {
            const found = await sound.records.get(table, key)
            const isAsked = ({ values }: StoredRecord) =>
              table.key.every((field) => values[field] === key[field])
            return found ?? (gone ? (rows.findLast(isAsked) ?? null) : null)
          },
        },
        async deleteUser(id) {
          await sound.deleteUser(id)
          gone = true
        },
      }
    },
    group: RECORDS,
    fails: [
      'the rows of a user go with the user',
      'deleteExpired deletes rows that have expired, as many as it is asked to',
    ],
  },
]
