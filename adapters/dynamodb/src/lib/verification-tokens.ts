import { toExpiry } from './items.ts'
import { tokenKey } from './keys.ts'
import type { Store } from './store.ts'
import { type VerificationTokenMethods, uniqueViolation } from '@latchstring/adapter-kit'

/** Methods on verification tokens. */
export function verificationTokenMethods(store: Store): VerificationTokenMethods {
  const { table, expiry, read, attributes } = store
  return {
    async createVerificationToken(token) {
      const item = {
        ...attributes('token', token),
        ...toExpiry(expiry, token.expires),
        ...tokenKey(token),
        type: 'VT',
      }
      if (!(await table.put(item, { exists: false }))) {
        throw uniqueViolation('A token with this identifier already exists.')
      }
      return read('token', item)
    },
    async getVerificationToken(ids) {
      const item = await table.get(tokenKey(ids))
      return item && read('token', item)
    },
    async useVerificationToken(ids) {
      const item = await table.remove(tokenKey(ids))
      return item && read('token', item)
    },
  }
}
