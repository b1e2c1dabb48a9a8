import type * as core from '@latchstring/core/adapters'

function without<Row>(rows: Row[], matches: (row: Row) => boolean): void {
  rows.splice(0, rows.length, ...rows.filter((row) => !matches(row)))
}

/** Ids that compare as a database compares a number with a parameter. */
const same = (left: unknown, right: unknown): boolean => String(left) === String(right)

/**
 * A store in memory whose ids of users are numbers, as tables with `serial` give them: it makes its own, gives them as
 * numbers, and takes numbers and their text.
 */
export function createNumberedStore(): { readonly adapter: core.Adapter } {
  const users: core.AdapterUser[] = []
  const accounts: core.AdapterAccount[] = []
  const sessions: core.AdapterSession[] = []
  const tokens: core.VerificationToken[] = []
  let made = 0
  const userOf = (id: unknown): core.AdapterUser | null =>
    users.find((user) => same(user.id, id)) ?? null
  const accountOf = (key: Pick<core.AdapterAccount, 'provider' | 'providerAccountId'>) =>
    accounts.find(
      (one) => one.provider === key.provider && one.providerAccountId === key.providerAccountId,
    )
  return {
    adapter: {
      async createUser(user) {
        made += 1
        // What such adapters give, and their types do not say.
        const row = { ...user, id: made as unknown as string }
        users.push(row)
        return row
      },
      getUser: async (id) => userOf(id),
      getUserByEmail: async (email) => users.find((user) => user.email === email) ?? null,
      getUserByAccount: async (key) => userOf(accountOf(key)?.userId),
      async updateUser(changes) {
        const row = userOf(changes.id)
        if (!row) throw new Error('There is no such user.')
        return Object.assign(row, changes, { id: row.id })
      },
      deleteUser: async (id) => without(users, (user) => same(user.id, id)),
      async linkAccount(account) {
        accounts.push(account)
        return account
      },
      async unlinkAccount(key) {
        const account = accountOf(key)
        without(accounts, (one) => one === account)
      },
      listAccountsByUserId: async (id) => accounts.filter(({ userId }) => same(userId, id)),
      deleteSessionsByUserId: async (id) => {
        const before = sessions.length
        without(sessions, ({ userId }) => same(userId, id))
        return before - sessions.length
      },
      async createSession(session) {
        sessions.push(session)
        return session
      },
      async getSessionAndUser(sessionToken) {
        const session = sessions.find((one) => one.sessionToken === sessionToken)
        const user = userOf(session?.userId)
        return session && user ? { session, user } : null
      },
      updateSession: async () => null,
      deleteSession: async (token) =>
        without(sessions, ({ sessionToken }) => sessionToken === token),
      async createVerificationToken(token) {
        tokens.push(token)
        return token
      },
      async useVerificationToken(key) {
        const found = tokens.find(
          (one) => one.identifier === key.identifier && one.token === key.token,
        )
        without(tokens, (one) => one === found)
        return found ?? null
      },
    },
  }
}
