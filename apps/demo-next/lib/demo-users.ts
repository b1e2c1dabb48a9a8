import { isUniqueViolation } from '@latchstring/adapter-sql'
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

/** Creates the tables, and the demo users where they are missing. */
export async function prepareStore(): Promise<void> {
  await adapter.migrate()
  for (const { name, email, role } of users) {
    if ((await adapter.getUserByEmail(email)) !== null) continue
    const user = { id: crypto.randomUUID(), name, email, emailVerified: null, image: null, role }
    try {
      await adapter.createUser(user)
    } catch (error) {
      // Another instance that starts on the same database was faster.
      if (!isUniqueViolation(error)) throw error
    }
  }
}
