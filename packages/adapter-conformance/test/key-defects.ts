import type { CompleteAdapter } from './memory-adapter.ts'
import type { AdapterAccount, AdapterSession } from '@latchstring/core/adapters'
import type { Defect } from './defects.ts'

const lower = (text: string): string => text.toLowerCase()

type Key = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** The exact spellings of the keys that an adapter has stored. */
interface Spellings {
  readonly learn: (text: string) => string
  readonly read: (text: string) => string
}

function spelled(): Spellings {
  const spellings = new Map<string, string>()
  return {
    learn(text) {
      spellings.set(lower(text), text)
      return text
    },
    read: (text) => spellings.get(lower(text)) ?? text,
  }
}

const accountsByCase = (sound: CompleteAdapter, { learn, read }: Spellings) => {
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

const sessionsByCase = (sound: CompleteAdapter, { learn, read }: Spellings) => {
  return {
    read,
    createSession: (session: AdapterSession) => {
      learn(session.sessionToken)
      return sound.createSession(session)
    },
  }
}

/** The methods in which a defective adapter differs from the correct one. */
type Differing = (sound: CompleteAdapter, spellings: Spellings) => Partial<CompleteAdapter>

/** A defect that the tests of letter case find. */
const caseless = (what: string, fails: string, differing: Differing): Defect => ({
  what: `${what} without regard to case`,
  adapter: (sound) => ({ ...sound, ...differing(sound, spelled()) }),
  group: 'letter case',
  fails: [fails],
})

const TOKENS: readonly Defect[] = [
  caseless(
    'verification tokens that are compared',
    'useVerificationToken returns null for a token in other letter case and uses nothing up',
    (sound, { learn, read }) => ({
      createVerificationToken: (stored) => {
        learn(stored.token)
        return sound.createVerificationToken(stored)
      },
      useVerificationToken: ({ identifier, token }) =>
        sound.useVerificationToken({ identifier, token: read(token) }),
    }),
  ),
  caseless(
    'identifiers of verification tokens that are compared',
    'useVerificationToken returns null for an identifier in other letter case and uses nothing up',
    (sound, { learn, read }) => ({
      createVerificationToken: (stored) => {
        learn(stored.identifier)
        return sound.createVerificationToken(stored)
      },
      useVerificationToken: ({ identifier, token }) =>
        sound.useVerificationToken({ identifier: read(identifier), token }),
    }),
  ),
]

const CREDENTIALS: readonly Defect[] = [
  caseless(
    'credential ids that are compared',
    'credential ids that differ in letter case are different authenticators',
    (sound, { learn, read }) => ({
      createAuthenticator: (one) => {
        learn(one.credentialID)
        return sound.createAuthenticator(one)
      },
      getAuthenticator: (id) => sound.getAuthenticator(read(id)),
    }),
  ),
  caseless(
    'a counter that is set',
    'credential ids that differ in letter case are different authenticators',
    (sound, { learn, read }) => ({
      createAuthenticator: (one) => {
        learn(one.credentialID)
        return sound.createAuthenticator(one)
      },
      updateAuthenticatorCounter: (id, counter) =>
        sound.updateAuthenticatorCounter(read(id), counter),
    }),
  ),
]

const ACCOUNTS: readonly Defect[] = [
  caseless(
    'accounts that are got',
    'getAccount finds no account whose id or provider differs in letter case',
    (sound, spellings) => {
      const { linkAccount, respell } = accountsByCase(sound, spellings)
      return {
        linkAccount,
        getAccount(providerAccountId, provider) {
          const key = respell({ providerAccountId, provider })
          return sound.getAccount(key.providerAccountId, key.provider)
        },
      }
    },
  ),
  caseless(
    'accounts that are unlinked',
    'unlinkAccount leaves the account whose id differs in letter case',
    (sound, spellings) => {
      const { linkAccount, respell } = accountsByCase(sound, spellings)
      return { linkAccount, unlinkAccount: (key) => sound.unlinkAccount(respell(key)) }
    },
  ),
  caseless(
    'accounts that are updated',
    'updateAccount leaves the account whose id differs in letter case',
    (sound, spellings) => {
      const { linkAccount, respell } = accountsByCase(sound, spellings)
      return { linkAccount, updateAccount: (key) => sound.updateAccount(respell(key)) }
    },
  ),
  caseless(
    'providers that are compared',
    'ids of providers that differ in letter case are different providers',
    (sound) => ({
      getUserByAccount: (key) => sound.getUserByAccount({ ...key, provider: lower(key.provider) }),
    }),
  ),
]

const SESSIONS: readonly Defect[] = [
  caseless(
    'sessions that are deleted',
    'tokens that differ in letter case are different sessions',
    (sound, spellings) => {
      const { createSession, read } = sessionsByCase(sound, spellings)
      return { createSession, deleteSession: (token) => sound.deleteSession(read(token)) }
    },
  ),
  caseless(
    'sessions that are extended',
    'tokens that differ in letter case are different sessions',
    (sound, spellings) => {
      const { createSession, read } = sessionsByCase(sound, spellings)
      return {
        createSession,
        updateSession: (changes) =>
          sound.updateSession({ ...changes, sessionToken: read(changes.sessionToken) }),
      }
    },
  ),
  caseless(
    'expiries that are moved',
    'compareAndSetSession moves no session whose token differs in letter case',
    (sound, spellings) => {
      const { createSession, read } = sessionsByCase(sound, spellings)
      return {
        createSession,
        compareAndSetSession: ({ sessionToken, ...times }) =>
          sound.compareAndSetSession({ sessionToken: read(sessionToken), ...times }),
      }
    },
  ),
  caseless(
    'an `except` that is compared',
    'deleteSessionsByUserId keeps no session whose token differs in letter case from `except`',
    (sound) => ({
      async deleteSessionsByUserId(userId, except = '') {
        const sessions = await sound.listSessionsByUserId(userId)
        const ended = sessions.filter(({ sessionToken }) => lower(sessionToken) !== lower(except))
        for (const { sessionToken } of ended) await sound.deleteSession(sessionToken)
        return ended.length
      },
    }),
  ),
]

/** Defects of the comparison of keys. */
export const KEY_DEFECTS: readonly Defect[] = [...TOKENS, ...CREDENTIALS, ...ACCOUNTS, ...SESSIONS]
