import type { VerificationToken } from '@latchstring/core/adapters'
import { and } from 'drizzle-orm'
import type { Row } from './database.ts'
import type { RecordTable } from './records.ts'
import { same } from './same.ts'
import type { VerificationTokenMethods } from '@latchstring/adapter-kit'
import { find, insert, removeCounting, awaitQuery, type Store } from './store.ts'

const asToken = ({ identifier, token, expires }: Row): VerificationToken =>
  // The table has these members, and times were checked to be Dates. Further members are custom ones.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  ({ identifier, token, expires }) as unknown as VerificationToken

/** Methods on the table of verification tokens. */
export function verificationTokenMethods(
  store: Store,
  tokens: RecordTable,
): VerificationTokenMethods {
  const { db, dialect, write } = store
  const { table, columns } = tokens
  const named = (params: Pick<VerificationToken, 'identifier' | 'token'>) =>
    and(
      same(tokens.column('identifier'), params.identifier),
      same(tokens.column('token'), params.token),
    )
  return {
    async createVerificationToken(record) {
      return asToken(await insert(store, tokens, record))
    },
    async getVerificationToken(params) {
      const row = await find(db, tokens, named(params))
      return row === null ? null : asToken(row)
    },
    async useVerificationToken(params) {
      const where = named(params)
      if (dialect === 'mysql') {
        const row = await find(db, tokens, where)
        if (row === null) return null
        // Several calls may read the token; the one that deletes it succeeds.
        const deleted = await removeCounting(store, tokens, where, columns)
        return deleted === 1 ? asToken(row) : null
      }
      const [row] = await write((own) =>
        awaitQuery(own.delete(table).where(where).returning(columns)),
      )
      return row === undefined ? null : asToken(tokens.fromRow(row))
    },
  }
}
