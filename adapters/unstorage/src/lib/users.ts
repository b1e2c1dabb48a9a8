import type { AdapterUser } from '@latchstring/core/adapters'
import { accountId } from './accounts.ts'
import { digest } from './keys.ts'
import type { OwnedRecords } from './owned.ts'
import { all, type Queue } from './queue.ts'
import type { Sessions } from './sessions.ts'
import type { AdapterMethods, Store } from './store.ts'
import type { UserVersions } from './user-versions.ts'

type UserMethods = Pick<
  AdapterMethods,
  'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'
>

type UserChanges = Parameters<AdapterMethods['updateUser']>[0]

/** What a user is found by. Providers may give no address, whatever the type says: then it is empty. */
const normalized = (email: string | null | undefined): string => email?.toLowerCase() ?? ''

/** Who has an address. */
interface Addresses {
  readonly find: (email: string) => Promise<string | undefined>
  readonly claim: (user: AdapterUser) => Promise<void>
  /** Gives up an address, unless it leads to somebody else by now. */
  readonly release: (user: AdapterUser) => Promise<void>
}

const nameOf = async (email: string): Promise<string> => `email:${await digest(email)}`

function addresses(store: Store): Addresses {
  async function find(email: string): Promise<string | undefined> {
    const noted = await store.noted(await nameOf(email))
    const { userId }: { userId?: unknown } = typeof noted === 'object' && noted ? noted : {}
    return typeof userId === 'string' ? userId : undefined
  }

  return {
    find,
    async claim({ id, email }) {
      const address = normalized(email)
      if (address !== '') await store.note(await nameOf(address), { userId: id })
    },
    async release({ id, email }) {
      const address = normalized(email)
      if (address !== '' && (await find(address)) === id) await store.forget(await nameOf(address))
    },
  }
}

/** What the methods on users work with. */
export interface UserParts {
  readonly store: Store
  readonly owned: OwnedRecords
  readonly sessions: Sessions
  readonly versions: UserVersions
  readonly queue: Queue
}

/** Methods on users. What is done to one of them in this process is done one after the other. */
export function userMethods(parts: UserParts): UserMethods {
  const { store, owned, sessions, versions, queue } = parts
  const { find, claim, release } = addresses(store)
  const getUser = async (id: string): Promise<AdapterUser | null> =>
    store.read('user', await digest(id))
  const alone = <Result>(id: string, work: () => Promise<Result>): Promise<Result> =>
    queue.run(`user:${id}`, work)

  async function moveAddress(before: AdapterUser, after: AdapterUser): Promise<void> {
    if (normalized(after.email) === normalized(before.email)) return
    await claim(after)
    await release(before)
  }

  async function createUser(user: AdapterUser): Promise<AdapterUser> {
    const created = await versions.write(user)
    await claim(created)
    return created
  }

  async function updateUser(changes: UserChanges): Promise<AdapterUser> {
    const before = await getUser(changes.id)
    if (before === null) throw new Error('No user has the id given to updateUser.')
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    const after = await versions.write({ ...before, ...Object.fromEntries(given) })
    await all([moveAddress(before, after), sessions.copyUser(after.id)])
    return after
  }

  async function deleteUser(userId: string): Promise<void> {
    const user = await getUser(userId)
    // First, so that nobody keeps a session that is stored from now on; what is left when another step fails, the next
    // try finds.
    await store.remove('user', await digest(userId))
    await all<unknown>([
      sessions.endAll(userId),
      owned.removeAll('account', userId),
      owned.removeAll('authenticator', userId),
      ...(user === null ? [] : [release(user)]),
    ])
  }

  return {
    getUser,
    createUser: (user) => alone(user.id, () => createUser(user)),
    async getUserByEmail(email) {
      const id = await find(normalized(email))
      const user = id === undefined ? null : await getUser(id)
      // The address may have been changed without its key, for two writes are not one.
      return normalized(user?.email) === normalized(email) ? user : null
    },
    async getUserByAccount(account) {
      const found = await store.read('account', await accountId(account))
      return found === null ? null : getUser(found.userId)
    },
    updateUser: (changes) => alone(changes.id, () => updateUser(changes)),
    deleteUser: (userId) => alone(userId, () => deleteUser(userId)),
  }
}
