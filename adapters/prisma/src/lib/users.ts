import type { AdapterUser } from '@latchstring/core/adapters'
import type { Row } from './client.ts'
import { settleFound } from './errors.ts'
import { find, insert, type Methods, modelOf, remove, type Store } from './store.ts'

type UserMethods = Methods<
  'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'
>

const asUser = (row: Row): AdapterUser =>
  // The model has the members every user has, and the owner of the model vouches for their types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  row as unknown as AdapterUser

const asUserOrNull = (row: Row | null): AdapterUser | null => (row === null ? null : asUser(row))

// Prisma has no unique index without regard to letter case, so that all addresses are written in lower case.
const lowered = <User extends { email?: string | null }>(user: User): User =>
  typeof user.email === 'string' ? { ...user, email: user.email.toLowerCase() } : user

// Rows from before may have an address as it was given.
function sameEmail(address: string): Row {
  const email = address.toLowerCase()
  return { email: email === address ? email : { in: [address, email] } }
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
      return asUserOrNull(await find(models, users, sameEmail(address)))
    },
    async getUserByAccount({ provider, providerAccountId }) {
      const where = { accounts: { some: { provider, providerAccountId } } }
      return asUserOrNull(await find(models, users, where))
    },
    async updateUser({ id: userId, ...changes }) {
      const id = users.idOf('id', userId)
      const data = users.toRow(lowered(changes))
      const query = { where: { id }, data }
      const row = id === undefined ? null : await settleFound(modelOf(models, users).update(query))
      if (row === null) throw new Error('No user has the id given to updateUser.')
      return asUser(users.fromRow(row))
    },
    async deleteUser(id) {
      const own = users.idOf('id', id)
      if (own === undefined) return
      // Relations may cascade; a model may have been written without.
      await store.atomic(async (within) => {
        for (const owned of [session, authenticator, account]) {
          if (owned !== undefined) await remove(within, owned, { userId: owned.idOf('userId', id) })
        }
        await remove(within, users, { id: own })
      })
    },
  }
}
