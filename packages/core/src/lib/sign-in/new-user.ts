import type { AdapterUser } from '../types/adapter.ts'

/** A user to be created, with an id that the store may replace. */
export function newUser(
  user: Omit<AdapterUser, 'id' | 'emailVerified'>,
  emailVerified: Date | null,
): AdapterUser {
  return { ...user, id: crypto.randomUUID(), emailVerified }
}
