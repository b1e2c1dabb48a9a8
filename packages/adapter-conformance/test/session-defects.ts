import type { CompleteAdapter } from './memory-adapter.ts'
import type { Adapter, AdapterAuthenticator, AdapterSession } from '@latchstring/core/adapters'
import { breathe, type Defect } from './defects.ts'

/** Removes transactions from an adapter. */
function withoutTransactions(sound: CompleteAdapter): Adapter {
  const { transaction: _, ...adapter } = sound
  return { ...adapter, capabilities: { ...adapter.capabilities, transactions: false } }
}

const EVERY =
  'deleteAllSessions, if the adapter has it, ends every session of every user, and nothing else (REV-16)'

/** Defects of the end of sessions and of changes of accounts, and defects that only sign-ins through the core reveal. */
export const SESSION_DEFECTS: readonly Defect[] = [
  {
    what: 'a deleteSessionsByUserId that ignores `except`',
    adapter: (sound) => ({
      ...sound,
      deleteSessionsByUserId: (userId) => sound.deleteSessionsByUserId(userId),
    }),
    group: 'revocation',
    fails: ['deleteSessionsByUserId keeps the session of `except` and does not count it'],
  },
  {
    what: 'a deleteSessionsByUserId that counts the session of `except`',
    adapter: (sound) => ({
      ...sound,
      async deleteSessionsByUserId(userId, except) {
        return (await sound.deleteSessionsByUserId(userId, except)) + Number(except !== undefined)
      },
    }),
    group: 'revocation',
    fails: [
      'deleteSessionsByUserId keeps the session of `except` and does not count it',
      'deleteSessionsByUserId ends all when `except` is unknown or a session of another user',
    ],
  },
  {
    what: 'a deleteAllSessions that ends only some sessions',
    adapter: (sound) => {
      const owners = new Set<string>()
      return {
        ...sound,
        async createSession(session) {
          owners.add(session.userId)
          return sound.createSession(session)
        },
        async deleteAllSessions() {
          let left = 100
          for (const owner of owners) {
            for (const { sessionToken } of await sound.listSessionsByUserId(owner)) {
              left -= 1
              if (left >= 0) await sound.deleteSession(sessionToken)
            }
          }
        },
      }
    },
    group: 'revocation',
    fails: [EVERY],
  },
  {
    what: 'a deleteAllSessions that deletes the passkeys',
    adapter: (sound) => {
      const passkeys: AdapterAuthenticator[] = []
      return {
        ...sound,
        async createAuthenticator(authenticator) {
          passkeys.push(authenticator)
          return sound.createAuthenticator(authenticator)
        },
        async deleteAllSessions() {
          await sound.deleteAllSessions()
          for (const one of passkeys) await sound.deleteAuthenticator(one)
        },
      }
    },
    group: 'revocation',
    fails: [EVERY],
  },
  {
    what: 'an extension that stores again what deleteAllSessions has ended',
    adapter: (sound) => {
      const all = new Map<string, AdapterSession>()
      return {
        ...sound,
        async createSession(session) {
          all.set(session.sessionToken, session)
          return sound.createSession(session)
        },
        async deleteSession(sessionToken) {
          all.delete(sessionToken)
          await sound.deleteSession(sessionToken)
        },
        async deleteSessionsByUserId(userId, except) {
          for (const { sessionToken } of await sound.listSessionsByUserId(userId)) {
            if (sessionToken !== except) all.delete(sessionToken)
          }
          return sound.deleteSessionsByUserId(userId, except)
        },
        async updateSession(changes) {
          const before = all.get(changes.sessionToken)
          if (before && (await sound.getSessionAndUser(before.sessionToken)) === null) {
            await sound.createSession(before)
          }
          return sound.updateSession(changes)
        },
      }
    },
    group: 'revocation',
    fails: [
      '32 calls of updateSession do not restore a session that deleteAllSessions is ending (REV-03)',
    ],
  },
  {
    what: 'a listSessionsByUserId that lists deleted sessions',
    adapter: (sound) => {
      const all: AdapterSession[] = []
      return {
        ...sound,
        async createSession(session) {
          all.push(session)
          return sound.createSession(session)
        },
        listSessionsByUserId: (userId) => all.filter((session) => session.userId === userId),
      }
    },
    group: 'revocation',
    fails: [
      'listSessionsByUserId no longer returns a session that was deleted',
      'deleteSessionsByUserId ends every session of the user, returns their number, and keeps the user',
      'deleteSessionsByUserId keeps the session of `except` and does not count it',
      'deleteSessionsByUserId ends all when `except` is unknown or a session of another user',
      EVERY,
    ],
  },
  {
    what: 'an update of an account that drops the other members',
    adapter: (sound) => ({
      ...sound,
      async updateAccount(changes) {
        const found = await sound.getAccount(changes.providerAccountId, changes.provider)
        if (found === null) return
        await sound.unlinkAccount(changes)
        await sound.linkAccount({ userId: found.userId, type: found.type, ...changes })
      },
    }),
    group: 'account updates',
    fails: [
      'updateAccount changes the members given and leaves the others',
      'updateAccount sets members to null',
      'updateAccount with another userId moves the account to that user, or refuses',
    ],
  },
  {
    what: 'an update of an account that creates an unknown one',
    adapter: (sound) => ({
      ...sound,
      async updateAccount(changes) {
        const { provider, providerAccountId, type = 'oidc', userId = '' } = changes
        const found = await sound.getAccount(providerAccountId, provider)
        if (found === null) await sound.linkAccount({ ...changes, type, userId })
        await sound.updateAccount(changes)
      },
    }),
    group: 'account updates',
    fails: ['updateAccount of an unknown account creates none'],
  },
  {
    what: 'sessions that survive when they are created during the deletion of their user',
    adapter: (sound) => {
      const late: AdapterSession[] = []
      return {
        ...sound,
        async createSession(session) {
          late.push(session)
          return session
        },
        listSessionsByUserId: (userId) => late.filter((session) => session.userId === userId),
      }
    },
    group: 'deletion during sign-ins',
    fails: ['32 sessions created while their user is deleted are all ended (SES-11)'],
  },
  {
    what: 'a check of uniqueness that is not one step with the insertion',
    adapter: (sound) => {
      const adapter = withoutTransactions(sound)
      return {
        ...adapter,
        async getUserByAccount(key) {
          await breathe()
          return adapter.getUserByAccount?.(key) ?? null
        },
        async createUser(user) {
          if ((await sound.getUserByEmail(user.email)) !== null) throw new Error('duplicate')
          await breathe()
          return sound.createUser({ ...user, email: `${crypto.randomUUID()}@example.com` })
        },
        async linkAccount(account) {
          await sound.unlinkAccount(account)
          await sound.linkAccount(account)
        },
      }
    },
    group: 'concurrency through the core',
    fails: ['32 simultaneous first sign-ins of one person through the core make one user (LNK-04)'],
  },
  {
    what: 'an extension that every simultaneous request writes',
    adapter: (sound) => ({
      ...sound,
      async compareAndSetSession({ sessionToken, to }) {
        await sound.updateSession({ sessionToken, expires: to })
        return true
      },
    }),
    group: 'concurrency through the core',
    fails: ['a session that 32 simultaneous requests extend is written once (REL-08)'],
  },
  {
    what: 'an emailed link that two browsers can use',
    adapter: (sound) => {
      const tokens = new Map<string, Date>()
      return {
        ...sound,
        createVerificationToken: ({ token, expires }) => tokens.set(token, expires),
        async useVerificationToken({ identifier, token }) {
          const expires = tokens.get(token)
          await breathe()
          tokens.delete(token)
          return expires === undefined ? null : { identifier, token, expires }
        },
      }
    },
    group: 'concurrency through the core',
    fails: [
      'the link of a mail that is opened 32 times at once signs in once (REL-08)',
      'a sign-in that 32 copies of its browser finish at once signs in once (REL-08)',
    ],
  },
  {
    what: 'a transaction that keeps what was done before its commit failed',
    adapter: (sound) => ({ ...sound, transaction: (work) => work(withoutTransactions(sound)) }),
    group: 'faults through the core',
    fails: ['a first sign-in succeeds after one that failed at any call of the store'],
  },
  {
    what: 'accounts that outlive their user',
    adapter: (sound) => {
      const adapter = withoutTransactions(sound)
      const linked = new Set<string>()
      return {
        ...adapter,
        async linkAccount(account) {
          if (linked.has(account.providerAccountId)) throw new Error('duplicate')
          linked.add(account.providerAccountId)
          await sound.linkAccount(account)
        },
      }
    },
    group: 'faults through the core',
    fails: ['a first sign-in succeeds after one that failed at any call of the store'],
  },
]
