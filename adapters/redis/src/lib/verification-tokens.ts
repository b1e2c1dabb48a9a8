import type { VerificationToken } from '@latchstring/core/adapters'
import { milliseconds, toRecord, toFields } from './records.ts'
import { CREATE_TOKEN, TAKE_TOKEN } from './scripts.ts'
import type { AdapterMethods } from '@latchstring/adapter-kit'
import { assertDone, type Store } from './store.ts'

type VerificationTokenMethods = Pick<
  AdapterMethods,
  'createVerificationToken' | 'useVerificationToken'
>

const toKey = ({ identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>): string =>
  JSON.stringify([identifier, token])

/** Methods on verification tokens. */
export function verificationTokenMethods({ run, read }: Store): VerificationTokenMethods {
  return {
    async createVerificationToken(token) {
      const fields = toFields('token', token)
      const said = await run(CREATE_TOKEN, toKey(token), milliseconds(token.expires), ...fields)
      assertDone('token', said)
      return toRecord('token', fields)
    },
    useVerificationToken: (token) => read('token', TAKE_TOKEN, toKey(token)),
  }
}
