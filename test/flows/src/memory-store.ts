import {
  type Adapter,
  type AdapterRecords,
  emailMails,
  type RecordValues,
  type AdapterSession,
  type AdapterUser,
  type VerificationToken,
} from '@latchstring/core/adapters'
import { recordVerbs, type RecordRows } from '../../adapters/memory-records.ts'

/** What stores differ in, as far as verification tokens go. */
export interface MemoryStoreOptions {
  /** What happens to a second token of the same name. Default: `refuse`, as a unique key does. */
  readonly duplicates?: 'refuse' | 'replace' | 'keep'
  /** `false`: reading a token and deleting it are two steps, and another request may come between them. */
  readonly atomic?: boolean
  /** What times are rounded down to, in milliseconds. */
  readonly precision?: number
  /** `true`: looking for a token deletes all of its identifier, found or not, as one published adapter does. */
  readonly greedy?: boolean
  /** `true`: a token can be read without deleting it. */
  readonly reads?: boolean
  /** `false`: the store has no tables that are data, and so no codes. */
  readonly records?: boolean
}

/** A store in memory whose rows can be looked at. */
export interface MemoryStore {
  readonly adapter: Adapter
  readonly tokens: readonly VerificationToken[]
  /** The rows of mails. */
  mails(): readonly RecordValues[]
  readonly users: ReadonlyMap<string, AdapterUser>
  readonly sessions: ReadonlyMap<string, AdapterSession>
}

type TokenKey = Pick<VerificationToken, 'identifier' | 'token'>

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

function tokenMethods(
  tokens: VerificationToken[],
  {
    duplicates = 'refuse',
    atomic = true,
    precision = 1,
    greedy = false,
    reads = false,
  }: MemoryStoreOptions,
): Pick<Adapter, 'createVerificationToken' | 'useVerificationToken' | 'getVerificationToken'> {
  const find = ({ identifier, token }: TokenKey): number =>
    tokens.findIndex((one) => one.identifier === identifier && one.token === token)
  return {
    ...(reads && {
      async getVerificationToken(key: TokenKey) {
        await pause()
        return tokens[find(key)] ?? null
      },
    }),
    async createVerificationToken(record) {
      await pause()
      const time = Math.floor(record.expires.getTime() / precision) * precision
      const known = duplicates === 'keep' ? -1 : find(record)
      if (known !== -1 && duplicates === 'refuse') throw new Error('UNIQUE constraint failed')
      tokens.splice(known === -1 ? tokens.length : known, known === -1 ? 0 : 1, {
        ...record,
        expires: new Date(time),
      })
    },
    async useVerificationToken(key) {
      await pause()
      const found = tokens[find(key)]
      if (greedy) {
        const others = tokens.filter(({ identifier }) => identifier !== key.identifier)
        tokens.splice(0, tokens.length, ...others)
        return found ?? null
      }
      if (!found) return null
      if (!atomic) await pause()
      const index = tokens.indexOf(found)
      if (index !== -1) tokens.splice(index, 1)
      return found
    },
  }
}

/** The verbs, each of which is one step that others come before. */
function pausing(verbs: AdapterRecords): AdapterRecords {
  return {
    ...verbs,
    async get(...args) {
      await pause()
      return verbs.get(...args)
    },
    async insert(...args) {
      await pause()
      return verbs.insert(...args)
    },
    async change(...args) {
      await pause()
      return verbs.change(...args)
    },
    async drop(...args) {
      await pause()
      return verbs.drop(...args)
    },
  }
}

/** Makes a store for sign-in by mail. */
export function createMemoryStore(options: MemoryStoreOptions = {}): MemoryStore {
  const users = new Map<string, AdapterUser>()
  const sessions = new Map<string, AdapterSession>()
  const tokens: VerificationToken[] = []
  const records: RecordRows = new Map()
  const verbs = recordVerbs({ records }, (id) => users.has(id))
  const adapter: Adapter = {
    ...tokenMethods(tokens, options),
    capabilities: { tokenReads: options.reads === true, records: options.records !== false },
    ...(options.records !== false && { records: pausing(verbs) }),
    createUser(user) {
      users.set(user.id, user)
      return user
    },
    getUser: (id) => users.get(id) ?? null,
    getUserByEmail: (email) => [...users.values()].find((user) => user.email === email) ?? null,
    updateUser(changes) {
      const user = users.get(changes.id)
      if (!user) throw new Error('There is no such user.')
      const updated = { ...user, ...changes }
      users.set(user.id, updated)
      return updated
    },
    createSession(session) {
      sessions.set(session.sessionToken, session)
      return session
    },
    getSessionAndUser(sessionToken) {
      const session = sessions.get(sessionToken)
      const user = users.get(session?.userId ?? '')
      return session && user ? { session, user } : null
    },
    updateSession: () => null,
    deleteSession: (sessionToken) => void sessions.delete(sessionToken),
  }
  const mails = (): readonly RecordValues[] =>
    [...(records.get(emailMails.name)?.values() ?? [])].map(({ values }) => values)
  return { adapter, tokens, mails, users, sessions }
}
