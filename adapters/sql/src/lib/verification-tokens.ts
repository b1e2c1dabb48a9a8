import type { VerificationTokenMethods } from '@latchstring/adapter-kit'
import type { Store } from './store.ts'

/** Methods on the table of verification tokens. */
export function verificationTokenMethods({ rows }: Store): VerificationTokenMethods {
  const { verificationTokens } = rows
  return {
    createVerificationToken: (token) => verificationTokens.insert(token),
    getVerificationToken: ({ identifier, token }) => verificationTokens.find({ identifier, token }),
    useVerificationToken: ({ identifier, token }) => verificationTokens.take({ identifier, token }),
  }
}
