import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  VerificationToken,
} from '@latchstring/core/adapters'
import { breathe, toSeconds, type Defect } from './defects.ts'

/** Defects of changes that affect other records. */
const TOO_FAR: readonly Defect[] = [
  {
    what: 'an unlinkAccount that unlinks the accounts of all users',
    adapter: (sound) => {
      const linked = new Map<string, AdapterAccount>()
      return {
        ...sound,
        linkAccount(account) {
          linked.set(account.providerAccountId, account)
          return sound.linkAccount(account)
        },
        async unlinkAccount({ provider }) {
          for (const account of linked.values()) {
            if (account.provider === provider) await sound.unlinkAccount(account)
          }
        },
      }
    },
    group: 'bystanders',
    fails: ['unlinkAccount leaves every other account, at the same provider and with the same id'],
  },
  {
    what: 'an unlinkAccount that ignores the provider',
    adapter: (sound) => ({
      ...sound,
      async unlinkAccount({ providerAccountId }) {
        for (const provider of ['example', 'another']) {
          await sound.unlinkAccount({ provider, providerAccountId })
        }
      },
    }),
    group: 'bystanders',
    fails: ['unlinkAccount leaves every other account, at the same provider and with the same id'],
  },
  {
    what: 'a deleteUser that deletes all verification tokens',
    adapter: (sound) => {
      const tokens: VerificationToken[] = []
      return {
        ...sound,
        createVerificationToken(token) {
          tokens.push(token)
          return sound.createVerificationToken(token)
        },
        async deleteUser(userId) {
          for (const token of tokens.splice(0)) await sound.useVerificationToken(token)
          await sound.deleteUser(userId)
        },
      }
    },
    group: 'bystanders',
    fails: [
      'deleteUser leaves everything that belongs to others, verification tokens among it',
      'deleteUser deletes the authenticators of the user',
    ],
  },
  {
    what: 'a deleteSession that ends all sessions of the user',
    adapter: (sound) => ({
      ...sound,
      async deleteSession(token) {
        const found = await sound.getSessionAndUser(token)
        if (found !== null) await sound.deleteSessionsByUserId(found.user.id)
      },
    }),
    group: 'bystanders',
    fails: ['deleteSession leaves every other session, of the user and of others'],
  },
  {
    what: 'an end of all sessions that unlinks the accounts',
    adapter: (sound) => ({
      ...sound,
      async deleteSessionsByUserId(userId, except) {
        for (const account of await sound.listAccountsByUserId(userId)) {
          await sound.unlinkAccount(account)
        }
        return sound.deleteSessionsByUserId(userId, except)
      },
    }),
    group: 'bystanders',
    fails: ['deleteSessionsByUserId leaves accounts and authenticators, and everything of others'],
  },
  {
    what: 'a deleteSessionsByUserId that ends the sessions of all users',
    adapter: (sound) => {
      const owners = new Set<string>()
      return {
        ...sound,
        createSession(session) {
          owners.add(session.userId)
          return sound.createSession(session)
        },
        async deleteSessionsByUserId(userId, except) {
          const ended = await sound.deleteSessionsByUserId(userId, except)
          for (const owner of owners) await sound.deleteSessionsByUserId(owner, except)
          return ended
        },
      }
    },
    group: 'bystanders',
    fails: ['deleteSessionsByUserId leaves accounts and authenticators, and everything of others'],
  },
  {
    what: 'a comparison that moves every session with the expiry',
    adapter: (sound) => {
      const tokens = new Set<string>()
      return {
        ...sound,
        createSession(session) {
          tokens.add(session.sessionToken)
          return sound.createSession(session)
        },
        async compareAndSetSession({ from, to }) {
          let moved = false
          for (const sessionToken of tokens) {
            moved = (await sound.compareAndSetSession({ sessionToken, from, to })) || moved
          }
          return moved
        },
      }
    },
    group: 'bystanders',
    fails: ['compareAndSetSession leaves every other session, also with the same expiry'],
  },
  {
    what: 'an updateAuthenticatorCounter that sets the counters of all users',
    adapter: (sound) => {
      const made = new Set<string>()
      return {
        ...sound,
        createAuthenticator(authenticator) {
          made.add(authenticator.credentialID)
          return sound.createAuthenticator(authenticator)
        },
        async updateAuthenticatorCounter(credentialID, counter) {
          for (const one of made) await sound.updateAuthenticatorCounter(one, counter)
          return sound.updateAuthenticatorCounter(credentialID, counter)
        },
      }
    },
    group: 'bystanders',
    fails: [
      'updateAuthenticatorCounter leaves every other authenticator, of the user and of others',
    ],
  },
  {
    what: 'an update of an account that reaches its id at every provider',
    adapter: (sound) => ({
      ...sound,
      async updateAccount(changes) {
        for (const provider of ['example', 'another']) {
          await sound.updateAccount({ ...changes, provider })
        }
      },
    }),
    group: 'bystanders',
    fails: ['updateAccount leaves every other account, at the same provider and with the same id'],
  },
]

