import assert from 'node:assert/strict'
import type { RecordValues, StoredRecord } from '@latchstring/core/adapters'
import { assertNothing } from '../expectations.ts'
import type { Case } from '../options.ts'
import {
  CODES,
  NOTES,
  changed,
  keyOf,
  nextVersion,
  sampleCode,
  sampleNote,
  textOf,
} from '../record-samples.ts'
import { unique, unknownId } from '../samples.ts'
import { assertKept, createOwner, read, type Stored, storeNote } from '../stored-records.ts'

/** Every row with an owner or a lookup, in pages. */
async function findAll(
  { records }: Stored,
  field: string,
  value: string,
  limit = 100,
): Promise<readonly StoredRecord[]> {
  const rows: StoredRecord[] = []
  let after: string | null | undefined
  do {
    const page = await records.find(NOTES, { field, value, limit, ...(after && { after }) })
    assert.ok(page.rows.length <= limit, `find gave ${page.rows.length} rows of ${limit}`)
    rows.push(...page.rows)
    after = page.next
  } while (after !== null)
  return rows
}

const idsOf = (rows: readonly StoredRecord[]): readonly string[] =>
  rows.map((row) => textOf(row, 'id')).toSorted((one, other) => (one < other ? -1 : 1))

/** Values that stores may interpret, or cut. */
const VALUES: readonly RecordValues[] = [
  { text: 'Ἀθηνᾶ’s key — 日本語 🔑' },
  { text: "'; drop table users; --" },
  { text: '{"not":"parsed"}' },
  { text: '2026-01-01T00:00:00.000Z' },
  { text: '' },
  { text: ' padded ' },
  { text: '🔑'.repeat(127) },
  { text: null, at: null, data: null },
  { count: Number.MAX_SAFE_INTEGER },
  { count: Number.MIN_SAFE_INTEGER },
  { done: true, at: 0 },
  { data: 'text' },
  { data: 7 },
  { data: [] },
  { data: { a: null, 'b.c': { $d: '2026-01-01' }, '': '\u{1F511}' } },
]

const values: readonly Case[] = [
  {
    name: 'keeps the tables that it has a place for, and no other',
    async run({ adapter: { records } }) {
      await Promise.resolve()
      assert.equal(records.keeps(NOTES), true)
      assert.equal(records.keeps(CODES), true)
    },
  },
  {
    name: 'insert stores a row, and get returns it with its version',
    async run({ adapter }) {
      await assertKept(adapter, NOTES, await storeNote(adapter))
    },
  },
  {
    name: 'values of every kind come back unchanged from insert and change',
    async run({ adapter }) {
      let row = await storeNote(adapter)
      for (const members of VALUES) {
        const next = changed(row, members)
        assert.equal(await adapter.records.change(NOTES, next, row.version), true)
        await assertKept(adapter, NOTES, next)
        row = next
        await assertKept(adapter, NOTES, await storeNote(adapter, members))
      }
    },
  },
  {
    name: 'get and drop of a row that is not there, or whose key differs in letter case, do nothing',
    async run({ adapter }) {
      const row = await storeNote(adapter, { id: unique('Note') })
      const { records } = adapter
      for (const id of [unique('absent'), textOf(row, 'id').toUpperCase()]) {
        const key = { ...keyOf(NOTES, row), id }
        assertNothing(await records.get(NOTES, key))
        assert.equal(await records.drop(NOTES, key, row.version), false)
      }
      await assertKept(adapter, NOTES, row)
    },
  },
]

