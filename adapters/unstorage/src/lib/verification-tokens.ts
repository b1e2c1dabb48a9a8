import type { VerificationToken } from '@latchstring/core/adapters'
import { digest } from './keys.ts'
import type { AdapterMethods, Store } from './store.ts'

type VerificationTokenMethods = Pick<
  AdapterMethods,
  'createVerificationToken' | 'useVerificationToken'
>

const tokenId = ({
  identifier,
  token,
}: Pick<VerificationToken, 'identifier' | 'token'>): Promise<string> => digest(identifier, token)

/** Methods on verification tokens. */
export function verificationTokenMethods(store: Store): VerificationTokenMethods {
  return {
    createVerificationToken: async (token) => store.write('token', await tokenId(token), token),
    async useVerificationToken(params) {
      const id = await tokenId(params)
      const found = await store.read('token', id)
      if (found !== null) await store.remove('token', id)
      return found
    },
  }
}
