import { NOTES } from '@latchstring/adapter-conformance'
import type {
  Adapter,
  AdapterRecords,
  RecordTable,
  RecordValues,
  StoredRecord,
} from '@latchstring/core/adapters'
import { expect, it } from 'vitest'
import { HOUR, rowOf, textOf } from './samples.ts'

export { rowOf, textOf } from './samples.ts'

/** Rows whose owner does not begin the key, which one lookup begins, and which expire. */
export const LINKS: RecordTable = {
  name: 'auth_attack_links',
  fields: {
    provider: { kind: 'id' },
    subject: { kind: 'id' },
    userId: { kind: 'id' },
    client: { kind: 'id' },
    until: { kind: 'time', nullable: true },
  },
  key: ['provider', 'subject'],
  owner: 'userId',
  lookups: ['provider', 'client'],
  expires: 'until',
}

/** A table with the same fields, and a name that begins with that of the other one. */
const LINKS_AGAIN: RecordTable = { ...LINKS, name: 'auth_attack_links_again' }

/** A row of {@link NOTES}. */
export const noteOf = (userId: string, id: string, topic: string, text = ''): StoredRecord =>
  rowOf({ userId, id, topic, text, count: 1, done: false, at: null, data: null })

/** A row of {@link LINKS}. */
export const linkOf = (
  userId: string,
  [provider, subject]: readonly [string, string],
  client: string,
  until: number | null = null,
): StoredRecord => rowOf({ provider, subject, userId, client, until })

/** The same row with other values and a version of its own. */
export const changedTo = ({ values }: StoredRecord, to: RecordValues): StoredRecord =>
  rowOf({ ...values, ...to })

type Verbs = Pick<AdapterRecords, 'find' | 'insert'>

/** Every row with an owner or a lookup, in pages, in the order of versions. */
export async function findAll(
  records: Verbs,
  table: RecordTable,
  [field, value]: readonly [string, string],
  limit = 100,
): Promise<readonly StoredRecord[]> {
  const rows: StoredRecord[] = []
  let after: string | undefined
  do {
    const page = await records.find(table, { field, value, limit, ...(after && { after }) })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...page.rows)
    after = page.next ?? undefined
  } while (after !== undefined)
  return rows.toSorted((one, other) => one.version - other.version)
}

async function insertAll(
  records: Verbs,
  table: RecordTable,
  rows: readonly StoredRecord[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 20) {
    const some = rows.slice(at, at + 20)
    const answers = await Promise.all(
      some.map(async (row) => records.insert(table, row, Date.now())),
    )
    expect(new Set(answers)).toEqual(new Set(['inserted']))
  }
}

/** What the tests below need of an adapter. */
export interface Attacked {
  readonly records: AdapterRecords
  readonly deleteUser: NonNullable<Adapter['deleteUser']>
}

/** An adapter, the same as another process has it, and the id of a new user. */
export interface Attack {
  readonly adapter: Attacked
  readonly other: Attacked
  readonly owner: string
}

const some = (): string => crypto.randomUUID()

const DIVIDERS = ['#', '|', '%', '.', '$', ':', '"', '~']

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)

