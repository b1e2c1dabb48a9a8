import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBad, findBadRaces } from './src/over-a-store.ts'
import { SCENES } from './src/scenes/all.ts'
import { type OpenStore, OTHERS, SQLITE } from './src/stores.ts'

describe.each([SQLITE, ...OTHERS])('Over $name', ({ open, most }) => {
  let store: OpenStore

  beforeAll(async () => {
    store = await open()
  })
  afterAll(async () => store.close())

  test.each(SCENES)(
    '%s: the programs end as over the model',
    { timeout: 600_000 },
    async (_name, make) => {
      expect(await findBad([make], store, most)).toEqual([])
    },
  )

  test.each(SCENES)('%s: programs whose calls meet do nothing wrong', async (_name, make) => {
    expect(await findBadRaces(make, store, 100)).toEqual([])
  })
})
