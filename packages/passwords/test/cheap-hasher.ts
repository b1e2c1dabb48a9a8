import { createHash, randomUUID } from 'node:crypto'
import type { PasswordHasher } from '../src/hashing.ts'

const digest = (salt: string, password: string): string =>
  createHash('sha256')
    .update(`${salt}:${password.normalize('NFKC')}`)
    .digest('hex')

/** Hashes at once, which is of no use but in tests of everything else. */
export const cheapHasher: PasswordHasher = {
  method: 'SHA-256',
  async hash(password) {
    const salt = randomUUID()
    return `cheap$${salt}$${digest(salt, password)}`
  },
  async check(password, stored) {
    const text = typeof stored === 'function' ? await stored() : stored
    const [, salt = '', hash] = (text ?? '').split('$')
    return { right: hash === digest(salt, password), outdated: false }
  },
  examine(stored) {
    if (!stored.startsWith('cheap$')) throw new TypeError('That is no hash of this hasher.')
  },
}
