import type { AdapterMethods, Store } from './store.ts'

type AuthenticatorMethods = Pick<
  AdapterMethods,
  | 'getAuthenticator'
  | 'createAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'
>

/** Methods on the table of authenticators. */
export function authenticatorMethods({
  db,
  tables: { authenticators },
  records: { authenticator: codec },
}: Store): AuthenticatorMethods {
  return {
    async getAuthenticator(credentialID) {
      const row = await db
        .selectFrom(authenticators)
        .selectAll()
        .where('credential_id', '=', credentialID)
        .executeTakeFirst()
      return row === undefined ? null : codec.fromRow(row)
    },
    async createAuthenticator(authenticator) {
      const row = await db
        .insertInto(authenticators)
        .values(codec.toRow(authenticator))
        .returningAll()
        .executeTakeFirstOrThrow()
      return codec.fromRow(row)
    },
    async listAuthenticatorsByUserId(userId) {
      const rows = await db
        .selectFrom(authenticators)
        .selectAll()
        .where('user_id', '=', userId)
        .execute()
      return rows.map((row) => codec.fromRow(row))
    },
    async updateAuthenticatorCounter(credentialID, newCounter) {
      const row = await db
        .updateTable(authenticators)
        .set(codec.toRow({ counter: newCounter }))
        .where('credential_id', '=', credentialID)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) {
        throw new Error('No authenticator has the id given to updateAuthenticatorCounter.')
      }
      return codec.fromRow(row)
    },
  }
}
