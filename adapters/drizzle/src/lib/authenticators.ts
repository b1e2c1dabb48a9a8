import type { AdapterAuthenticator } from '@latchstring/core/adapters'
import { and, type Column, eq, lt } from 'drizzle-orm'
import type { Row } from './database.ts'
import { canHold, type RecordTable } from './records.ts'
import { same } from './same.ts'
import type { AuthenticatorMethods, AuthenticatorNameMethods } from '@latchstring/adapter-kit'
import {
  awaitQuery,
  find,
  findAll,
  insert,
  remove,
  type Store,
  update,
  updateCounting,
} from './store.ts'

const asAuthenticator = (row: Row): AdapterAuthenticator =>
  // The table has the members of an authenticator, and the application declares their types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  row as unknown as AdapterAuthenticator

/** Types of text columns that return a text unchanged. */
const TEXTS: ReadonlySet<string> = new Set([
  'PgText',
  'PgVarchar',
  'MySqlText',
  'MySqlVarChar',
  'SQLiteText',
])

/** Maximum length of a name. */
const LONGEST_NAME = 64

/** Whether a column can store any name. The application may use a column of the same name for another purpose. */
function takesNames(column: Column): boolean {
  const { columnType, enumValues = [], notNull } = column
  const length: unknown = Reflect.get(column, 'length')
  return (
    TEXTS.has(columnType) &&
    enumValues.length === 0 &&
    !notNull &&
    (typeof length !== 'number' || length >= LONGEST_NAME)
  )
}

/** Whether the table has a column for names of passkeys. */
export const hasNames = ({ columns }: Pick<RecordTable, 'columns'>): boolean => {
  const name = Object.hasOwn(columns, 'name') ? columns['name'] : undefined
  return name !== undefined && takesNames(name)
}

/** Methods on the table of authenticators. */
export function authenticatorMethods(
  store: Store,
  authenticators: RecordTable,
): AuthenticatorMethods & Partial<AuthenticatorNameMethods> {
  const { db } = store
  const id = authenticators.column('credentialID')
  const userId = authenticators.column('userId')
  const stored = authenticators.column('counter')
  return {
    async getAuthenticator(credentialID) {
      const row = await find(db, authenticators, same(id, credentialID))
      return row === null ? null : asAuthenticator(row)
    },
    async createAuthenticator(authenticator) {
      return asAuthenticator(await insert(store, authenticators, authenticator))
    },
    async listAuthenticatorsByUserId(owner) {
      if (!canHold(userId, owner)) return []
      return (await findAll(db, authenticators, same(userId, owner))).map(asAuthenticator)
    },
    async updateAuthenticatorCounter(credentialID, newCounter) {
      const values = authenticators.toRow({ counter: newCounter })
      const row = await update(store, authenticators, { where: same(id, credentialID), values })
      if (row === null) {
        throw new Error('No authenticator has the id given to updateAuthenticatorCounter.')
      }
      return asAuthenticator(row)
    },
    async useAuthenticator({ credentialID, counter, credentialBackedUp }) {
      const isLower = counter === 0 ? eq(stored, 0) : lt(stored, counter)
      const where = and(same(id, credentialID), isLower)
      const values = authenticators.toRow({ counter, credentialBackedUp })
      return (await updateCounting(store, authenticators, { where, values }, { id })) === 1
    },
    async deleteAuthenticator({ credentialID, userId: owner }) {
      if (!canHold(userId, owner)) return
      await remove(store, authenticators, and(same(id, credentialID), same(userId, owner)))
    },
    ...(hasNames(authenticators) && {
      async renameAuthenticator({ credentialID, userId: owner, name }) {
        if (!canHold(userId, owner)) return
        const where = and(same(id, credentialID), same(userId, owner))
        const { table } = authenticators
        await store.write((own) => awaitQuery(own.update(table).set({ name }).where(where)))
      },
    }),
  }
}
