import { IN_FULL, inPart } from '@latchstring/test-kit/in-part'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byKeyAlone, countsVersions, deniesChanges, findsLate } from './src/faulty-stores.ts'
import { findBad, findBadRaces, pairsOf } from './src/over-a-store.ts'
import { SCENES } from './src/scenes/all.ts'
import { appCode, backupCode, resetToken } from './src/scenes/codes.ts'
import { allKeys } from './src/scenes/keys-and-logs.ts'
import { refreshedToken } from './src/scenes/lease.ts'
import { type OpenStore, SQLITE } from './src/stores.ts'

// All orders of all programs are run at night, with the other stores. The model has all of them in every run.
const MOST = IN_FULL ? Infinity : 30

/** What a store does wrong, and what is found then. In the normal run one that answers wrongly at once, and one that denies. */
const FAULTY = [
  ['compares the key alone', byKeyAlone, appCode, 'it was used twice'],
  ['compares the key alone', byKeyAlone, refreshedToken, 'a refresh token was used twice'],
  ['counts versions from 1 on', countsVersions, resetToken, 'used up the second one'],
  ['counts versions from 1 on', countsVersions, backupCode, 'a new code is lost'],
  ['denies a change that it made', deniesChanges, appCode, 'false in place of true'],
  ['finds what was there before the last write', findsLate, allKeys, 'one is left'],
] as const

describe(`Over ${SQLITE.name}`, () => {
  let store: OpenStore

  beforeAll(async () => {
    store = await SQLITE.open()
  })
  afterAll(async () => store.close())

  test.each(SCENES)('%s: each two programs end as over the model', async (_name, make) => {
    expect(await findBad(pairsOf(make), store, MOST)).toEqual([])
  })

  test.each(SCENES)('%s: programs whose calls meet do nothing wrong', async (_name, make) => {
    expect(await findBadRaces(make, store, IN_FULL ? 5 : 2)).toEqual([])
  })

  test.each(inPart(FAULTY, (_, index) => index % 4 === 0))(
    'a store that %s is found out',
    async (_fault, spoil, make, wrong) => {
      const faulty = { ...store, records: spoil(store.records) }
      const bad = await findBad(pairsOf(make), faulty)
      expect(bad).toContainEqual(expect.stringContaining(wrong))
    },
  )
})
