import type { VerificationToken } from '@latchstring/core/adapters'
import type { Guard } from './guard.ts'
import { digest } from './keys.ts'
import type { VerificationTokenMethods } from '@latchstring/adapter-kit'
import type { Store } from './store.ts'

const tokenId = ({
  identifier,
  token,
}: Pick<VerificationToken, 'identifier' | 'token'>): Promise<string> => digest(identifier, token)

/** Methods on verification tokens. */
export function verificationTokenMethods(store: Store, guard: Guard): VerificationTokenMethods {
  const alone = <Result>(id: string, work: () => Promise<Result>): Promise<Result> =>
    guard.run(`token:${id}`, work)

  return {
    async createVerificationToken(token) {
      const id = await tokenId(token)
      const isTaken = async (): Promise<boolean> => (await store.read('token', id)) !== null
      return alone(id, async () => {
        await guard.refuse('a verification token with the same hash', isTaken)
        return guard.attempt(
          () => store.write('token', id, token),
          () => store.remove('token', id),
        )
      })
    },
    getVerificationToken: async (params) => store.read('token', await tokenId(params)),
    async useVerificationToken(params) {
      const id = await tokenId(params)
      return alone(id, async () => {
        const found = await store.read('token', id)
        if (found !== null) await store.remove('token', id)
        return found
      })
    },
  }
}
