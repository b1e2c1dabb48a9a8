import assert from 'node:assert/strict'
import type {
  AdapterRevocation,
  ListedRevocation,
  RevocationRange,
} from '@latchstring/core/adapters'
import { assertNothing, assertStored, race } from '../expectations.ts'
import { asFull, type Case, type Subject } from '../options.ts'
import { RACERS, ROUNDS, sampleRevocation, unique } from '../samples.ts'

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** A number of entries that every store accepts in one step. */
const TOGETHER = 40

const rangeFrom = (after: string | undefined, limit = 1000): RevocationRange =>
  after === undefined ? { limit } : { after, limit }

/** Reads the feed from a cursor, page by page until one is not full, as the core does. */
export async function readFeed(
  { adapter }: Subject,
  from?: string,
  limit = 1000,
): Promise<readonly ListedRevocation[]> {
  const found = new Map<string, ListedRevocation>()
  for (let after = from; ;) {
    const page = await adapter.listRevocations(rangeFrom(after, limit))
    assert.ok(page.length <= limit, `${page.length} entries where ${limit} were asked for`)
    for (const entry of page) {
      assert.ok(!found.has(entry.cursor), 'an entry was listed twice')
      found.set(entry.cursor, entry)
    }
    after = page.at(-1)?.cursor
    if (page.length < limit) return [...found.values()]
  }
}

/** Returns the cursor at the end of the feed. */
export const endOfFeed = async (subject: Subject): Promise<string | undefined> =>
  (await readFeed(subject)).at(-1)?.cursor

const listKeys = (entries: readonly AdapterRevocation[]): readonly string[] =>
  entries.map(({ key }) => key)

const sampleMany = (subject: Subject, count: number): readonly AdapterRevocation[] =>
  Array.from({ length: count }, () => sampleRevocation(subject))

const listing: readonly Case[] = [
  {
    name: 'listRevocations returns entries of every kind as they were appended, in the order of the calls',
    async run(subject) {
      const { adapter, at } = subject
      const entries = [
        sampleRevocation(subject, { key: `${unique('k')}${'x'.repeat(250)}`.slice(0, 255) }),
        sampleRevocation(subject, { kind: 'user', generation: 7, reason: 'r'.repeat(64) }),
        sampleRevocation(subject, { kind: 'provider', at: at(-60_007) }),
        sampleRevocation(subject, { kind: 'all', key: '*', generation: 3, expires: at(9e9) }),
      ]
      await adapter.appendRevocations([sampleRevocation(subject)])
      const from = await endOfFeed(subject)
      for (const entry of entries) await adapter.appendRevocations([entry])
      const listed = await readFeed(subject, from)
      assert.equal(
        listed.length,
        entries.length,
        'listRevocations returned another number of entries',
      )
      for (const [index, entry] of entries.entries()) assertStored(listed[index], entry)
    },
  },
  {
    name: 'listRevocations returns consecutive pages with every entry once',
    async run(subject) {
      const from = await endOfFeed(subject)
      const entries = sampleMany(subject, 7)
      await subject.adapter.appendRevocations(entries)
      for (const limit of [1, 3, 7, 8]) {
        const keys = listKeys(await readFeed(subject, from, limit))
        assert.deepEqual(keys.toSorted(), listKeys(entries).toSorted())
      }
    },
  },
  {
    name: 'listRevocations without a cursor starts with the first entry, and returns nothing after the last one',
    async run(subject) {
      const entries = sampleMany(subject, 2)
      for (const entry of entries) await subject.adapter.appendRevocations([entry])
      const all = await readFeed(subject)
      assert.deepEqual(listKeys(all.slice(-2)), listKeys(entries))
      assert.deepEqual(await readFeed(subject, all.at(-1)?.cursor), [])
    },
  },
  {
    name: 'a cursor returns the same entries again, and those that were appended since',
    async run(subject) {
      const from = await endOfFeed(subject)
      const [first, second] = [sampleRevocation(subject), sampleRevocation(subject)]
      await subject.adapter.appendRevocations([first])
      const before = await readFeed(subject, from)
      assert.deepEqual(await readFeed(subject, from), before)
      await subject.adapter.appendRevocations([second])
      const after = await readFeed(subject, from)
      assert.deepEqual(after.slice(0, 1), before)
      assert.deepEqual(listKeys(after), [first.key, second.key])
    },
  },
  {
    name: 'a page that contains only expired entries is not the end of the list',
    async run(subject) {
      const { adapter, at } = subject
      const from = await endOfFeed(subject)
      const expired = sampleMany(subject, 5).map((entry) => ({ ...entry, expires: at(-60_000) }))
      const live = sampleMany(subject, 5)
      await adapter.appendRevocations(expired)
      await adapter.appendRevocations(live)
      for (const limit of [2, 3, 10]) {
        const keys = new Set(listKeys(await readFeed(subject, from, limit)))
        for (const { key } of live) assert.ok(keys.has(key), 'an entry is missing')
      }
    },
  },
]

