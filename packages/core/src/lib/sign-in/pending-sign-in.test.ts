import { beforeEach, describe, expect, test } from 'vitest'
import type { AdapterUser } from '../types/adapter.ts'
import { rollBackUser } from './pending-sign-in.ts'

const SUGGESTED: AdapterUser = { id: '3f0c', email: 'ada@example.com', emailVerified: null }
const CREATED: AdapterUser = { ...SUGGESTED, id: '7' }

let calls: unknown[][]

beforeEach(() => {
  calls = []
})

const storeOf = (found: AdapterUser | null): Parameters<typeof rollBackUser>[0] => ({
  getUser(id) {
    calls.push(['getUser', id])
    return found
  },
  deleteUser(id) {
    calls.push(['deleteUser', id])
  },
})

describe('The roll-back of a created user (LNK-03)', () => {
  test('removes the id that the store gave', async () => {
    await rollBackUser(storeOf(CREATED), SUGGESTED, CREATED)
    expect(calls).toEqual([
      ['getUser', '7'],
      ['deleteUser', '7'],
    ])
  })

  test('removes the suggested id where the store did not answer', async () => {
    await rollBackUser(storeOf(SUGGESTED), SUGGESTED)
    expect(calls).toEqual([
      ['getUser', '3f0c'],
      ['deleteUser', '3f0c'],
    ])
  })

  test.each<readonly [string, AdapterUser | null]>([
    ['no user with the id', null],
    ['a user with another id', { ...SUGGESTED, id: '3' }],
    ['a user whose address is proven by now (ALT-05)', { ...SUGGESTED, emailVerified: new Date() }],
  ])('deletes no user where the store finds %s', async (_, found) => {
    await rollBackUser(storeOf(found), SUGGESTED)
    expect(calls).toEqual([['getUser', '3f0c']])
  })

  test('removes no user created as proven whose address is no longer proven', async () => {
    await rollBackUser(storeOf(SUGGESTED), { ...SUGGESTED, emailVerified: new Date() })
    expect(calls).toHaveLength(1)
  })
})
