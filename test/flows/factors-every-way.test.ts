import { expect, test } from 'vitest'
import { openFactorStore } from './src/factors-world.ts'
import { factorWays, kindsWithoutWay } from './src/factor-ways.ts'

test('Every kind of evidence has a way in', () => {
  expect(kindsWithoutWay()).toEqual([])
})

factorWays('SQLite', openFactorStore)
