import { describe, expect, test } from 'vitest'
import type { AdapterRecords } from '@latchstring/core/adapters'
import { recordVerbs } from '../adapters/memory-records.ts'
import { compare, explore, type Explored, type Fault, race } from './src/explore.ts'
import { mailWorld, type Use } from './src/mails.ts'
import { SQLITE } from './src/stores.ts'

/** Of two that meet each call may be lost, too. */
const faultsOf = (uses: readonly Use[]): readonly Fault[] =>
  uses.length > 2 ? [] : ['crash', 'lost-answer']

/** How many orders are run over SQLite. */
const MOST = 40

const inMemory = (): AdapterRecords => recordVerbs({ records: new Map() }, () => true)

const MEETINGS: readonly (readonly [uses: readonly Use[], tried: number])[] = [
  [['right code', 'right code'], 0],
  [['right code', 'link'], 0],
  [['wrong code', 'link'], 0],
  [['link', 'link', 'link'], 0],
  [['right code', 'right code'], 4],
  [['wrong code', 'wrong code'], 4],
]

const exploreMails = (
  uses: readonly Use[],
  tried: number,
  change: (records: AdapterRecords) => AdapterRecords = (records) => records,
): Promise<Explored> =>
  explore(() => mailWorld(change(inMemory()), { uses, tried }), faultsOf(uses))

describe('A mail', () => {
  test.each(MEETINGS)(
    'of which %j come together after %i codes is right in every order, whatever is lost',
    async (uses, tried) => {
      const { orders, bad } = await exploreMails(uses, tried)
      expect(orders.length).toBeGreaterThan(5)
      expect(bad).toEqual([])
    },
  )

  test.each(MEETINGS)(
    'of which %j come together after %i codes ends over SQLite as in memory',
    async (uses, tried) => {
      const { orders } = await exploreMails(uses, tried)
      const step = Math.max(1, Math.ceil(orders.length / MOST))
      const some = orders.filter((_, index) => index % step === 0)
      const store = await SQLITE.open()
      try {
        const open = () => mailWorld(store.records, { uses, tried })
        expect(await compare(open, some, faultsOf(uses))).toEqual([])
        for (let round = 0; round < 5; round += 1) expect(await race(await open())).toBeUndefined()
      } finally {
        await store.close()
      }
    },
  )
})

/** What stores may do wrong. */
const byKeyAlone = (records: AdapterRecords): AdapterRecords => ({
  ...records,
  async change(table, row) {
    const there = await records.get(table, { id: row.values['id'] ?? null })
    return there !== null && records.change(table, row, there.version)
  },
})

const dropsAgain = (records: AdapterRecords): AdapterRecords => ({
  ...records,
  async drop(...args) {
    await records.drop(...args)
    return true
  },
})

test.each([
  ['changes by the key alone', byKeyAlone, ['wrong code', 'wrong code', 'wrong code'], 3],
  ['says of each drop that it was made', dropsAgain, ['link', 'link'], 0],
] as const)('A store that %s is seen', async (_, wrong, uses, tried) => {
  expect((await exploreMails(uses, tried, wrong)).bad).not.toEqual([])
})
