import { describe, expect, test } from 'vitest'
import { TEST_PROGRAMS } from '../../tools/servers/debian.mjs'
import { APART, APART_SLOW } from '../../tools/install.mjs'
import { STORE_NAMES } from '../../tools/servers/stores.mjs'
import { findNeeds } from '../../tools/check/test-needs.mjs'

const POSTGRES = 'LATCHSTRING_TEST_POSTGRES_URL'
const MYSQL = 'LATCHSTRING_TEST_MYSQL_URL'
const REDIS = 'LATCHSTRING_TEST_REDIS_URL'

const ALL_APART = { ...APART, ...APART_SLOW }

const needs = (...files: readonly string[]) =>
  findNeeds(files, { stores: Object.keys(STORE_NAMES), apart: ALL_APART, debian: TEST_PROGRAMS })

describe('the needs of chosen test files', () => {
  test.each(['packages/core', 'packages/react', 'test/flows/accounts.test.ts:12'])(
    '%s needs neither a store, nor packages installed separately, nor a program',
    (filter) => {
      expect(needs(filter)).toEqual({ stores: [], apart: [], debian: [] })
    },
  )

  test.each([
    ['packages/cli/src/migrate', [POSTGRES, MYSQL], []],
    ['adapters/redis/src', [REDIS], []],
    ['adapters/prisma', [POSTGRES], ['adapters/prisma/test/client']],
    ['adapters/sql/src/node-sqlite', [], ['adapters/sql/test/node-24']],
    ['test/peer/version-4', [], ['test/peer/next-auth-4']],
    ['test/instances/rate-limiter', [REDIS], ['test/instances/limiters']],
    ['test/published-adapters', [POSTGRES, REDIS], ['test/published-adapters/stores']],
  ])('%s needs the stores and packages that its imports name', (filter, stores, apart) => {
    const found = needs(filter)
    expect(found.stores).toEqual(expect.arrayContaining(stores))
    expect(found.apart).toEqual(apart)
  })

  test.each(['test/newcomer/nginx', 'test/flows/shared-cache'])(
    '%s needs nginx, which is installed before the tests',
    (filter) => {
      expect(needs(filter).debian).toEqual(['nginx'])
    },
  )

  test('a filter that no file matches, and no filter, need everything', () => {
    const everything = {
      stores: Object.keys(STORE_NAMES),
      apart: Object.keys(ALL_APART),
      debian: ['nginx'],
    }
    expect(needs()).toEqual(everything)
    expect(needs('there-is-no-such-test')).toEqual(everything)
  })
})
