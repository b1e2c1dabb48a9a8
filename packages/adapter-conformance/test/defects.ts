import type { CompleteAdapter } from './memory-adapter.ts'
import type { Adapter, AdapterSession, AdapterUser } from '@latchstring/core/adapters'

/** Removes the milliseconds of a time. */
export const toSeconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000)

/** Waits, so that other calls run first. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0)
  })

/** A store that reads a session, waits for other calls, and only then moves its expiry. */
export const movingLate =
  (move: (sound: CompleteAdapter, session: AdapterSession, to: Date) => Promise<unknown>) =>
  (sound: CompleteAdapter): CompleteAdapter => ({
    ...sound,
    async compareAndSetSession({ sessionToken, from, to }) {
      const found = await sound.getSessionAndUser(sessionToken)
      if (found?.session.expires.getTime() !== from.getTime()) return false
      await breathe()
      await move(sound, found.session, to)
      return true
    },
  })

/** An adapter with one defect, and the titles of the tests that find it. */
export interface Defect {
  readonly what: string
  readonly adapter: (sound: CompleteAdapter) => Adapter
  readonly group: string
  readonly fails: readonly string[]
}

/** Defects of required methods, tokens, sessions and transactions. */
export const DEFECTS: readonly Defect[] = [
  {
    what: 'a verification token that two callers can use',
    adapter: (sound) => {
      const tokens = new Map<string, Date>()
      return {
        ...sound,
        createVerificationToken: (token) => tokens.set(token.token, token.expires),
        async useVerificationToken({ identifier, token }) {
          const expires = tokens.get(token)
          await breathe()
          tokens.delete(token)
          return expires === undefined ? null : { identifier, token, expires }
        },
      }
    },
    group: 'atomic consume',
    fails: ['one of 32 simultaneous uses of a verification token succeeds (REL-08)'],
  },
  {
    what: 'tokens that take the place of others with the same key',
    adapter: (sound) => ({
      ...sound,
      createVerificationToken: async (token) => {
        await sound.useVerificationToken(token)
        await sound.createVerificationToken(token)
      },
    }),
    group: 'unique tokens',
    fails: [
      'createVerificationToken refuses a second token with the same key, and keeps the first',
    ],
  },
  {
    what: 'tokens whose key is looked up before it is stored',
    adapter: (sound) => {
      const taken = new Set<string>()
      return {
        ...sound,
        createVerificationToken: async (token) => {
          if (taken.has(token.token)) throw new Error('duplicate token')
          await breathe()
          taken.add(token.token)
          // The existing record stays, without an error.
          await Promise.resolve(sound.createVerificationToken(token)).catch(() => undefined)
        },
      }
    },
    group: 'unique tokens',
    fails: ['one of 32 simultaneous verification tokens with the same key is stored (REL-08)'],
  },
  {
    what: 'a comparison that is not one step with the change',
    adapter: movingLate(async (sound, { sessionToken }, to) =>
      sound.updateSession({ sessionToken, expires: to }),
    ),
    group: 'compare and set',
    fails: ['one of 32 simultaneous calls of compareAndSetSession moves the expiry (REL-08)'],
  },
  {
    what: 'a transaction that keeps what its work did before it failed',
    adapter: (sound) => ({ ...sound, transaction: (work) => work(sound) }),
    group: 'transactions',
    fails: [
      'a transaction whose work rejects stores nothing, and rejects with the same error',
      'work that failed in a transaction succeeds in the next one',
      'changes and deletions of a failed transaction are undone',
      'writes of an unfinished transaction are invisible outside it',
    ],
  },
  {
    what: 'a transaction that shows unfinished work to others',
    adapter: (sound) => {
      const pending = new Map<string, AdapterUser>()
      return {
        ...sound,
        getUserByEmail: async (email) => pending.get(email) ?? sound.getUserByEmail(email),
        async transaction(work) {
          try {
            return await sound.transaction((within) => {
              const createUser = (user: AdapterUser) => {
                pending.set(user.email, user)
                return within.createUser?.(user) ?? user
              }
              return work({ ...within, createUser })
            })
          } finally {
            pending.clear()
          }
        },
      }
    },
    group: 'transactions',
    fails: ['writes of an unfinished transaction are invisible outside it'],
  },
  {
    what: 'accounts that can be linked twice',
    adapter: (sound) => ({
      ...sound,
      linkAccount: async (account) => {
        await sound.unlinkAccount(account)
        await sound.linkAccount(account)
      },
    }),
    group: 'unique constraints',
    fails: ['linkAccount rejects an account that is linked, also to another user (LNK-04)'],
  },
  {
    what: 'addresses that are unique only as they are written',
    adapter: (sound) => ({
      ...sound,
      getUserByEmail: async (email) => {
        const user = await sound.getUserByEmail(email)
        return user?.email === email ? user : null
      },
    }),
    group: 'unique constraints',
    fails: ['an address in other letter case is the same address'],
  },
  {
    what: 'sessions that outlive their user',
    adapter: (sound) => {
      const kept = new Map<string, Awaited<ReturnType<typeof sound.getSessionAndUser>>>()
      return {
        ...sound,
        getSessionAndUser: async (token) =>
          (await sound.getSessionAndUser(token)) ?? kept.get(token) ?? null,
        async deleteUser(userId) {
          for (const { sessionToken } of await sound.listSessionsByUserId(userId)) {
            kept.set(sessionToken, await sound.getSessionAndUser(sessionToken))
          }
          await sound.deleteUser(userId)
        },
      }
    },
    group: 'sessions',
    fails: ['deleteUser ends every session of the user (SES-11)'],
  },
  {
    what: 'times without milliseconds',
    adapter: (sound) => ({
      ...sound,
      createSession: (session) =>
        sound.createSession({ ...session, expires: toSeconds(session.expires) }),
    }),
    group: 'sessions',
    fails: [
      'createSession returns the session',
      'getSessionAndUser returns the session with its time, and its user',
      'updateSession moves the expiry and leaves the rest',
    ],
  },
  {
    what: 'undefined instead of null',
    adapter: (sound) => ({
      ...sound,
      // @ts-expect-error -- the defect, which JavaScript accepts
      getUser: async (id) => (await sound.getUser(id)) ?? undefined,
    }),
    group: 'users and accounts',
    fails: [
      'getUser returns null for an unknown id',
      'deleteUser deletes the user and its accounts, and no other user',
    ],
  },
  {
    what: 'an update that forgets the other members',
    adapter: (sound) => ({
      ...sound,
      async updateUser(user) {
        return sound.updateUser({ image: null, ...user })
      },
    }),
    group: 'users and accounts',
    fails: [
      'updateUser changes the members given and leaves the others',
      'updateUser sets members to null',
    ],
  },
  {
    what: 'capabilities that are not declared',
    adapter: (sound) => ({
      ...sound,
      capabilities: { ...sound.capabilities, transactions: false },
    }),
    group: 'declarations',
    fails: ['adapter.capabilities equals the capabilities in the options of the suite'],
  },
]
