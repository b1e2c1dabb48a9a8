import { describe, expect, test } from 'vitest'
import type { AdapterRecords } from '@latchstring/core/adapters'
import { recordVerbs } from '../adapters/memory-records.ts'
import { compare, explore, type Explored, race } from './src/explore.ts'
import { type ProofUse, proofWorld } from './src/proofs.ts'
import { SQLITE } from './src/stores.ts'

/** How many orders are run over SQLite. */
const MOST = 40

const FAULTS = ['crash', 'lost-answer'] as const

const inMemory = (): AdapterRecords => recordVerbs({ records: new Map() }, () => true)

const MEETINGS: readonly (readonly [uses: readonly ProofUse[], tried: number])[] = [
  [['link', 'link'], 0],
  [['link', 'link, refused'], 0],
  [['link', 'code'], 0],
  [['code', 'code, refused'], 0],
  [['code', 'wrong code'], 0],
  [['link', 'wrong code'], 4],
  [['code, refused', 'wrong code'], 3],
  [['code', 'code'], 4],
]

const exploreProofs = (
  uses: readonly ProofUse[],
  tried: number,
  change: (records: AdapterRecords) => AdapterRecords = (records) => records,
): Promise<Explored> => explore(() => proofWorld(change(inMemory()), { uses, tried }), FAULTS)

describe('A proof by mail', () => {
  test.each(MEETINGS)(
    'of which %j come together after %i codes is right in every order, whatever is lost',
    async (uses, tried) => {
      const { orders, bad } = await exploreProofs(uses, tried)
      expect(orders.length).toBeGreaterThan(5)
      expect(bad).toEqual([])
    },
  )

  test.each(MEETINGS)(
    'of which %j come together after %i codes ends over SQLite as in memory',
    async (uses, tried) => {
      const { orders } = await exploreProofs(uses, tried)
      const step = Math.max(1, Math.ceil(orders.length / MOST))
      const some = orders.filter((_, index) => index % step === 0)
      const store = await SQLITE.open()
      try {
        const open = () => proofWorld(store.records, { uses, tried })
        expect(await compare(open, some, FAULTS)).toEqual([])
        for (let round = 0; round < 5; round += 1) expect(await race(await open())).toBeUndefined()
      } finally {
        await store.close()
      }
    },
  )
})

test('A store that changes by the key alone is seen', async () => {
  const wrong = (records: AdapterRecords): AdapterRecords => ({
    ...records,
    async change(table, row) {
      const there = await records.get(table, { id: row.values['id'] ?? null })
      return there !== null && records.change(table, row, there.version)
    },
  })
  expect((await exploreProofs(['link', 'link'], 0, wrong)).bad).not.toEqual([])
})
