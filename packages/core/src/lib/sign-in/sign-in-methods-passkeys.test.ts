import { expect, it, vi } from 'vitest'
import type { Log } from '../logger/logger.ts'
import type { Adapter, AdapterAuthenticator } from '../types/adapter.ts'
import { deleteAuthenticator, restoreAuthenticator } from './sign-in-methods.ts'

const KEY: AdapterAuthenticator = {
  credentialID: 'credential',
  userId: '1',
  providerAccountId: 'credential',
  credentialPublicKey: 'key',
  counter: 0,
  credentialDeviceType: 'singleDevice',
  credentialBackedUp: false,
  transports: null,
}
const ACCOUNT = { provider: 'passkey', providerAccountId: 'credential' }

/** A store in which each look-up finds the passkey, or does not. */
function finding(...found: readonly boolean[]): NonNullable<Adapter['getAuthenticator']> {
  const looks = [...found]
  return () => (looks.shift() ? KEY : null)
}

it.each([
  { what: 'is stored by now', getAuthenticator: finding(true), writes: 0 },
  { what: 'is missing', getAuthenticator: finding(false), writes: 1 },
  { what: 'cannot be looked up', getAuthenticator: undefined, writes: 1 },
])('A passkey that $what is restored by $writes writes', async ({ getAuthenticator, writes }) => {
  const createAuthenticator = vi.fn(() => KEY)
  const lookUp = getAuthenticator && { getAuthenticator }
  await restoreAuthenticator({ createAuthenticator, ...lookUp }, KEY)
  expect(createAuthenticator.mock.calls).toEqual(Array.from({ length: writes }, () => [KEY]))
})

it('A passkey is left as it is by a store that cannot write it', async () => {
  await expect(restoreAuthenticator({}, KEY)).resolves.toBeUndefined()
})

it('A passkey whose write fails is restored if another request has written it, and otherwise fails', async () => {
  const failed = new Error('connect ECONNREFUSED')
  const createAuthenticator = (): never => {
    throw failed
  }
  const written = { createAuthenticator, getAuthenticator: finding(false, true) }
  await expect(restoreAuthenticator(written, KEY)).resolves.toBeUndefined()
  const missing = { createAuthenticator, getAuthenticator: finding(false, false) }
  await expect(restoreAuthenticator(missing, KEY)).rejects.toBe(failed)
})

it.each<[string, Adapter | undefined]>([
  ['without an adapter', undefined],
  ['by an adapter without capabilities', {}],
  ['by an adapter with the capability alone', { capabilities: { authenticatorDeletion: true } }],
])('Nothing is deleted and nothing logged %s', async (_, adapter) => {
  const error = vi.fn()
  // The function uses no other member of a log.
  const log = { error } as unknown as Log
  await deleteAuthenticator({ adapter, clock: () => 0, log }, ACCOUNT, KEY)
  expect(error).not.toHaveBeenCalled()
})
