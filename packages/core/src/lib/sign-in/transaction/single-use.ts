import type { SessionContext } from '../../request/context.ts'
import { MissingAdapter } from '../../errors/classes.ts'
import { sha256 } from '../../crypto/hash.ts'
import type { VerificationToken } from '../../types/adapter.ts'
import { TRANSACTION_MAX_AGE, type Transaction } from './transaction.ts'

/** The row that makes a transaction good for one session. It says nothing that anybody could sign in with. */
async function usedRow({
  id,
  provider,
}: Transaction): Promise<Pick<VerificationToken, 'identifier' | 'token'>> {
  return { identifier: `oauth:${provider}`, token: await sha256(id) }
}

/**
 * Makes a transaction one that completes at most once, however many copies of its cookies there are. That takes a store
 * which gives a row to one of two who use it at the same moment; with another one, or none, what its provider and this
 * browser do about it has to be enough.
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
 * Uses up a transaction; of several who try, one succeeds.
 *
 * @returns whether this one did
 * @throws AdapterError when the store cannot tell, MissingAdapter when there is none any more
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
