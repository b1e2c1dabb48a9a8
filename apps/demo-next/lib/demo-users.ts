import type { User } from '@latchstring/next'
import { adapter } from './database.ts'
import users from './demo-users.json' with { type: 'json' }

/** The users who sign in with a password, as the home page shows them. */
export const demoUsers = users

/**
 * Verifies user name and password. These passwords are public, so they are compared in plain text. Your application has to use a
 * slow hash, and to limit attempts.
 */
export async function verifyDemoUser(username: unknown, password: unknown): Promise<User | null> {
  const found = users.find((user) => user.username === username && user.password === password)
  return found === undefined ? null : adapter.getUserByEmail(found.email)
}

/** Whether a user has a password: then all other sign-in methods can be removed. */
export function isDemoUser({ email }: Pick<User, 'email'>): boolean {
  return users.some((user) => user.email === email)
}
