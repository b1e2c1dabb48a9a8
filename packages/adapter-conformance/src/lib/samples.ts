import type * as core from '@latchstring/core/adapters'
import type { FullAdapter, Subject } from './options.ts'

/** Number of simultaneous calls in tests of concurrency. */
export const RACERS = 32

/** Number of repetitions of a race, because a single run may succeed by chance. */
export const ROUNDS = 4

/** Returns a unique value. */
export const unique = (prefix: string): string => `${prefix}-${crypto.randomUUID()}`

/** Returns an id of no user, in the format of the store. */
export const unknownId = ({ ids }: Pick<Subject, 'ids'>): string =>
  ids === 'integer' ? String(2_000_000_000 + (Date.now() % 100_000_000)) : crypto.randomUUID()

/** Returns a new user. Its id is a suggestion, and a UUID like those of the core. */
export const sampleUser = (members: Partial<core.AdapterUser> = {}): core.AdapterUser => ({
  id: crypto.randomUUID(),
  email: `${unique('user')}@example.com`,
  emailVerified: null,
  name: 'Ada Lovelace',
  image: 'https://example.com/ada.png',
  ...members,
})

/** Returns a new account. */
export const sampleAccount = (
  userId: string,
  members: Partial<core.AdapterAccount> = {},
): core.AdapterAccount => ({
  provider: 'example',
  providerAccountId: unique('account'),
  type: 'oidc',
  userId,
  ...members,
})

/** Returns a new session, whose expiry has milliseconds. */
export const sampleSession = (
  { at }: Subject,
  userId: string,
  members: Partial<core.AdapterSession> = {},
): core.AdapterSession => ({
  sessionToken: unique('session'),
  userId,
  expires: at(3_600_123),
  ...members,
})

/** Returns a new verification token. */
export const sampleToken = (
  { at }: Subject,
  members: Partial<core.VerificationToken> = {},
): core.VerificationToken => ({
  identifier: `${unique('mail')}@example.com`,
  token: unique('hash'),
  expires: at(600_457),
  ...members,
})

/** Returns a new authenticator. */
export const sampleAuthenticator = (
  userId: string,
  members: Partial<core.AdapterAuthenticator> = {},
): core.AdapterAuthenticator => ({
  credentialID: unique('credential'),
  userId,
  providerAccountId: unique('account'),
  credentialPublicKey: 'pQECAyYgASFYIA+/',
  counter: 0,
  credentialDeviceType: 'multiDevice',
  credentialBackedUp: true,
  transports: 'internal,hybrid',
  ...members,
})

/** Returns a new entry of the feed. */
export const sampleRevocation = (
  { at }: Subject,
  members: Partial<core.AdapterRevocation> = {},
): core.AdapterRevocation => ({
  kind: 'session',
  key: unique('key'),
  generation: 0,
  reason: 'sign-out',
  at: at(0),
  expires: at(3_600_123),
  ...members,
})

/** Stores a user with a linked account. */
export async function createLinkedUser(
  adapter: FullAdapter,
): Promise<{ user: core.AdapterUser; account: core.AdapterAccount }> {
  const user = await adapter.createUser(sampleUser())
  const account = sampleAccount(user.id)
  await adapter.linkAccount(account)
  return { user, account }
}
