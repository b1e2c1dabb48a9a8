import type { CompleteAdapter } from './memory-adapter.ts'
import type { AdapterAccount, AdapterSession } from '@latchstring/core/adapters'
import type { Defect } from './defects.ts'

const lower = (text: string): string => text.toLowerCase()

type Key = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** An adapter that stores what the sound one does, and remembers the spellings of something. */
function spelled(): { learn: (text: string) => string; read: (text: string) => string } {
  const spellings = new Map<string, string>()
  return {
    learn(text) {
      spellings.set(lower(text), text)
      return text
    },
    read: (text) => spellings.get(lower(text)) ?? text,
  }
}

const accountsByCase = (sound: CompleteAdapter) => {
  const { learn, read } = spelled()
  return {
    linkAccount: (account: AdapterAccount) => {
      learn(account.providerAccountId)
      return sound.linkAccount(account)
    },
    respell: <T extends Key>(key: T): T => ({
      ...key,
      providerAccountId: read(key.providerAccountId),
    }),
  }
}

const sessionsByCase = (sound: CompleteAdapter) => {
  const { learn, read } = spelled()
  return {
    read,
    createSession: (session: AdapterSession) => {
      learn(session.sessionToken)
      return sound.createSession(session)
    },
  }
}

const TOKENS: readonly Defect[] = [
  {
    what: 'verification tokens that are compared without regard to case',
    adapter: (sound) => {
      const { learn, read } = spelled()
      return {
        ...sound,
        createVerificationToken: (stored) => {
          learn(stored.token)
          return sound.createVerificationToken(stored)
        },
        useVerificationToken: ({ identifier, token }) =>
          sound.useVerificationToken({ identifier, token: read(token) }),
      }
    },
    group: 'letter case',
    fails: [
      'useVerificationToken returns null for a token in other letter case and uses nothing up',
    ],
  },
  {
    what: 'identifiers of verification tokens that are compared without regard to case',
    adapter: (sound) => {
      const { learn, read } = spelled()
      return {
        ...sound,
        createVerificationToken: (stored) => {
          learn(stored.identifier)
          return sound.createVerificationToken(stored)
        },
        useVerificationToken: ({ identifier, token }) =>
          sound.useVerificationToken({ identifier: read(identifier), token }),
      }
    },
    group: 'letter case',
    fails: [
      'useVerificationToken returns null for an identifier in other letter case and uses nothing up',
    ],
  },
]

const CREDENTIALS: readonly Defect[] = [
  {
    what: 'credential ids that are compared without regard to case',
    adapter: (sound) => {
      const { learn, read } = spelled()
      return {
        ...sound,
        createAuthenticator: (one) => {
          learn(one.credentialID)
          return sound.createAuthenticator(one)
        },
        getAuthenticator: (id) => sound.getAuthenticator(read(id)),
      }
    },
    group: 'letter case',
    fails: ['credential ids that differ in letter case are different authenticators'],
  },
  {
    what: 'a counter that is set without regard to case',
    adapter: (sound) => {
      const { learn, read } = spelled()
      return {
        ...sound,
        createAuthenticator: (one) => {
          learn(one.credentialID)
          return sound.createAuthenticator(one)
        },
        updateAuthenticatorCounter: (id, counter) =>
          sound.updateAuthenticatorCounter(read(id), counter),
      }
    },
    group: 'letter case',
    fails: ['credential ids that differ in letter case are different authenticators'],
  },
]

const ACCOUNTS: readonly Defect[] = [
  {
    what: 'accounts that are got without regard to case',
    adapter: (sound) => {
      const { linkAccount, respell } = accountsByCase(sound)
      return {
        ...sound,
        linkAccount,
        getAccount(providerAccountId, provider) {
          const key = respell({ providerAccountId, provider })
          return sound.getAccount(key.providerAccountId, key.provider)
        },
      }
    },
    group: 'letter case',
    fails: ['getAccount finds no account whose id or provider differs in letter case'],
  },
  {
    what: 'accounts that are unlinked without regard to case',
    adapter: (sound) => {
      const { linkAccount, respell } = accountsByCase(sound)
      return { ...sound, linkAccount, unlinkAccount: (key) => sound.unlinkAccount(respell(key)) }
    },
    group: 'letter case',
    fails: ['unlinkAccount leaves the account whose id differs in letter case'],
  },
  {
    what: 'accounts that are updated without regard to case',
    adapter: (sound) => {
      const { linkAccount, respell } = accountsByCase(sound)
      return { ...sound, linkAccount, updateAccount: (key) => sound.updateAccount(respell(key)) }
    },
    group: 'letter case',
    fails: ['updateAccount leaves the account whose id differs in letter case'],
  },
  {
    what: 'providers that are compared without regard to case',
    adapter: (sound) => ({
      ...sound,
      getUserByAccount: (key) => sound.getUserByAccount({ ...key, provider: lower(key.provider) }),
    }),
    group: 'letter case',
    fails: ['ids of providers that differ in letter case are different providers'],
  },
]

const SESSIONS: readonly Defect[] = [
  {
    what: 'sessions that are deleted without regard to case',
    adapter: (sound) => {
      const { createSession, read } = sessionsByCase(sound)
      return { ...sound, createSession, deleteSession: (token) => sound.deleteSession(read(token)) }
    },
    group: 'letter case',
    fails: ['tokens that differ in letter case are different sessions'],
  },
  {
    what: 'sessions that are extended without regard to case',
    adapter: (sound) => {
      const { createSession, read } = sessionsByCase(sound)
      return {
        ...sound,
        createSession,
        updateSession: (changes) =>
          sound.updateSession({ ...changes, sessionToken: read(changes.sessionToken) }),
      }
    },
    group: 'letter case',
    fails: ['tokens that differ in letter case are different sessions'],
  },
  {
    what: 'expiries that are moved without regard to case',
    adapter: (sound) => {
      const { createSession, read } = sessionsByCase(sound)
      return {
        ...sound,
        createSession,
        compareAndSetSession: ({ sessionToken, ...times }) =>
          sound.compareAndSetSession({ sessionToken: read(sessionToken), ...times }),
      }
    },
    group: 'letter case',
    fails: ['compareAndSetSession moves no session whose token differs in letter case'],
  },
  {
    what: 'an `except` that is compared without regard to case',
    adapter: (sound) => ({
      ...sound,
      async deleteSessionsByUserId(userId, except = '') {
        const sessions = await sound.listSessionsByUserId(userId)
        const ended = sessions.filter(({ sessionToken }) => lower(sessionToken) !== lower(except))
        for (const { sessionToken } of ended) await sound.deleteSession(sessionToken)
        return ended.length
      },
    }),
    group: 'letter case',
    fails: [
      'deleteSessionsByUserId keeps no session whose token differs in letter case from `except`',
    ],
  },
]

/** What can be wrong with how keys are compared. */
export const KEY_DEFECTS: readonly Defect[] = [...TOKENS, ...CREDENTIALS, ...ACCOUNTS, ...SESSIONS]
