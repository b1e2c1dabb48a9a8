import { authenticatorClaim, authenticatorKey } from './keys.ts'
import type { AuthenticatorMethods } from '@latchstring/adapter-kit'
import { createOwned, readOwned } from './owned.ts'
import type { Store } from './store.ts'
import type { Item, Key } from './batches.ts'

const keyFor =
  (credentialID: string) =>
  (userId: string): Key =>
    authenticatorKey(userId, credentialID)

/** Longest credential id in bytes: DynamoDB limits sort keys to 1024, and the longest has this before it. */
const LONGEST_ID = 1024 - authenticatorClaim('').sk.length

const isTooLong = (credentialID: string): boolean => credentialID.length > LONGEST_ID

const tooLong = (): Error =>
  Object.assign(new RangeError('A credential id is longer than a key of DynamoDB.'), {
    code: 'VALUE_TOO_LONG',
  })

/** Methods on authenticators. */
export function authenticatorMethods(store: Store): AuthenticatorMethods {
  const { table, claims } = store

  async function update(credentialID: string, counter: number): Promise<Item | null> {
    const claim = await claims.read(authenticatorClaim(credentialID))
    if (claim === null) return null
    return table.update(keyFor(credentialID)(claim.owner), { set: { counter } }, { exists: true })
  }

  return {
    async getAuthenticator(credentialID) {
      if (isTooLong(credentialID)) return null
      const claim = await claims.read(authenticatorClaim(credentialID))
      const found = claim && (await readOwned(store, keyFor(credentialID), claim.owner))
      return found && store.read('authenticator', found.item)
    },
    async createAuthenticator(authenticator) {
      const { credentialID, userId } = authenticator
      if (isTooLong(credentialID)) throw tooLong()
      const item = await createOwned(store, {
        kind: 'authenticator',
        userId,
        key: keyFor(credentialID),
        claim: authenticatorClaim(credentialID),
        attributes: store.attributes('authenticator', authenticator),
      })
      return store.read('authenticator', item)
    },
    async listAuthenticatorsByUserId(userId) {
      const items = await table.list(`USER#${userId}`, 'AUTHENTICATOR#')
      return items.map((item) => store.read('authenticator', item))
    },
    async updateAuthenticatorCounter(credentialID, newCounter) {
      const updated = await update(credentialID, newCounter)
      if (updated === null) throw new Error('There is no authenticator with the given id.')
      return store.read('authenticator', updated)
    },
    async useAuthenticator({ credentialID, counter, credentialBackedUp }) {
      const claim = await claims.read(authenticatorClaim(credentialID))
      if (claim === null) return false
      const used = await table.evaluate(authenticatorKey(claim.owner, credentialID), {
        update: 'SET #counter = :counter, #backedUp = :backedUp',
        condition: counter === 0 ? '#counter = :counter' : '#counter < :counter',
        names: { '#counter': 'counter', '#backedUp': 'credentialBackedUp' },
        values: { ':counter': counter, ':backedUp': credentialBackedUp },
      })
      return used !== null
    },
    async deleteAuthenticator({ credentialID, userId }) {
      const key = authenticatorClaim(credentialID)
      const claim = await claims.read(key)
      await table.remove(authenticatorKey(userId, credentialID))
      if (claim?.owner === userId) await claims.release(key, claim)
    },
  }
}