function testKeys(begin: () => Promise<Attack>): void {
  it.each(DIVIDERS)('keep rows apart whose ids have %s', async (mark) => {
    const { adapter, owner } = await begin()
    const { records } = adapter
    const texts = [
      ['a', `b${mark}c`],
      [`a${mark}b`, 'c'],
      [`a${mark}`, `b${mark}c`],
      [`a${mark}b${mark}c`, mark],
      [mark, `a${mark}b${mark}c`],
      [mark.repeat(128), mark.repeat(128)],
    ] as const
    const client = some()
    const rows = texts.map((key, at) => linkOf(owner, key, at % 2 === 0 ? client : key[1]))
    const again = texts.map((key) => linkOf(owner, key, client))
    await insertAll(records, LINKS, rows)
    await insertAll(records, LINKS_AGAIN, again)
    for (const row of rows) expect(await records.get(LINKS, row.values)).toEqual(row)
    for (const row of again) expect(await records.get(LINKS_AGAIN, row.values)).toEqual(row)
    for (const [table, all] of [
      [LINKS, rows],
      [LINKS_AGAIN, again],
    ] as const) {
      for (const field of ['userId', 'provider', 'client']) {
        for (const value of new Set(all.map((row) => textOf(row, field)))) {
          const wanted = all.filter(({ values }) => values[field] === value)
          expect(await findAll(records, table, [field, value], 2)).toEqual(wanted)
        }
      }
    }
    for (const [at, row] of rows.entries()) {
      expect(await records.drop(LINKS, row.values, row.version)).toBe(true)
      expect(await findAll(records, LINKS, ['userId', owner])).toEqual(rows.slice(at + 1))
    }
    expect(await findAll(records, LINKS_AGAIN, ['userId', owner])).toEqual(again)
    await records.clear(LINKS_AGAIN, 'userId', owner)
  })

  it('give the row of a key that is used again, and not to those who ask for its lookup of before', async () => {
    const { adapter, owner } = await begin()
    const { records } = adapter
    const [id, topics] = [some(), [some(), some()]]
    for (const at of numbers(6)) {
      const topic = topics[at % 2] ?? ''
      const row = noteOf(owner, id, topic)
      await insertAll(records, NOTES, [row])
      expect(await findAll(records, NOTES, ['topic', topic])).toEqual([row])
      expect(await findAll(records, NOTES, ['topic', topics[(at + 1) % 2] ?? ''])).toEqual([])
      expect(await findAll(records, NOTES, ['userId', owner])).toEqual([row])
      expect(await records.drop(NOTES, row.values, row.version)).toBe(true)
      expect(await records.drop(NOTES, row.values, row.version)).toBe(false)
    }
    expect(await findAll(records, NOTES, ['userId', owner])).toEqual([])
  })
}

function testPages(begin: () => Promise<Attack>): void {
  it('find 300 rows of one owner in pages, and clear them', async () => {
    const { adapter, owner } = await begin()
    const { records } = adapter
    const topic = some()
    const notes = numbers(300).map((at) => noteOf(owner, `note-${at}`, topic, 'x'.repeat(200)))
    const links = numbers(300).map((at) => linkOf(owner, [some(), `${at}`], topic))
    await insertAll(records, NOTES, notes)
    await insertAll(records, LINKS, links)
    for (const limit of [70, 1000]) {
      expect(await findAll(records, NOTES, ['userId', owner], limit)).toEqual(notes)
      expect(await findAll(records, NOTES, ['topic', topic], limit)).toEqual(notes)
      expect(await findAll(records, LINKS, ['userId', owner], limit)).toEqual(links)
      expect(await findAll(records, LINKS, ['client', topic], limit)).toEqual(links)
    }
    await records.clear(NOTES, 'topic', topic)
    expect(await findAll(records, NOTES, ['userId', owner])).toEqual([])
    expect(await findAll(records, LINKS, ['userId', owner])).toEqual(links)
    await records.clear(LINKS, 'userId', owner)
    expect(await findAll(records, LINKS, ['client', topic])).toEqual([])
  })
}

function testUsers(begin: () => Promise<Attack>): void {
  it('go with their user from every table, also from those that only another process has used', async () => {
    const [{ adapter, other, owner }, { owner: foreigner }] = [await begin(), await begin()]
    const { records } = adapter
    const topic = some()
    const notes = numbers(60).map((at) => noteOf(owner, at === 0 ? 'shared' : some(), topic))
    const links = numbers(60).map(() => linkOf(owner, [some(), '1'], topic))
    const foreign = [
      noteOf(foreigner, 'shared', topic),
      linkOf(foreigner, [some(), '1'], topic),
    ] as const
    await insertAll(records, NOTES, [...notes, foreign[0]])
    await insertAll(records, LINKS, [...links, foreign[1]])
    await other.deleteUser(owner)
    for (const row of notes) expect(await records.get(NOTES, row.values)).toBeNull()
    for (const row of links) expect(await records.get(LINKS, row.values)).toBeNull()
    expect(await findAll(records, NOTES, ['topic', topic])).toEqual([foreign[0]])
    expect(await findAll(records, LINKS, ['client', topic])).toEqual([foreign[1]])
    expect(await findAll(records, LINKS, ['userId', owner])).toEqual([])
    expect(await findAll(records, LINKS, ['userId', foreigner])).toEqual([foreign[1]])
  })
}

