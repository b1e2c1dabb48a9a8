import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterDevice,
  AdapterRevocation,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@latchstring/core/adapters'

/** Records in memory, given and taken as copies. */
interface Table<T extends object> {
  add(record: T): T
  find(matches: (record: T) => boolean): T | null
  filter(matches: (record: T) => boolean): T[]
  /** @returns the changed record */
  change(matches: (record: T) => boolean, changes: Partial<T>): T | null
  /** @returns how many there were */
  remove(matches: (record: T) => boolean): number
}

/** @param expires - when a record disappears, where it does by itself */
function createTable<T extends object>(
  key: (record: T) => string,
  expires?: (record: T) => Date,
): Table<T> {
  const records = new Map<string, T>()
  const all = (): readonly T[] => {
    for (const [id, record] of records) {
      if (expires && expires(record).getTime() <= Date.now()) records.delete(id)
    }
    return [...records.values()]
  }
  return {
    add(record) {
      if (all().some((one) => key(one) === key(record)))
        throw new Error('There is such a record already.')
      records.set(key(record), structuredClone(record))
      return structuredClone(record)
    },
    find: (matches) => structuredClone(all().find(matches) ?? null),
    filter: (matches) => structuredClone(all().filter(matches)),
    change(matches, changes) {
      const found = all().find(matches)
      if (found === undefined) return null
      const changed = { ...found, ...structuredClone(changes) }
      records.delete(key(found))
      records.set(key(changed), changed)
      return structuredClone(changed)
    },
    remove(matches) {
      const found = all().filter(matches)
      for (const record of found) records.delete(key(record))
      return found.length
    },
  }
}

const joinKey = (...parts: readonly string[]): string => JSON.stringify(parts)

type Account = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

const isAccount =
  ({ provider, providerAccountId }: Account) =>
  (one: Account): boolean =>
    one.provider === provider && one.providerAccountId === providerAccountId

interface Tables {
  readonly users: Table<AdapterUser>
  readonly accounts: Table<AdapterAccount>
  readonly sessions: Table<AdapterSession>
  readonly tokens: Table<VerificationToken>
  readonly authenticators: Table<AdapterAuthenticator>
  readonly devices: Table<AdapterDevice>
}

const createTables = (): Tables => ({
  users: createTable(({ id }) => id),
  accounts: createTable(({ provider, providerAccountId }) => joinKey(provider, providerAccountId)),
  sessions: createTable(
    ({ sessionToken }) => sessionToken,
    ({ expires }) => expires,
  ),
  tokens: createTable(
    ({ identifier, token }) => joinKey(identifier, token),
    ({ expires }) => expires,
  ),
  authenticators: createTable(({ credentialID }) => credentialID),
  devices: createTable(({ sessionId }) => sessionId),
})

/** @throws Error where there is no record to change */
function required<T>(record: T | null): T {
  if (record === null) throw new Error('There is no such record.')
  return record
}

