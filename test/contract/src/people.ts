import Credentials, { type CredentialsConfig } from '@latchstring/core/providers/credentials'

/** What opens every account. */
export const PASSWORD = 'correct horse battery staple'

/** Somebody who can sign in with a password. */
export const ADA = {
  id: 'id-of-ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: '/ada.png',
} as const

/** Sign-in with a user name and a password. */
export function passwords(overrides: Parameters<typeof Credentials>[0] = {}): CredentialsConfig {
  return Credentials({
    credentials: { username: { label: 'User name' }, password: { type: 'password' } },
    authorize: ({ username, password }) =>
      username === 'ada' && password === PASSWORD ? ADA : null,
    ...overrides,
  })
}