function testChanges(begin: () => Promise<Attack>): void {
  it('keep a field that a newer version of the table has, and read a row without it', async () => {
    const { adapter, other, owner } = await begin()
    const newer = {
      ...NOTES,
      fields: { ...NOTES.fields, colour: { kind: 'text', nullable: true } },
    } as const
    const old = noteOf(owner, some(), some())
    await insertAll(other.records, NOTES, [old])
    const read = { ...old, values: { ...old.values, colour: null } }
    expect(await adapter.records.get(newer, old.values)).toEqual(read)
    const blue = changedTo(read, { colour: 'blue' })
    expect(await adapter.records.change(newer, blue, old.version)).toBe(true)
    const { colour: _, ...known } = blue.values
    expect(await other.records.get(NOTES, old.values)).toEqual({ ...blue, values: known })
    const next = rowOf({ ...known, text: 'new' })
    expect(await other.records.change(NOTES, next, blue.version)).toBe(true)
    expect((await adapter.records.get(newer, old.values))?.values).toEqual({
      ...next.values,
      colour: 'blue',
    })
  })

  it('are found by what they are inserted with, when they take the place of an expired row', async () => {
    const { adapter, owner } = await begin()
    const { records } = adapter
    const [key, now] = [[some(), some()] as const, Date.now()]
    const [client, later] = [some(), some()]
    const old = linkOf(owner, key, client, now + 1)
    await insertAll(records, LINKS, [old])
    const lasting = linkOf(owner, key, later)
    expect(await records.insert(LINKS, lasting, now)).toBe('taken')
    expect(await records.insert(LINKS, lasting, now + 1)).toBe('inserted')
    expect(await findAll(records, LINKS, ['client', client])).toEqual([])
    for (const by of [
      ['client', later],
      ['userId', owner],
      ['provider', key[0]],
    ] as const) {
      expect(await findAll(records, LINKS, by)).toEqual([lasting])
    }
    // Without a time it never expires.
    expect(await records.insert(LINKS, old, now + 1000 * HOUR)).toBe('taken')
    const ending = changedTo(lasting, { until: now + 5 })
    expect(await records.change(LINKS, ending, lasting.version)).toBe(true)
    expect(await records.deleteExpired(LINKS, now + 4, 100)).toBe(0)
    expect(await records.deleteExpired(LINKS, now + 5, 100)).toBe(1)
    expect(await findAll(records, LINKS, ['client', later])).toEqual([])
  })

  it('are found while they are inserted, changed and dropped by 16 calls at once, each row once', async () => {
    const { adapter, other, owner } = await begin()
    const topics = [some(), some()]
    const ids = [some(), some()]
    const work = async (at: number): Promise<void> => {
      const { records } = at % 2 === 0 ? adapter : other
      for (const turn of numbers(4)) {
        const topic = topics[(at + turn) % 2] ?? ''
        const id = ids[at % 2] ?? ''
        await records.insert(NOTES, noteOf(owner, id, topic), Date.now())
        for (const row of await findAll(records, NOTES, ['topic', topic])) {
          expect(row.values['topic']).toBe(topic)
        }
        const row = await records.get(NOTES, { userId: owner, id })
        if (row === null) continue
        const next = changedTo(row, { count: turn })
        const isChanged = await records.change(NOTES, next, row.version)
        await records.drop(NOTES, row.values, isChanged ? next.version : row.version)
      }
    }
    await Promise.all(numbers(16).map(work))
    const kept = await findAll(adapter.records, NOTES, ['userId', owner])
    for (const topic of topics) {
      const wanted = kept.filter(({ values }) => values['topic'] === topic)
      expect(await findAll(other.records, NOTES, ['topic', topic])).toEqual(wanted)
    }
    await insertAll(
      adapter.records,
      NOTES,
      topics.map((topic) => noteOf(owner, some(), topic)),
    )
  })
}

/** Tests of what the conformance suite does not try, in stores to which no table has to be declared. */
export function attackRecords(begin: () => Promise<Attack>): void {
  testKeys(begin)
  testPages(begin)
  testUsers(begin)
  testChanges(begin)
}
