import type { AdapterUser } from '@latchstring/core/adapters'
import { findOwner } from './accounts.ts'
import { deleteUser } from './delete-user.ts'
import { findUnclaimedUser, findUserByEmail, isEmailOf } from './emails.ts'
import { emailClaim, emailIndex, emailName, userKey } from './keys.ts'
import type { AdapterMethods } from './methods.ts'
import { CLAIMED, orUndo, REVISION, STORED_BY, type Store, text } from './store.ts'
import type { Item, Key } from './table.ts'
import { uniqueViolation } from './unique-violation.ts'
import { updateUser } from './update-user.ts'

type UserMethods = Pick<
  AdapterMethods,
  'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'
>

async function storeUser(store: Store, item: Item & Key, email: string): Promise<void> {
  const { table, claims } = store
  if (!(await table.put(item, { exists: false }))) {
    throw uniqueViolation('There is a user with the same id already.')
  }
  if (email === '') return
  // The user comes first: a claim without one is then always left over.
  const id = text(item, 'id')
  if ((await claims.claim(emailClaim(email), id, isEmailOf(store, email))) === 'taken') {
    throw uniqueViolation('Another user has the e-mail address.')
  }
}

async function createUser(store: Store, user: AdapterUser): Promise<AdapterUser> {
  const storedBy = crypto.randomUUID()
  const key = userKey(user.id)
  const item = {
    ...store.attributes('user', user),
    ...key,
    ...emailIndex(user.email),
    type: 'USER',
    [REVISION]: 1,
    [CLAIMED]: true,
    [STORED_BY]: storedBy,
  }
  if ((await findUnclaimedUser(store, user.email)) !== null) {
    throw uniqueViolation('Another user has the e-mail address.')
  }
  await orUndo(storeUser(store, item, emailName(user.email)), () =>
    store.table.remove(key, { equal: { [STORED_BY]: storedBy } }),
  )
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
