import type { VerificationToken } from '@latchstring/core/adapters'
import { milliseconds, recordOf, toFields } from './records.ts'
import { CREATE_TOKEN, TAKE_TOKEN } from './scripts.ts'
import type { AdapterMethods } from '@latchstring/adapter-kit'
import { assertDone, type Store } from './store.ts'

type VerificationTokenMethods = Pick<
  AdapterMethods,
  'createVerificationToken' | 'useVerificationToken'
>

const keyOf = ({ identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>): string =>
  JSON.stringify([identifier, token])

/** Methods on verification tokens. */
export function verificationTokenMethods({ run, read }: Store): VerificationTokenMethods {
  return {
    async createVerificationToken(token) {
      const fields = toFields('token', token)
      const said = await run(CREATE_TOKEN, keyOf(token), milliseconds(token.expires), ...fields)
      assertDone('token', said)
      return recordOf('token', fields)
    },
    useVerificationToken: (token) => read('token', TAKE_TOKEN, keyOf(token)),
  }
}
