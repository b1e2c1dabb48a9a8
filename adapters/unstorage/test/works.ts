import type { KeyValueStorage, UnstorageAdapter } from '../src/index.ts'
import { DRIVERS, type TestStorage } from './drivers.ts'
import { openProcess } from './process.ts'

/** A user. */
export const ADA = { id: 'ada', email: 'ada@example.com', emailVerified: null }

/** Another user. */
export const EVE = { id: 'eve', email: 'eve@example.com', emailVerified: null }

/** An account without a user. */
export const ACCOUNT = { provider: 'github', providerAccountId: '1', type: 'oauth' } as const

/** A verification token. */
export const TOKEN = {
  identifier: 'ada@example.com',
  token: 'hash',
  expires: new Date(Date.now() + 3_600_000),
}

const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000)

/** A session of Ada that lasts an hour. */
export const createSession = (
  sessionToken: string,
): { sessionToken: string; userId: string; expires: Date } => ({
  sessionToken,
  userId: ADA.id,
  expires: inHours(1),
})

/** Something that is done with an adapter. */
export type Work = (adapter: UnstorageAdapter) => Promise<unknown>

/** Name of one of the {@link WORKS}. */
export type WorkName = keyof typeof WORKS

/** What is done to Ada and her session `one`; `signIn` gives her the session `new`. */
export const WORKS = {
  rename: (adapter) => adapter.updateUser({ id: 'ada', name: 'Ada Lovelace' }),
  'rename again': (adapter) => adapter.updateUser({ id: 'ada', name: 'Ada King' }),
  signIn: (adapter) => adapter.createSession(createSession('new')),
  extend: (adapter) => adapter.updateSession({ sessionToken: 'one', expires: inHours(2) }),
  signOut: (adapter) => adapter.deleteSession('one'),
  signOutEverywhere: (adapter) => adapter.deleteSessionsByUserId('ada'),
  deleteUser: (adapter) => adapter.deleteUser('ada'),
  deleteExpired: (adapter) => adapter.deleteExpired(inHours(1.5)),
} satisfies Record<string, Work>

/** Opens an empty storage in memory. */
export async function openStorage(): Promise<TestStorage> {
  const memory = DRIVERS.find(({ name }) => name === 'memory')
  if (memory === undefined) throw new Error('There is a driver for the memory.')
  return memory.open()
}

/** Empties a storage, and stores Ada and her session `one`. */
export async function fill(storage: KeyValueStorage): Promise<void> {
  for (const key of await storage.getKeys('')) await storage.removeItem(key)
  const { adapter } = openProcess(storage)
  await adapter.createUser(ADA)
  await adapter.createSession(createSession('one'))
}
