import type { AdapterUser } from '@latchstring/core/adapters'
import type { Models, Row } from './client.ts'
import { ownedBy } from './data-models.ts'
import { awaitQuery, awaitFound } from './errors.ts'
import type { UserMethods } from '@latchstring/adapter-kit'
import { find, insert, isExact, requireModel, names, remove, type Store } from './store.ts'

const asUser = (row: Row): AdapterUser =>
  // The model has the members every user has, and the application declares their types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  row as unknown as AdapterUser

const asUserOrNull = (row: Row | null): AdapterUser | null => (row === null ? null : asUser(row))

// Prisma has no case-insensitive unique index, so all addresses are stored in lower case.
const lowered = <User extends { email?: string | null }>(user: User): User =>
  typeof user.email === 'string' ? { ...user, email: user.email.toLowerCase() } : user

// Older rows may have an address in other case.
function sameEmail(address: string): Row {
  const email = address.toLowerCase()
  return { email: email === address ? email : { in: [address, email] } }
}

/** Compares lower and upper case: with only one of them, different letters of two addresses could become equal. */
const isSameEmail = (email: unknown, address: string): boolean =>
  typeof email === 'string' &&
  email.toLowerCase() === address.toLowerCase() &&
  email.toUpperCase() === address.toUpperCase()

/** Returns the accounts that were included with a user. */
function readAccounts(row: Row): readonly Row[] {
  const accounts = row['accounts']
  // `include` adds rows of the other model.
  return Array.isArray(accounts) ? (accounts as readonly Row[]) : []
}

/** Methods on the model of users. */
export function userMethods(store: Store): UserMethods {
  const { models, records, ownIds } = store
  const { user: users, account, session, authenticator } = records
  return {
    async createUser(user) {
      const { id: suggested, ...members } = lowered(user)
      const record = users.counted || ownIds ? members : { ...members, id: suggested }
      return asUser(await insert(models, users, record))
    },
    async getUser(userId) {
      const id = users.idOf('id', userId)
      return id === undefined ? null : asUserOrNull(await find(models, users, { id }))
    },
    async getUserByEmail(address) {
      const rows = await awaitQuery(
        requireModel(models, users).findMany({ where: sameEmail(address) }),
      )
      const row = rows.find(({ email }) => isSameEmail(email, address))
      return row === undefined ? null : asUser(users.fromRow(row))
    },
    async getUserByAccount({ provider, providerAccountId }) {
      const key = { provider, providerAccountId }
      const query = { where: { accounts: { some: key } }, include: { accounts: { where: key } } }
      const rows = await awaitQuery(requireModel(models, users).findMany(query))
      const row = rows.find((user) =>
        readAccounts(user).some((one) => isExact(one, { ...key, userId: user['id'] })),
      )
      return row === undefined ? null : asUser(users.fromRow(row))
    },
    async updateUser({ id: userId, ...changes }) {
      const id = users.idOf('id', userId)
      const data = users.toRow(lowered(changes))
      const where = { id }
      const row =
        id === undefined || !(await names(models, users, where))
          ? null
          : await awaitFound(requireModel(models, users).update({ where, data }))
      if (row === null) throw new Error('No user has the id given to updateUser.')
      return asUser(users.fromRow(row))
    },
    async deleteUser(id) {
      const own = users.idOf('id', id)
      if (own === undefined || !(await names(models, users, { id: own }))) return
      const rows = ownedBy(store, id)
      const removeRows = async (within: Models): Promise<void> => {
        for (const { model, where } of rows) await remove(within, model, where)
      }
      // Records are deleted explicitly, because relations of the model may not cascade.
      await store.atomic(async (within) => {
        await removeRows(within)
        for (const owned of [session, authenticator, account]) {
          if (owned !== undefined) await remove(within, owned, { userId: owned.idOf('userId', id) })
        }
        await remove(within, users, { id: own })
      })
      // Without foreign keys a row may have been inserted meanwhile. A later insert finds no user.
      if (!store.within) await removeRows(models)
    },
  }
}
