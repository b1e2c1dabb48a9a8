import type { AccountMethods, SessionMethods, UserMethods } from '@latchstring/adapter-kit'
import { expect } from 'vitest'

type Methods = UserMethods & SessionMethods & Pick<AccountMethods, 'linkAccount'>

/**
 * Stores a user with an account and a session, finds the user in another letter case, and expects nothing to be left of
 * them when the user is deleted.
 */
export async function expectDeletedWhole(adapter: Methods): Promise<void> {
  const user = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }
  const { id: userId } = await adapter.createUser(user)
  const account = { provider: 'github', providerAccountId: '42' }
  await adapter.linkAccount({ ...account, type: 'oauth', userId })
  const expires = new Date('2030-01-02T03:04:05Z')
  await adapter.createSession({ sessionToken: 'one', userId, expires })
  expect((await adapter.getUserByEmail('ADA@example.com'))?.id).toBe(userId)
  await adapter.deleteUser(userId)
  expect(await adapter.getUserByAccount(account)).toBeNull()
  expect(await adapter.getSessionAndUser('one')).toBeNull()
  expect(await adapter.getUser(userId)).toBeNull()
}

/** The error that work fails with; throws where it succeeds, or fails with something else. */
export async function catchFailure(work: () => unknown): Promise<Error> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error) return error
    throw new Error('What was thrown is not an Error.', { cause: error })
  }
  throw new Error('The work did not fail.')
}
