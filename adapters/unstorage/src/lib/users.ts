import type { AdapterUser } from '@latchstring/core/adapters'
import { accountId } from './accounts.ts'
import { type Addresses, sameAddress } from './addresses.ts'
import type { Guard } from './guard.ts'
import { digest } from './keys.ts'
import type { OwnedRecords } from './owned.ts'
import type { Records } from './record-verbs.ts'
import { all, type Queue } from './queue.ts'
import type { Sessions } from './sessions.ts'
import type { UserMethods } from '@latchstring/adapter-kit'
import type { Store } from './store.ts'
import type { UserVersions } from './user-versions.ts'

type UserChanges = Parameters<UserMethods['updateUser']>[0]

/** Context of the methods on users. */
export interface UserParts {
  readonly store: Store
  readonly owned: OwnedRecords
  readonly records: Records
  readonly sessions: Sessions
  readonly versions: UserVersions
  readonly queue: Queue
  readonly guard: Guard
  readonly addresses: Addresses
}

/** Methods on users. What is done to one of them in this process is done one after the other. */
export function userMethods(parts: UserParts): UserMethods {
  const { store, owned, records, sessions, versions, queue, guard, addresses } = parts
  const getUser = async (id: string): Promise<AdapterUser | null> =>
    store.read('user', await digest(id))
  const alone = <Result>(id: string, work: () => Promise<Result>): Promise<Result> =>
    queue.run(`user:${id}`, work)

  async function moveAddress(before: AdapterUser, after: AdapterUser): Promise<void> {
    if (sameAddress(before, after)) return
    await addresses.claim(after)
    await addresses.release(before)
  }

  async function createUser(user: AdapterUser): Promise<AdapterUser> {
    await guard.refuse('a user with the same id', async () => (await getUser(user.id)) !== null)
    const created = await addresses.reserve(
      user,
      () => versions.write(user),
      async () => store.remove('user', await digest(user.id)),
    )
    await addresses.claim(created)
    return created
  }

  async function updateUser(changes: UserChanges): Promise<AdapterUser> {
    const before = await getUser(changes.id)
    if (before === null) throw new Error('No user has the id given to updateUser.')
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    const changed = { ...before, ...Object.fromEntries(given) }
    const write = (): Promise<AdapterUser> => versions.write(changed)
    const after = await (sameAddress(before, changed) ? write() : addresses.reserve(changed, write))
    await all([moveAddress(before, after), sessions.copyUser(after.id)])
    return after
  }

  async function deleteUser(userId: string): Promise<void> {
    const user = await getUser(userId)
    // Sessions are ended first, because they contain copies of the user: an incomplete deletion then leaves no session.
    await sessions.endAll(userId)
    // Then the user, so that no session is stored from now on. The next attempt finds the leftovers of a failed step.
    await store.remove('user', await digest(userId))
    await all<unknown>([
      sessions.endAll(userId),
      owned.removeAll('account', userId),
      owned.removeAll('authenticator', userId),
      records.removeAll(userId),
      ...(user === null ? [] : [addresses.release(user)]),
    ])
  }

  return {
    getUser,
    createUser: (user) => alone(user.id, () => createUser(user)),
    getUserByEmail: addresses.holder,
    async getUserByAccount(account) {
      const found = await store.read('account', await accountId(account))
      return found === null ? null : getUser(found.userId)
    },
    updateUser: (changes) => alone(changes.id, () => updateUser(changes)),
    deleteUser: (userId) => alone(userId, () => deleteUser(userId)),
  }
}
