import type { VerificationToken } from '@latchstring/core/adapters'
import type { Row } from './client.ts'
import type { RecordModel } from './records.ts'
import type { VerificationTokenMethods } from '@latchstring/adapter-kit'
import { find, insert, remove, type Store } from './store.ts'

const asToken = ({ identifier, token, expires }: Row): VerificationToken =>
  // The model has the members of a token. Further members are custom ones.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  ({ identifier, token, expires }) as unknown as VerificationToken

/** Methods on the model of verification tokens. */
export function verificationTokenMethods(
  { models }: Store,
  tokens: RecordModel,
): VerificationTokenMethods {
  return {
    async createVerificationToken(record) {
      return asToken(await insert(models, tokens, record))
    },
    async getVerificationToken({ identifier, token }) {
      const row = await find(models, tokens, { identifier, token })
      return row === null ? null : asToken(row)
    },
    async useVerificationToken({ identifier, token }) {
      const row = await find(models, tokens, { identifier, token })
      if (row === null) return null
      // Several calls may read the token; the one that deletes it succeeds.
      return (await remove(models, tokens, { identifier, token })) === 1 ? asToken(row) : null
    },
  }
}
