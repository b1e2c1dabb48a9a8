import type { AdapterUser } from '@latchstring/core/adapters'
import type { Guard } from './guard.ts'
import { digest } from './keys.ts'
import type { Store } from './store.ts'

type Addressed = Pick<AdapterUser, 'id' | 'email'>

/** The key of an address. Providers may omit the address in spite of its type: then it is empty. */
const normalized = (email: string | null | undefined): string => email?.toLowerCase() ?? ''

/** Whether two users have the same address, or none. */
export const sameAddress = (one: Addressed, other: Addressed): boolean =>
  normalized(one.email) === normalized(other.email)

/** Owners of addresses. */
export interface Addresses {
  /** Returns the user with an address. */
  readonly holder: (email: string) => Promise<AdapterUser | null>
  /**
   * Runs the write that sets the address of a user. If addresses are unique, the address is claimed first: a claim without a user
   * is free, but the next call would not find a user without a claim.
   *
   * @throws Error that `isUniqueViolation` recognizes, if another user has the address
   */
  readonly reserve: (
    user: Addressed,
    write: () => Promise<AdapterUser>,
    takeBack?: () => Promise<void>,
  ) => Promise<AdapterUser>
  /** Points the address of a user to it, unless the write has done so. */
  readonly claim: (user: Addressed) => Promise<void>
  /** Releases an address, unless it now points to another user. */
  readonly release: (user: Addressed) => Promise<void>
}

const addressKey = async (address: string): Promise<string> => `email:${await digest(address)}`

/** The addresses of the users of a store. */
export function createAddresses(store: Store, guard: Guard): Addresses {
  async function find(address: string): Promise<string | undefined> {
    const noted = await store.noted(await addressKey(address))
    const { userId }: { userId?: unknown } = typeof noted === 'object' && noted ? noted : {}
    return typeof userId === 'string' ? userId : undefined
  }

  async function holder(email: string): Promise<AdapterUser | null> {
    const address = normalized(email)
    const id = await find(address)
    const user = id === undefined ? null : await store.read('user', await digest(id))
    // The address may have changed without its key, because the two writes are not atomic.
    return normalized(user?.email) === address ? user : null
  }

  const note = async (address: string, { id }: Addressed): Promise<void> =>
    store.note(await addressKey(address), { userId: id })

  const alone = <Result>(address: string, work: () => Promise<Result>): Promise<Result> =>
    guard.run(`email:${address}`, work)

  return {
    holder,
    async reserve(user, write, takeBack = () => Promise.resolve()) {
      const address = normalized(user.email)
      if (!guard.keeps || address === '') return guard.attempt(write, takeBack)
      return alone(address, async () => {
        await guard.refuse('a user with the same address', async () => {
          const found = await holder(address)
          return found !== null && found.id !== user.id
        })
        return guard.attempt(
          async () => {
            await note(address, user)
            return write()
          },
          async () => {
            await takeBack()
            if ((await holder(address)) === null) await store.forget(await addressKey(address))
          },
        )
      })
    },
    async claim(user) {
      const address = normalized(user.email)
      if (!guard.keeps && address !== '') await note(address, user)
    },
    async release(user) {
      const address = normalized(user.email)
      if (address === '') return
      await alone(address, async () => {
        if ((await find(address)) === user.id) await store.forget(await addressKey(address))
      })
    },
  }
}
