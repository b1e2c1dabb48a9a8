import type { VerificationToken } from '@latchstring/core/adapters'
import { toKeyPart } from './keys.ts'
import { fromFields, milliseconds, toRecord, toFields } from './records.ts'
import type { VerificationTokenMethods } from '@latchstring/adapter-kit'
import { assertDone, type Store } from './store.ts'

const toKey = ({ identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>): string =>
  toKeyPart(JSON.stringify([identifier, token]))

/** Methods on verification tokens. */
export function verificationTokenMethods({ backend }: Store): VerificationTokenMethods {
  return {
    async createVerificationToken(token) {
      const fields = toFields('token', token)
      const expires = milliseconds(token.expires)
      const said = await backend.createToken(toKey(token), expires, fields)
      assertDone('token', said)
      return toRecord('token', fields)
    },
    async getVerificationToken(token) {
      return fromFields('token', await backend.readToken(toKey(token)))
    },
    async useVerificationToken(token) {
      return fromFields('token', await backend.takeToken(toKey(token)))
    },
  }
}
