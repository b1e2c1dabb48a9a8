/** Adapters: those of the project, the established shape, and one of the application's own. */
import { openSqlAdapter, sqlAdapter, type SqlAdapter } from '@latchstring/adapter-sql'
import { createAuth } from '@latchstring/core'
import type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@latchstring/core/adapters'
import Latchstring from '@latchstring/next'
import type { Adapter as NextAdapter } from '@latchstring/next/adapters'
import { expectTrue, type Equal } from '../equal.ts'

const sql = openSqlAdapter('file:./data.db')
export const withSql = createAuth({ providers: [], adapter: sql })
export const withSqlInNext = Latchstring({ providers: [], adapter: sql })
export const sqlIsAnAdapter: Adapter = sql
declare const db: Parameters<typeof sqlAdapter>[0]['db']
export const overKysely: SqlAdapter = sqlAdapter({ db, dialect: 'postgres' })
expectTrue<Equal<Adapter, NextAdapter>>()

// @ts-expect-error -- no such kind of column
openSqlAdapter('file:./data.db', { userFields: { role: 'string' } })
// @ts-expect-error -- no such database
sqlAdapter({ db, dialect: 'oracle' })

// Methods that are sync, async, and on a class.

export class MemoryAdapter implements Adapter {
  readonly #users = new Map<string, AdapterUser>()

  createUser(user: AdapterUser): AdapterUser {
    this.#users.set(user.id, user)
    return user
  }

  async getUser(id: string): Promise<AdapterUser | null> {
    return this.#users.get(id) ?? null
  }
}
export const withClass = createAuth({ providers: [], adapter: new MemoryAdapter() })

// The shape that adapters of the ecosystem have: optional methods, promises, `undefined` among the results.

interface Established {
  createUser?(user: AdapterUser): PromiseLike<AdapterUser> | AdapterUser
  getUser?(id: string): Promise<AdapterUser | null>
  linkAccount?(account: AdapterAccount): Promise<void> | Promise<AdapterAccount | null | undefined>
  deleteUser?(userId: string): Promise<void> | Promise<AdapterUser | null | undefined>
  createSession?(session: {
    sessionToken: string
    userId: string
    expires: Date
  }): Promise<AdapterSession>
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Promise<AdapterSession | null | undefined>
  deleteSession?(sessionToken: string): Promise<void> | Promise<AdapterSession | null | undefined>
  useVerificationToken?(params: {
    identifier: string
    token: string
  }): Promise<VerificationToken | null>
}
declare const established: Established
export const withEstablished = createAuth({ providers: [], adapter: established })

export const wrong: Adapter = {
  // @ts-expect-error -- a user has an id and an address
  getUser: () => ({ name: 'Ada' }),
}
