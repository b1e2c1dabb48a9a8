import type { AdapterUser } from '@latchstring/core/adapters'
import { findOwner } from './accounts.ts'
import { newClaim } from './claims.ts'
import { deleteUser } from './delete-user.ts'
import { findIndexedUser, findUserByEmail, hasEmail } from './emails.ts'
import { emailClaim, emailIndex, emailName, userKey } from './keys.ts'
import { type Mark, newMark, orUndo, type Store } from './store.ts'
import type { Item, Key } from './batches.ts'
import { type UserMethods, uniqueViolation } from '@latchstring/adapter-kit'
import { updateUser } from './update-user.ts'

/** Claims the address of a user who has been stored, and then lets the index find it. */
async function claimEmail(store: Store, user: AdapterUser, mark: Mark): Promise<void> {
  const { table, claims } = store
  const [email, index] = [emailName(user.email), emailIndex(user.email)]
  if (index === undefined) return
  const counts = hasEmail(store, email)
  if ((await claims.claim(emailClaim(email), newClaim(user.id), counts)) === 'taken') {
    throw uniqueViolation('The email address belongs to another user.')
  }
  await table.update(userKey(user.id), { set: index }, { equal: mark })
}

/** Stores a new user. If the client repeats the command, the mark of the call identifies the stored user. */
async function putNew({ table }: Store, item: Item & Key, mark: Mark): Promise<void> {
  if (await table.put(item, { exists: false })) return
  if (await table.put(item, { equal: mark })) return
  throw uniqueViolation('A user with this id already exists.')
}

async function createUser(store: Store, user: AdapterUser): Promise<AdapterUser> {
  const mark = newMark()
  const key = userKey(user.id)
  const item = { ...store.attributes('user', user), ...key, ...mark, type: 'USER' }
  if ((await findIndexedUser(store, user.email)) !== null) {
    throw uniqueViolation('The email address belongs to another user.')
  }
  // The user is stored first, so that a claim without a user is always a leftover.
  await orUndo(putNew(store, item, mark), () => store.table.remove(key, { equal: mark }))
  await orUndo(claimEmail(store, user, mark), () => deleteUser(store, user.id))
  return store.read('user', item)
}

/** Methods on users. */
export function userMethods(store: Store): UserMethods {
  const { table, read } = store
  return {
    createUser: (user) => createUser(store, user),
    async getUser(id) {
      const item = await table.get(userKey(id))
      return item === null ? null : read('user', item)
    },
    async getUserByEmail(email) {
      const item = await findUserByEmail(store, email)
      return item === null ? null : read('user', item)
    },
    async getUserByAccount(ids) {
      const found = await findOwner(store, ids)
      return found === null ? null : read('user', found.user)
    },
    updateUser: (user) => updateUser(store, user),
    deleteUser: (userId) => deleteUser(store, userId),
  }
}
