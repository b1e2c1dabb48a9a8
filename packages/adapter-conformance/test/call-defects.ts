import type { CompleteAdapter } from './memory-adapter.ts'
import type { Adapter, AdapterAccount } from '@latchstring/core/adapters'
import type { Defect } from './defects.ts'

const DETACHED = 'changing arguments and results of methods does not change the store'
const ARGUMENTS = 'no method changes its arguments'
const BARE = 'every method can be called without `this`'

/** Returns the same object for the same arguments until the next write. */
function remembering<T>(ask: (question: string) => Promise<T>): {
  readonly forget: () => void
  readonly answer: (question: string) => Promise<T>
} {
  const results = new Map<string, T>()
  return {
    forget: () => {
      results.clear()
    },
    async answer(question: string): Promise<T> {
      const known = results.get(question) ?? (await ask(question))
      results.set(question, known)
      return known
    },
  }
}

const accountKey = (id: string, provider: string): string => JSON.stringify([id, provider])

const SHARED: readonly Defect[] = [
  {
    what: 'a getUser that returns the same object twice',
    adapter: (sound) => {
      const { answer, forget } = remembering(async (id) => sound.getUser(id))
      return {
        ...sound,
        getUser: answer,
        async updateUser(changes) {
          forget()
          return sound.updateUser(changes)
        },
      }
    },
    group: 'calls',
    fails: [DETACHED],
  },
  {
    what: 'a getAccount that returns the same object twice',
    adapter: (sound) => {
      const { answer, forget } = remembering(async (question) => {
        const [id = '', provider = ''] = question.split(' at ')
        return sound.getAccount(id, provider)
      })
      return {
        ...sound,
        getAccount: (id, provider) => answer(`${id} at ${provider}`),
        async updateAccount(changes) {
          await sound.updateAccount(changes)
          forget()
        },
      }
    },
    group: 'calls',
    fails: [DETACHED],
  },
  {
    what: 'a getAuthenticator that returns the same object twice',
    adapter: (sound) => {
      const { answer, forget } = remembering(async (id) => sound.getAuthenticator(id))
      return {
        ...sound,
        getAuthenticator: answer,
        async updateAuthenticatorCounter(id, counter) {
          forget()
          return sound.updateAuthenticatorCounter(id, counter)
        },
        async useAuthenticator(use) {
          forget()
          return sound.useAuthenticator(use)
        },
        async deleteAuthenticator(one) {
          await sound.deleteAuthenticator(one)
          forget()
        },
      }
    },
    group: 'calls',
    fails: [DETACHED],
  },
  {
    what: 'a listAccountsByUserId that returns the same objects twice',
    adapter: (sound) => {
      const { answer, forget } = remembering(async (id) => sound.listAccountsByUserId(id))
      return {
        ...sound,
        listAccountsByUserId: answer,
        async updateAccount(changes) {
          await sound.updateAccount(changes)
          forget()
        },
      }
    },
    group: 'calls',
    fails: [DETACHED],
  },
  {
    what: 'a linkAccount that stores the object it is given',
    adapter: (sound) => {
      const given = new Map<string, AdapterAccount>()
      return {
        ...sound,
        linkAccount(account) {
          given.set(accountKey(account.providerAccountId, account.provider), account)
          return sound.linkAccount(account)
        },
        updateAccount(changes) {
          given.delete(accountKey(changes.providerAccountId, changes.provider))
          return sound.updateAccount(changes)
        },
        getAccount: async (id, provider) =>
          structuredClone(given.get(accountKey(id, provider))) ?? sound.getAccount(id, provider),
      }
    },
    group: 'calls',
    fails: [DETACHED],
  },
  {
    what: 'an updateSession that stores the Date it is given',
    adapter: (sound) => {
      const given = new Map<string, Date>()
      return {
        ...sound,
        updateSession(changes) {
          if (changes.expires) given.set(changes.sessionToken, changes.expires)
          return sound.updateSession(changes)
        },
        async getSessionAndUser(token) {
          const found = await sound.getSessionAndUser(token)
          const expires = given.get(token) ?? found?.session.expires ?? new Date(0)
          return found && { ...found, session: { ...found.session, expires } }
        },
      }
    },
    group: 'calls',
    fails: [DETACHED],
  },
]

const CHANGED: readonly Defect[] = [
  {
    what: 'an updateSession that changes what it is given',
    adapter: (sound) => ({
      ...sound,
      async updateSession(changes) {
        await sound.updateSession(changes)
        Reflect.deleteProperty(changes, 'expires')
      },
    }),
    group: 'calls',
    fails: [ARGUMENTS],
  },
  {
    what: 'a useVerificationToken that changes what it is given',
    adapter: (sound) => ({
      ...sound,
      async useVerificationToken(params) {
        const used = await sound.useVerificationToken(params)
        Reflect.set(params, 'token', '')
        return used
      },
    }),
    group: 'calls',
    fails: [ARGUMENTS],
  },
  {
    what: 'a linkAccount that changes what it is given, in a transaction',
    adapter: (sound) => ({
      ...sound,
      transaction: (work) =>
        sound.transaction((within) =>
          work({
            ...within,
            async linkAccount(account) {
              await within.linkAccount?.(account)
              Reflect.set(account, 'type', 'oauth')
            },
          }),
        ),
    }),
    group: 'calls',
    fails: [ARGUMENTS],
  },
]

/** The adapter with one method that uses `this`. */
const needingThis = (method: keyof CompleteAdapter): Defect => ({
  what: `a ${method} that needs \`this\``,
  adapter: (sound) => {
    const original: unknown = sound[method]
    const adapter: Adapter = {
      ...sound,
      [method](this: unknown, ...parameters: readonly unknown[]): unknown {
        if (this !== adapter) throw new TypeError('this is undefined')
        if (typeof original !== 'function') return undefined
        const result: unknown = Reflect.apply(original, sound, parameters)
        return result
      },
    }
    return adapter
  },
  group: 'calls',
  fails: [BARE],
})

const METHODS = [
  'getUser',
  'updateAccount',
  'useVerificationToken',
  'deleteUser',
  'transaction',
] as const

/** Defects of calls in general. */
export const CALL_DEFECTS: readonly Defect[] = [...SHARED, ...CHANGED, ...METHODS.map(needingThis)]
