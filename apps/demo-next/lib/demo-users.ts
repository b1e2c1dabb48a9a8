import type { User } from '@latchstring/next'
import { adapter } from './database.ts'
import users from './demo-users.json' with { type: 'json' }

/** The users who sign in with a password, as the home page shows them. */
export const demoUsers = users

/**
 * Verifies user name and password. The passwords are on the home page, so they are compared as they are; yours belong
 * through a slow hash, and tries have to be counted.
 */
export async function verifyDemoUser(username: unknown, password: unknown): Promise<User | null> {
  const found = users.find((user) => user.username === username && user.password === password)
  return found === undefined ? null : adapter.getUserByEmail(found.email)
}

/** Whether somebody has a password: then they can remove everything else they sign in with. */
export function isDemoUser({ email }: Pick<User, 'email'>): boolean {
  return users.some((user) => user.email === email)
}
