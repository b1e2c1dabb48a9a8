import type { AdapterUser } from '@latchstring/core/adapters'
import { accountId } from './accounts.ts'
import { digest } from './keys.ts'
import type { OwnedRecords } from './owned.ts'
import type { AdapterMethods, Store } from './store.ts'

type UserMethods = Pick<
  AdapterMethods,
  'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'
>

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

/** Methods on users. */
export function userMethods(store: Store, owned: OwnedRecords): UserMethods {
  const { find, claim, release } = addresses(store)
  const getUser = async (id: string): Promise<AdapterUser | null> =>
    store.read('user', await digest(id))

  return {
    getUser,
    async createUser(user) {
      const created = await store.write('user', await digest(user.id), user)
      await claim(created)
      return created
    },
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
    async updateUser(changes) {
      const before = await getUser(changes.id)
      if (before === null) throw new Error('No user has the id given to updateUser.')
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      const id = await digest(changes.id)
      const after = await store.write('user', id, { ...before, ...Object.fromEntries(given) })
      if (normalized(after.email) === normalized(before.email)) return after
      await claim(after)
      await release(before)
      return after
    },
    async deleteUser(userId) {
      const user = await getUser(userId)
      // Without the user no session is one, so this comes first; what is left when a later step fails, the next try finds.
      await store.remove('user', await digest(userId))
      if (user !== null) await release(user)
      for (const kind of ['session', 'account', 'authenticator'] as const) {
        await owned.removeAll(kind, userId)
      }
    },
  }
}
