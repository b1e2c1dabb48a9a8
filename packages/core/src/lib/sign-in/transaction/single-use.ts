import type { SessionContext } from '../../request/context.ts'
import { MissingAdapter } from '../../errors/classes.ts'
import { sha256 } from '../../crypto/hash.ts'
import type { VerificationToken } from '../../types/adapter.ts'
import { TRANSACTION_MAX_AGE, type Transaction } from './transaction.ts'

/** The row that limits a transaction to one use. It contains a hash, which is of no use for a sign-in. */
async function usedRow({
  id,
  provider,
}: Transaction): Promise<Pick<VerificationToken, 'identifier' | 'token'>> {
  return { identifier: `oauth:${provider}`, token: await sha256(id) }
}

/**
 * Limits a transaction to one use, also with copies of its cookies. This needs a store that gives a row to one of two concurrent
 * requests. Without one, protection is left to the provider, which accepts a code once, and to the expired cookies of the browser.
 *
 * @throws AdapterError when the row cannot be stored
 */
export async function makeSingleUse(
  { config }: SessionContext,
  transaction: Transaction,
): Promise<Transaction> {
  const { singleUseRows } = config
  if (!singleUseRows) return transaction
  const expires = new Date(transaction.createdAt + TRANSACTION_MAX_AGE * 1000)
  await singleUseRows.createVerificationToken({ ...(await usedRow(transaction)), expires })
  return { ...transaction, stored: true }
}

/**
 * Uses up a transaction. Of several concurrent requests, one succeeds.
 *
 * @returns whether this request succeeded
 * @throws AdapterError when the store fails
 * @throws MissingAdapter when the configuration no longer has the store
 */
export async function consumeTransaction(
  { config }: SessionContext,
  transaction: Transaction,
): Promise<boolean> {
  if (!transaction.stored) return true
  const { singleUseRows } = config
  if (!singleUseRows) {
    throw new MissingAdapter(
      'The sign-in was started with a store that has `atomicConsume`, and the configuration no longer has one. Start the sign-in again.',
    )
  }
  const row = await usedRow(transaction)
  const found = await singleUseRows.useVerificationToken(row)
  return found?.token === row.token && found.expires.getTime() > config.clock()
}
