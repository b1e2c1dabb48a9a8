import type { Account, Profile } from './account.ts'
import type { AdapterSession, AdapterUser } from './adapter.ts'
import type { JWT } from './jwt.ts'
import type { Session } from './session.ts'
import type { User } from './user.ts'
import type { Awaitable } from './utility.ts'

/** Handlers for audit and debugging. One that throws is logged and changes nothing else. */
export interface Events {
  createUser?(message: { user: User }): Awaitable<void>
  updateUser?(message: { user: User }): Awaitable<void>
  linkAccount?(message: {
    account: Account
    user: User | AdapterUser
    profile: User | AdapterUser
  }): Awaitable<void>
  signIn?(message: {
    user: User
    account: Account | null
    profile?: Profile
    isNewUser?: boolean
  }): Awaitable<void>
  signOut?(
    message: { session: AdapterSession | null | undefined | void } | { token: JWT | null },
  ): Awaitable<void>
  session?(message: { session: Session; token?: JWT }): Awaitable<void>
}