const appending: readonly Case[] = [
  {
    name: 'an appended entry is returned by every call that starts afterwards',
    async run(subject) {
      const { adapter } = subject
      for (let round = 0; round < RACERS; round += 1) {
        const from = await endOfFeed(subject)
        const entry = sampleRevocation(subject)
        await adapter.appendRevocations([entry])
        const [listed, found] = await Promise.all([
          readFeed(subject, from),
          adapter.getRevocation({ kind: entry.kind, key: entry.key }),
        ])
        assert.deepEqual(listKeys(listed), [entry.key])
        assertStored(found, entry)
      }
    },
  },
  {
    name: `${RACERS} simultaneous appends store every entry under a cursor of its own (REV-07)`,
    async run(subject) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const from = await endOfFeed(subject)
        const pairs = Array.from({ length: RACERS }, () => sampleMany(subject, 2))
        const { errors } = await race(RACERS, (index) =>
          subject.adapter.appendRevocations(pairs[index] ?? []),
        )
        assert.deepEqual(errors, [])
        const listed = listKeys(await readFeed(subject, from))
        assert.deepEqual(listed.toSorted(), listKeys(pairs.flat()).toSorted())
      }
    },
  },
  {
    name: `appendRevocations stores ${TOGETHER} entries in one step, so that a reader sees all or none`,
    async run(subject) {
      const from = await endOfFeed(subject)
      const entries = sampleMany(subject, TOGETHER)
      const seen: number[] = []
      const ended = new AbortController()
      const read = async (): Promise<void> => {
        while (!ended.signal.aborted) {
          seen.push((await readFeed(subject, from)).length)
          await pause(0)
        }
      }
      const append = async (): Promise<void> => {
        await subject.adapter.appendRevocations(entries)
      }
      await Promise.all([
        read(),
        append().finally(() => {
          ended.abort()
        }),
      ])
      seen.push((await readFeed(subject, from)).length)
      const partly = seen.filter((count) => count !== 0 && count !== TOGETHER)
      assert.deepEqual([partly, seen.at(-1)], [[], TOGETHER])
    },
  },
  {
    name: 'appendRevocations refuses an entry without a valid time together with those beside it',
    async run(subject) {
      const from = await endOfFeed(subject)
      const [good, bad] = [sampleRevocation(subject), sampleRevocation(subject)]
      await assert.rejects(async () =>
        subject.adapter.appendRevocations([good, { ...bad, expires: new Date(Number.NaN) }]),
      )
      assert.deepEqual(await readFeed(subject, from), [])
      assertNothing(await subject.adapter.getRevocation(good))
    },
  },
  {
    name: 'appendRevocations accepts the same entry twice and an empty list',
    async run(subject) {
      const { adapter } = subject
      const from = await endOfFeed(subject)
      const entry = sampleRevocation(subject, { kind: 'user', generation: 4 })
      await adapter.appendRevocations([])
      await adapter.appendRevocations([entry])
      await adapter.appendRevocations([entry])
      assert.deepEqual(new Set(listKeys(await readFeed(subject, from))), new Set([entry.key]))
      assertStored(await adapter.getRevocation({ kind: 'user', key: entry.key }), entry)
    },
  },
]

/** Tests of `revocationFeed` except `getRevocation`. */
export const revocationFeedCases: readonly Case[] = [...listing, ...appending]

/** The same tests with transactions. */
export const revocationTransactionCases: readonly Case[] = [
  {
    name: 'an entry that becomes visible after a later one is listed after every cursor from before both (REV-07)',
    async run(subject) {
      const { adapter } = subject
      const from = await endOfFeed(subject)
      const [late, early] = [sampleRevocation(subject), sampleRevocation(subject)]
      let other: Promise<unknown> = Promise.resolve()
      await adapter.transaction(async (within) => {
        await asFull(within).appendRevocations([late])
        // A store may append at once, or after the end of the transaction.
        other = (async () => adapter.appendRevocations([early]))()
        await Promise.race([other, pause(100)])
        const seen = new Set(listKeys(await asFull(within).listRevocations(rangeFrom(from))))
        assert.ok(seen.has(late.key), 'a transaction does not see its own entry')
      })
      await other
      assert.deepEqual(
        new Set(listKeys(await readFeed(subject, from))),
        new Set([late.key, early.key]),
      )
    },
  },
  {
    name: 'a transaction that fails leaves no entry',
    async run(subject) {
      const { adapter } = subject
      const from = await endOfFeed(subject)
      const entry = sampleRevocation(subject)
      const failure = new Error('the work failed')
      await assert.rejects(
        adapter.transaction(async (within) => {
          await asFull(within).appendRevocations([entry])
          throw failure
        }),
        failure,
      )
      assert.deepEqual(await readFeed(subject, from), [])
      assertNothing(await adapter.getRevocation({ kind: entry.kind, key: entry.key }))
    },
  },
]