const writes: readonly Case[] = [
  {
    name: 'insert leaves a row that is there',
    async run({ adapter }) {
      const row = await storeNote(adapter)
      const other = changed(row, { text: 'Phone' })
      assert.equal(await adapter.records.insert(NOTES, other, Date.now()), 'taken')
      await assertKept(adapter, NOTES, row)
    },
  },
  {
    name: 'change replaces the row that was read, and no other version of it',
    async run({ adapter }) {
      const row = await storeNote(adapter)
      const { records } = adapter
      assert.equal(await records.change(NOTES, changed(row, { text: 'x' }), nextVersion()), false)
      await assertKept(adapter, NOTES, row)
      const next = changed(row, { text: 'Phone' })
      assert.equal(await records.change(NOTES, next, row.version), true)
      assert.equal(await records.change(NOTES, changed(row, { text: 'x' }), row.version), false)
      await assertKept(adapter, NOTES, next)
    },
  },
  {
    name: 'change of a row that is not there creates none',
    async run({ adapter }) {
      const row = await storeNote(adapter)
      const { records } = adapter
      const absent = changed(row, { id: unique('absent') })
      assert.equal(await records.change(NOTES, absent, row.version), false)
      assertNothing(await read(adapter, NOTES, absent))
      assert.equal(await records.drop(NOTES, keyOf(NOTES, row), row.version), true)
      assert.equal(await records.change(NOTES, changed(row, {}), row.version), false)
      assertNothing(await read(adapter, NOTES, row))
      assert.deepEqual(await findAll(adapter, 'userId', textOf(row, 'userId')), [])
    },
  },
  {
    name: 'drop deletes the row that was read, and not its successor',
    async run({ adapter }) {
      const row = await storeNote(adapter)
      const { records } = adapter
      const key = keyOf(NOTES, row)
      assert.equal(await records.drop(NOTES, key, nextVersion()), false)
      await assertKept(adapter, NOTES, row)
      assert.equal(await records.drop(NOTES, key, row.version), true)
      assertNothing(await read(adapter, NOTES, row))
      const successor = changed(row, { text: 'Phone' })
      assert.equal(await records.insert(NOTES, successor, Date.now()), 'inserted')
      assert.equal(await records.drop(NOTES, key, row.version), false)
      await assertKept(adapter, NOTES, successor)
      assert.deepEqual(await findAll(adapter, 'topic', textOf(row, 'topic')), [successor])
    },
  },
  {
    name: 'every write leaves the other rows of the user, and those of others',
    async run({ adapter }) {
      const row = await storeNote(adapter)
      const [userId, topic] = [textOf(row, 'userId'), textOf(row, 'topic')]
      const { records } = adapter
      const other = sampleNote(userId, { topic })
      await records.insert(NOTES, other, Date.now())
      const foreign = await storeNote(adapter, { id: textOf(row, 'id'), topic })
      const next = changed(row, { text: 'Phone' })
      await records.change(NOTES, next, row.version)
      await assertKept(adapter, NOTES, other)
      await assertKept(adapter, NOTES, foreign)
      await records.drop(NOTES, keyOf(NOTES, next), next.version)
      await assertKept(adapter, NOTES, other)
      await assertKept(adapter, NOTES, foreign)
    },
  },
]

