import { equal, type Store } from './collections.ts'
import { fromDocument, toFields } from './documents.ts'
import type { VerificationTokenMethods } from '@latchstring/adapter-kit'

/** Methods on verification tokens. */
export function verificationTokenMethods({ collection, session }: Store): VerificationTokenMethods {
  const tokens = () => collection('verificationTokens')
  return {
    async createVerificationToken(token) {
      const document = toFields('token', token)
      await tokens().insertOne(document, session)
      return fromDocument('token', document)
    },
    async getVerificationToken({ identifier, token }) {
      const found = await tokens().findOne(equal({ identifier, token }), session)
      return found && fromDocument('token', found)
    },
    async useVerificationToken({ identifier, token }) {
      const taken = await tokens().findOneAndDelete(equal({ identifier, token }), session)
      return taken && fromDocument('token', taken)
    },
  }
}
