import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { singleUseRows } from '../../config/store.ts'
import type { Adapter, VerificationToken } from '../../types/adapter.ts'
import { consumeTransaction, makeSingleUse } from './single-use.ts'
import type { Transaction } from './transaction.ts'

const START = 1_700_000_000_000

/** Rows in memory, each of which is used once. */
function shelf(): { readonly rows: VerificationToken[]; readonly adapter: Adapter } {
  const rows: VerificationToken[] = []
  const adapter: Adapter = {
    capabilities: { atomicConsume: true },
    createVerificationToken: (row) => void rows.push(row),
    useVerificationToken({ identifier, token }) {
      const at = rows.findIndex((row) => row.identifier === identifier && row.token === token)
      return at === -1 ? null : (rows.splice(at, 1)[0] ?? null)
    },
  }
  return { rows, adapter }
}

describe('A single-use sign-in', () => {
  const TRANSACTION: Transaction = {
    id: '0lq3qk1aBcDeFgHi',
    provider: 'acme',
    redirectUri: '',
    returnTo: '',
    createdAt: START,
  }

  type Context = Parameters<typeof makeSingleUse>[0]

  const contextOf = (adapter: Adapter | undefined, now = START): Context =>
    // The functions read no other members of a context.
    ({ config: { singleUseRows: singleUseRows(adapter), clock: () => now } }) as unknown as Context

  test.each([
    [undefined],
    [{}],
    [{ capabilities: {} }],
    [{ capabilities: { atomicConsume: false } }],
  ])('is not offered with a store such as %j (FLW-05)', async (adapter) => {
    expect(await makeSingleUse(contextOf(adapter), TRANSACTION)).toBe(TRANSACTION)
    expect(await consumeTransaction(contextOf(adapter), TRANSACTION)).toBe(true)
  })

  test('has a row with its provider and a hash of its id (FLW-05)', async () => {
    const { rows, adapter } = shelf()
    await makeSingleUse(contextOf(adapter), TRANSACTION)
    const token = createHash('sha256').update(TRANSACTION.id).digest('base64url')
    const expires = new Date(START + 900_000)
    expect(rows).toEqual([{ identifier: 'oauth:acme', token, expires }])
  })

  test('lasts fifteen minutes, to the millisecond (FLW-05)', async () => {
    for (const [later, good] of [
      [899_999, true],
      [900_000, false],
    ] as const) {
      const { adapter } = shelf()
      const stored = await makeSingleUse(contextOf(adapter), TRANSACTION)
      expect(await consumeTransaction(contextOf(adapter, START + later), stored)).toBe(good)
      expect(await consumeTransaction(contextOf(adapter, START), stored)).toBe(false)
    }
  })

  test('causes an error where the store is no longer configured (FLW-05)', async () => {
    const stored: Transaction = { ...TRANSACTION, stored: true }
    for (const adapter of [undefined, {}]) {
      await expect(consumeTransaction(contextOf(adapter), stored)).rejects.toThrow(
        'The sign-in was started with a store that has `atomicConsume`, and the configuration no longer has one. Start the sign-in again.',
      )
    }
  })
})
