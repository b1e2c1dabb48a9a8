import type { AdapterMethods, Store } from './store.ts'

type VerificationTokenMethods = Pick<
  AdapterMethods,
  'createVerificationToken' | 'useVerificationToken'
>

/** Methods on the table of verification tokens. */
export function verificationTokenMethods({
  db,
  tables: { verificationTokens },
  records: { verificationToken: codec },
}: Store): VerificationTokenMethods {
  return {
    async createVerificationToken(token) {
      const row = await db
        .insertInto(verificationTokens)
        .values(codec.toRow(token))
        .returningAll()
        .executeTakeFirstOrThrow()
      return codec.fromRow(row)
    },
    async useVerificationToken({ identifier, token }) {
      const row = await db
        .deleteFrom(verificationTokens)
        .where('identifier', '=', identifier)
        .where('token', '=', token)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? null : codec.fromRow(row)
    },
  }
}