const finds: readonly Case[] = [
  {
    name: 'find returns each row of an owner once, in pages',
    async run({ adapter }) {
      const userId = await createOwner(adapter)
      const notes = Array.from({ length: 7 }, () => sampleNote(userId))
      for (const note of notes) await adapter.records.insert(NOTES, note, Date.now())
      await storeNote(adapter)
      for (const limit of [1, 2, 7, 100]) {
        assert.deepEqual(idsOf(await findAll(adapter, 'userId', userId, limit)), idsOf(notes))
      }
      const [first] = await findAll(adapter, 'userId', userId)
      assert.ok(first)
      await assertKept(adapter, NOTES, first)
    },
  },
  {
    name: 'find returns the rows of a lookup, of every owner',
    async run({ adapter }) {
      const topic = unique('Topic')
      const notes = [
        await storeNote(adapter, { topic }),
        await storeNote(adapter, { topic }),
        await storeNote(adapter, { topic }),
      ]
      await storeNote(adapter)
      for (const limit of [1, 2, 100]) {
        assert.deepEqual(idsOf(await findAll(adapter, 'topic', topic, limit)), idsOf(notes))
      }
      assert.deepEqual(await findAll(adapter, 'topic', unique('none')), [])
      assert.deepEqual(await findAll(adapter, 'userId', unique('none')), [])
    },
  },
  {
    name: 'find returns a row as it was changed, and none that was dropped',
    async run({ adapter }) {
      const row = await storeNote(adapter)
      const userId = textOf(row, 'userId')
      const next = changed(row, { text: 'Phone' })
      await adapter.records.change(NOTES, next, row.version)
      assert.deepEqual(await findAll(adapter, 'userId', userId), [next])
      await adapter.records.drop(NOTES, keyOf(NOTES, next), next.version)
      assert.deepEqual(await findAll(adapter, 'userId', userId), [])
      assert.deepEqual(await findAll(adapter, 'topic', textOf(row, 'topic')), [])
    },
  },
  {
    name: 'clear deletes the rows of an owner or a lookup, and no others',
    async run({ adapter }) {
      const userId = await createOwner(adapter)
      const topic = unique('topic')
      const { records } = adapter
      const mine = [sampleNote(userId, { topic }), sampleNote(userId)]
      for (const note of mine) await records.insert(NOTES, note, Date.now())
      const foreign = await storeNote(adapter, { topic })
      await records.clear(NOTES, 'userId', userId)
      assert.deepEqual(await findAll(adapter, 'userId', userId), [])
      await assertKept(adapter, NOTES, foreign)
      await records.clear(NOTES, 'topic', topic)
      assertNothing(await read(adapter, NOTES, foreign))
    },
  },
]

const ends: readonly Case[] = [
  {
    name: 'a row of no user is refused, or belongs to that id alone',
    async run(subject) {
      const { adapter } = subject
      const note = sampleNote(unknownId(subject))
      const answer = await adapter.records.insert(NOTES, note, Date.now())
      assert.ok(['no-owner', 'inserted'].includes(answer), answer)
      if (answer === 'inserted') await assertKept(adapter, NOTES, note)
      else assertNothing(await read(adapter, NOTES, note))
    },
  },
  {
    name: 'the rows of a user go with the user',
    async run({ adapter }) {
      const [row, other] = [await storeNote(adapter), await storeNote(adapter)]
      const userId = textOf(row, 'userId')
      await adapter.deleteUser(userId)
      assertNothing(await read(adapter, NOTES, row))
      assert.deepEqual(await findAll(adapter, 'userId', userId), [])
      await assertKept(adapter, NOTES, other)
    },
  },
  {
    name: 'insert takes the place of a row that has expired, and of no other',
    async run({ adapter, at }) {
      const { records } = adapter
      const now = at(0).getTime()
      const old = sampleCode(now + 1000)
      assert.equal(await records.insert(CODES, old, now), 'inserted')
      const next = changed(old, { expires: now + 60_000 })
      assert.equal(await records.insert(CODES, next, now + 999), 'taken')
      assert.equal(await records.insert(CODES, next, now + 1000), 'inserted')
      await assertKept(adapter, CODES, next)
      assert.equal(await records.drop(CODES, keyOf(CODES, old), old.version), false)
    },
  },
  {
    name: 'deleteExpired deletes rows that have expired, as many as it is asked to',
    async run({ adapter, at }) {
      const { records } = adapter
      const now = at(0).getTime()
      // By the clock of the store as well, which may have deleted them itself.
      const over = [1, 2, 3].map((past) => sampleCode(now - past))
      const live = sampleCode(now + 3_600_000)
      for (const code of [...over, live]) await records.insert(CODES, code, now - 10)
      const deleted = await records.deleteExpired(CODES, now, 2)
      assert.ok(deleted <= 2, `it deleted ${deleted}`)
      for (let gone = deleted; gone > 0;) gone = await records.deleteExpired(CODES, now, 1000)
      for (const code of over) assertNothing(await read(adapter, CODES, code))
      await assertKept(adapter, CODES, live)
    },
  },
]

/** Tests of the verbs on records. */
export const recordCases: readonly Case[] = [...values, ...writes, ...finds, ...ends]
