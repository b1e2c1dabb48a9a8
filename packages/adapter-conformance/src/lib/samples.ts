import type * as core from '@latchstring/core/adapters'
import type { FullAdapter, Subject } from './options.ts'

/** How many calls race in the tests of concurrency. */
export const RACERS = 32

/** How often a race is run, because one run may happen to go well. */
export const ROUNDS = 4

/** A value no other row has. */
export const unique = (prefix: string): string => `${prefix}-${crypto.randomUUID()}`

/** Id of a user who is not there, in the shape the store's ids have. */
export const unknownId = ({ ids }: Pick<Subject, 'ids'>): string =>
  ids === 'integer' ? String(2_000_000_000 + (Date.now() % 100_000_000)) : crypto.randomUUID()

/** A user nobody has created. Its id is a suggestion, and a UUID as those of the core. */
export const sampleUser = (members: Partial<core.AdapterUser> = {}): core.AdapterUser => ({
  id: crypto.randomUUID(),
  email: `${unique('user')}@example.com`,
  emailVerified: null,
  name: 'Ada Lovelace',
  image: 'https://example.com/ada.png',
  ...members,
})

/** An account nobody has linked. */
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

/** A session nobody has created, with an expiry that has milliseconds. */
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

/** A verification token nobody has created. */
export const sampleToken = (
  { at }: Subject,
  members: Partial<core.VerificationToken> = {},
): core.VerificationToken => ({
  identifier: `${unique('mail')}@example.com`,
  token: unique('hash'),
  expires: at(600_457),
  ...members,
})

/** An authenticator nobody has registered. */
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

/** An entry of the feed nobody has appended. */
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

/** A device nobody has signed in on. */
export const sampleDevice = (
  { at }: Subject,
  userId: string,
  members: Partial<core.AdapterDevice> = {},
): core.AdapterDevice => ({
  sessionId: unique('session'),
  userId,
  createdAt: at(-7_200_321),
  lastSeenAt: at(-3_600_123),
  expires: at(86_400_007),
  label: 'Firefox on Windows',
  place: 'Zürich',
  provider: 'example',
  providerSession: unique('hash'),
  providerSubject: unique('hash'),
  ...members,
})

/** A user in the store with an account linked to it. */
export async function createLinkedUser(
  adapter: FullAdapter,
): Promise<{ user: core.AdapterUser; account: core.AdapterAccount }> {
  const user = await adapter.createUser(sampleUser())
  const account = sampleAccount(user.id)
  await adapter.linkAccount(account)
  return { user, account }
}