const deletion = 'deletion of authenticators'

const use = 'use of authenticators'

const ONE_OF_MANY =
  'of 32 simultaneous calls of useAuthenticator with one counter, one returns true (WAN-04)'

/** Defects of the use of authenticators. */
const USES: readonly Defect[] = [
  {
    what: 'a use of an authenticator that reads, compares and then writes',
    adapter: (sound) => ({
      ...sound,
      async useAuthenticator({ credentialID, counter, credentialBackedUp }) {
        const found = await sound.getAuthenticator(credentialID)
        const isAlways0 = counter === 0 && found?.counter === 0
        if (!found || (counter <= found.counter && !isAlways0)) return false
        await breathe()
        await sound.useAuthenticator({ credentialID, counter, credentialBackedUp })
        return true
      },
    }),
    group: use,
    fails: [ONE_OF_MANY],
  },
  {
    what: 'a use of an authenticator that needs a counter above 0',
    adapter: (sound) => ({
      ...sound,
      useAuthenticator: async (given) => given.counter > 0 && sound.useAuthenticator(given),
    }),
    group: use,
    fails: ['useAuthenticator stores the backup state where both counters are 0'],
  },
  {
    what: 'a use of an authenticator that says it was done whatever the counter is',
    adapter: (sound) => ({
      ...sound,
      async useAuthenticator(given) {
        await sound.useAuthenticator(given)
        return true
      },
    }),
    group: use,
    fails: [
      'useAuthenticator returns false for a counter that is not higher, and changes nothing',
      'useAuthenticator returns false for an unknown credential, and stores none',
      ONE_OF_MANY,
    ],
  },
  {
    what: 'a use of an authenticator that leaves the backup state',
    adapter: (sound) => ({
      ...sound,
      async useAuthenticator(given) {
        const before = await sound.getAuthenticator(given.credentialID)
        const credentialBackedUp = before?.credentialBackedUp ?? false
        return sound.useAuthenticator({ ...given, credentialBackedUp })
      },
    }),
    group: use,
    fails: [
      'useAuthenticator stores a higher counter with the backup state, and leaves the rest',
      'useAuthenticator stores the backup state where both counters are 0',
    ],
  },
]

/** Defects of the deletion of authenticators. */
const DELETIONS: readonly Defect[] = [
  {
    what: 'a deletion of an authenticator that ignores its user',
    adapter: (sound) => ({
      ...sound,
      async deleteAuthenticator({ credentialID }) {
        const found = await sound.getAuthenticator(credentialID)
        if (found) await sound.deleteAuthenticator(found)
      },
    }),
    group: deletion,
    fails: ['deleteAuthenticator leaves the authenticator of another user'],
  },
  {
    what: 'a deletion of an authenticator that takes no owner for any',
    adapter: (sound) => ({
      ...sound,
      async deleteAuthenticator(one) {
        const found = await sound.getAuthenticator(one.credentialID)
        await sound.deleteAuthenticator(found && one.userId === '' ? found : one)
      },
    }),
    group: deletion,
    fails: ['deleteAuthenticator leaves the authenticator of another user'],
  },
  {
    what: 'a deletion of an authenticator that deletes all of the user',
    adapter: (sound) => ({
      ...sound,
      async deleteAuthenticator({ userId }) {
        for (const one of await sound.listAuthenticatorsByUserId(userId)) {
          await sound.deleteAuthenticator(one)
        }
      },
    }),
    group: deletion,
    fails: [
      'deleteAuthenticator leaves every other authenticator, and accounts and sessions of the user',
      'deleteAuthenticator does nothing for an unknown id, and the second time',
      'deleteAuthenticator leaves the authenticator of another user',
      'deleteAuthenticator leaves the authenticator whose id differs in letter case',
      '32 simultaneous calls of deleteAuthenticator all succeed, and leave the others',
    ],
  },
  {
    what: 'a deletion of an authenticator that unlinks its account',
    adapter: (sound) => ({
      ...sound,
      async deleteAuthenticator(one) {
        await sound.deleteAuthenticator(one)
        for (const account of await sound.listAccountsByUserId(one.userId)) {
          await sound.unlinkAccount(account)
        }
      },
    }),
    group: deletion,
    fails: [
      'deleteAuthenticator leaves every other authenticator, and accounts and sessions of the user',
    ],
  },
  {
    what: 'a deletion of an authenticator that fails the second time',
    adapter: (sound) => ({
      ...sound,
      async deleteAuthenticator(one) {
        if (!(await sound.getAuthenticator(one.credentialID))) throw new Error('there is none')
        await sound.deleteAuthenticator(one)
      },
    }),
    group: deletion,
    fails: ['deleteAuthenticator does nothing for an unknown id, and the second time'],
  },
  {
    what: 'a deletion of an authenticator that one of several calls can do',
    adapter: (sound) => {
      const running = new Set<string>()
      return {
        ...sound,
        async deleteAuthenticator(one) {
          if (running.has(one.credentialID)) throw new Error('it is being deleted')
          running.add(one.credentialID)
          await breathe()
          await sound.deleteAuthenticator(one)
          running.delete(one.credentialID)
        },
      }
    },
    group: deletion,
    fails: ['32 simultaneous calls of deleteAuthenticator all succeed, and leave the others'],
  },
  {
    what: 'an authenticator that cannot be created again',
    adapter: (sound) => {
      const made = new Set<string>()
      return {
        ...sound,
        createAuthenticator(one) {
          if (made.has(one.credentialID)) throw new Error('duplicate credential')
          made.add(one.credentialID)
          return sound.createAuthenticator(one)
        },
      }
    },
    group: deletion,
    fails: ['an authenticator that was deleted can be created again, by another user as well'],
  },
  {
    what: 'a counter that is stored with the authenticator it was read with',
    adapter: (sound) => ({
      ...sound,
      async updateAuthenticatorCounter(credentialID, counter) {
        const found = await sound.getAuthenticator(credentialID)
        if (!found) throw new Error('no such credential')
        await breathe()
        return sound.createAuthenticator({ ...found, counter })
      },
    }),
    group: 'deletion during sign-ins',
    fails: [
      '32 calls of updateAuthenticatorCounter do not restore an authenticator that is being deleted',
    ],
  },
]

