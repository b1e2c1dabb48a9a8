import type { AdapterMethods, Store } from './store.ts'

type VerificationTokenMethods = Pick<
  AdapterMethods,
  'createVerificationToken' | 'useVerificationToken'
>

/** Methods on the table of verification tokens. */
export function verificationTokenMethods({ rows }: Store): VerificationTokenMethods {
  const { verificationTokens } = rows
  return {
    createVerificationToken: (token) => verificationTokens.insert(token),
    useVerificationToken: ({ identifier, token }) => verificationTokens.take({ identifier, token }),
  }
}