const isSameAddress = (one: string | null | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase()

function people({ users, accounts, sessions, authenticators, devices }: Tables): Adapter {
  const findUser = (id: string): AdapterUser | null => users.find((one) => one.id === id)
  /** @throws Error where somebody else has the address */
  const requireFree = ({ id, email }: Partial<AdapterUser>): void => {
    if (typeof email !== 'string') return
    const owner = users.find((one) => isSameAddress(one.email, email))
    if (owner !== null && owner.id !== id) throw new Error('Another user has this address.')
  }
  return {
    async createUser(user) {
      requireFree(user)
      return users.add(user)
    },
    getUser: async (id) => findUser(id),
    getUserByEmail: async (email) => users.find((one) => isSameAddress(one.email, email)),
    async getUserByAccount(account) {
      const found = accounts.find(isAccount(account))
      return found && findUser(found.userId)
    },
    async updateUser(user) {
      requireFree(user)
      return required(users.change(({ id }) => id === user.id, user))
    },
    async deleteUser(userId) {
      users.remove(({ id }) => id === userId)
      for (const table of [accounts, sessions, authenticators, devices]) {
        // Each has records with the id of a user.
        ;(table as Table<{ readonly userId: string }>).remove((one) => one.userId === userId)
      }
    },
    linkAccount: async (account) => accounts.add(account),
    unlinkAccount: async (account) => accounts.remove(isAccount(account)),
    getAccount: async (providerAccountId, provider) =>
      accounts.find(isAccount({ provider, providerAccountId })),
    listAccountsByUserId: async (id) => accounts.filter(({ userId }) => userId === id),
    updateAccount: async (account) => accounts.change(isAccount(account), account),
  }
}

type Passkey = Pick<AdapterAuthenticator, 'credentialID' | 'userId'>

const isPasskey =
  ({ credentialID, userId }: Passkey) =>
  (one: Passkey): boolean =>
    one.credentialID === credentialID && one.userId === userId

function passkeys({ authenticators }: Tables): Adapter {
  return {
    getAuthenticator: async (id) => authenticators.find(({ credentialID }) => credentialID === id),
    createAuthenticator: async (authenticator) => authenticators.add(authenticator),
    listAuthenticatorsByUserId: async (id) => authenticators.filter(({ userId }) => userId === id),
    updateAuthenticatorCounter: async (id, counter) =>
      required(authenticators.change(({ credentialID }) => credentialID === id, { counter })),
    deleteAuthenticator: async (passkey) => authenticators.remove(isPasskey(passkey)),
    renameAuthenticator: async ({ name, ...passkey }) =>
      authenticators.change(isPasskey(passkey), { name }),
  }
}

function stays({ users, sessions, tokens }: Tables): Adapter {
  return {
    async createSession(session) {
      required(users.find(({ id }) => id === session.userId))
      return sessions.add(session)
    },
    async getSessionAndUser(token) {
      const session = sessions.find(({ sessionToken }) => sessionToken === token)
      const user = session && users.find(({ id }) => id === session.userId)
      return session && user && { session, user }
    },
    updateSession: async (session) =>
      sessions.change(({ sessionToken }) => sessionToken === session.sessionToken, session),
    deleteSession: async (token) => sessions.remove(({ sessionToken }) => sessionToken === token),
    async compareAndSetSession({ sessionToken, from, to }) {
      const isSame = (one: AdapterSession): boolean =>
        one.sessionToken === sessionToken && one.expires.getTime() === from.getTime()
      return sessions.change(isSame, { expires: to }) !== null
    },
    listSessionsByUserId: async (id) => sessions.filter(({ userId }) => userId === id),
    deleteSessionsByUserId: async (id, except) =>
      sessions.remove(({ userId, sessionToken }) => userId === id && sessionToken !== except),
    deleteAllSessions: async () => sessions.remove(() => true),
    createVerificationToken: async (token) => tokens.add(token),
    getVerificationToken: async ({ identifier, token }) =>
      tokens.find((one) => one.identifier === identifier && one.token === token),
    async useVerificationToken({ identifier, token }) {
      const isSame = (one: VerificationToken): boolean =>
        one.identifier === identifier && one.token === token
      const found = tokens.find(isSame)
      tokens.remove(isSame)
      return found
    },
  }
}

function control({ devices }: Tables): Adapter {
  const feed: AdapterRevocation[] = []
  return {
    async appendRevocations(entries) {
      const times = entries.flatMap(({ at, expires }) => [at.getTime(), expires.getTime()])
      if (times.some((time) => Number.isNaN(time))) throw new RangeError('A time is not valid.')
      feed.push(...structuredClone([...entries]))
    },
    listRevocations: async ({ after = '0', limit }) =>
      feed
        .map((entry, index) => ({ ...structuredClone(entry), cursor: String(index + 1) }))
        .filter(({ cursor }) => Number(cursor) > Number(after))
        .slice(0, limit),
    async getRevocation({ kind, key }) {
      const found = feed.filter((one) => one.kind === kind && one.key === key)
      return structuredClone(found.toSorted((a, b) => b.generation - a.generation)[0] ?? null)
    },
    async putDevice(device, { ifPresent = false } = {}) {
      const removed = devices.remove(({ sessionId }) => sessionId === device.sessionId)
      if (removed > 0 || !ifPresent) devices.add(device)
    },
    listDevicesByUserId: async (id) => devices.filter(({ userId }) => userId === id),
    deleteDevice: async (id) => devices.remove(({ sessionId }) => sessionId === id),
    listDevicesByProviderSession: async (key) =>
      devices.filter(({ providerSession }) => providerSession === key),
  }
}

function counters(): Adapter {
  const spent = new Map<string, number>()
  return {
    async spend({ key, interval, burst, now }) {
      const next = Math.max(spent.get(key) ?? now, now) + interval
      if (next - now > burst) return { allowed: false, retryAfter: next - now - burst }
      spent.set(key, next)
      return { allowed: true, retryAfter: 0 }
    },
  }
}

/** A store in memory, which takes the place of the one of the application. */
export function createStore(): Adapter {
  const tables = createTables()
  return {
    capabilities: {
      atomicConsume: true,
      uniqueConstraints: true,
      uniqueTokens: true,
      tokenReads: true,
      compareAndSet: true,
      ttl: true,
      revocation: true,
      accountUpdates: true,
      revocationFeed: true,
      devices: true,
      authenticatorDeletion: true,
      authenticatorNames: true,
      counters: true,
    },
    ...people(tables),
    ...passkeys(tables),
    ...stays(tables),
    ...control(tables),
    ...counters(),
  }
}