/** Defects of changes that miss records. */
const TOO_NEAR: readonly Defect[] = [
  {
    what: 'authenticators that outlive their user',
    adapter: (sound) => {
      const kept = new Map<string, AdapterAuthenticator>()
      return {
        ...sound,
        createAuthenticator(authenticator) {
          kept.set(authenticator.credentialID, authenticator)
          return sound.createAuthenticator(authenticator)
        },
        getAuthenticator: async (id) =>
          (await sound.getAuthenticator(id)) ?? structuredClone(kept.get(id)) ?? null,
      }
    },
    group: 'bystanders',
    fails: ['deleteUser deletes the authenticators of the user'],
  },
  {
    what: 'sessions that are ended 25 at a time',
    adapter: (sound) => ({
      ...sound,
      async deleteSessionsByUserId(userId, except) {
        const sessions = await sound.listSessionsByUserId(userId)
        const ended = sessions.filter(({ sessionToken }) => sessionToken !== except).slice(0, 25)
        for (const { sessionToken } of ended) await sound.deleteSession(sessionToken)
        return ended.length
      },
    }),
    group: 'many',
    fails: ['listSessionsByUserId returns 120 sessions, and deleteSessionsByUserId ends them'],
  },
  {
    what: 'sessions that are listed up to ten',
    adapter: (sound) => ({
      ...sound,
      listSessionsByUserId: async (id) => (await sound.listSessionsByUserId(id)).slice(0, 10),
    }),
    group: 'many',
    fails: ['listSessionsByUserId returns 120 sessions, and deleteSessionsByUserId ends them'],
  },
  {
    what: 'accounts that are listed up to a hundred',
    adapter: (sound) => ({
      ...sound,
      listAccountsByUserId: async (id) => (await sound.listAccountsByUserId(id)).slice(0, 100),
    }),
    group: 'many',
    fails: ['listAccountsByUserId returns 120 accounts'],
  },
  {
    what: 'authenticators that are listed up to ten',
    adapter: (sound) => ({
      ...sound,
      listAuthenticatorsByUserId: async (id) =>
        (await sound.listAuthenticatorsByUserId(id)).slice(0, 10),
    }),
    group: 'many',
    fails: ['listAuthenticatorsByUserId returns 120 authenticators, and deleteUser deletes them'],
  },
  {
    what: 'a deletion of a user that ends only 25 sessions',
    adapter: (sound) => {
      const left = new Map<string, AdapterSession>()
      return {
        ...sound,
        async deleteUser(userId) {
          const sessions = await sound.listSessionsByUserId(userId)
          for (const session of sessions.slice(25)) left.set(session.sessionToken, session)
          await sound.deleteUser(userId)
        },
        async getSessionAndUser(token) {
          const session = left.get(token)
          const user = { id: session?.userId ?? '', email: 'gone', emailVerified: null }
          return session === undefined ? sound.getSessionAndUser(token) : { session, user }
        },
      }
    },
    group: 'many',
    fails: ['deleteUser ends 120 sessions (SES-11)'],
  },
  {
    what: 'expiries that are compared in whole seconds',
    adapter: (sound) => ({
      ...sound,
      async compareAndSetSession({ sessionToken, from, to }) {
        const found = await sound.getSessionAndUser(sessionToken)
        const expires = found?.session.expires
        if (!expires || toSeconds(expires).getTime() !== toSeconds(from).getTime()) return false
        return sound.compareAndSetSession({ sessionToken, from: expires, to })
      },
    }),
    group: 'compare and set',
    fails: ['compareAndSetSession compares times as exactly as the store keeps them'],
  },
]

/** Defects of the extent of changes. */
export const REACH_DEFECTS: readonly Defect[] = [...TOO_FAR, ...USES, ...DELETIONS, ...TOO_NEAR]
