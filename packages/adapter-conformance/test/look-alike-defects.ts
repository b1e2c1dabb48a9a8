import type { CompleteAdapter } from './memory-adapter.ts'
import type { Adapter } from '@latchstring/core/adapters'
import type { Defect } from './defects.ts'

type Sound = CompleteAdapter

/** Removes case, accents, width, ignorable characters and trailing spaces from a text. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u00AD]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .trimEnd()

/** Stores the exact spelling of each key. */
interface Spellings {
  learn(this: void, text: string): void
  read(this: void, text: string): string
}

function spellings(): Spellings {
  const known = new Map<string, string>()
  return {
    learn: (text) => void known.set(fold(text), text),
    read: (text) => known.get(fold(text)) ?? text,
  }
}

/** The correct adapter, which records the spellings of all keys that it stores. */
function learning(sound: Sound, { learn }: Spellings): Sound {
  return {
    ...sound,
    async createUser(user) {
      learn(user.email)
      const created = await sound.createUser(user)
      learn(created.id)
      return created
    },
    linkAccount(account) {
      learn(account.provider)
      learn(account.providerAccountId)
      return sound.linkAccount(account)
    },
    createSession(session) {
      learn(session.sessionToken)
      return sound.createSession(session)
    },
    createVerificationToken(token) {
      learn(token.identifier)
      learn(token.token)
      return sound.createVerificationToken(token)
    },
    createAuthenticator(one) {
      learn(one.credentialID)
      return sound.createAuthenticator(one)
    },
  }
}

const DELETION =
  'deleteAuthenticator leaves the authenticator whose id, or the id of whose user, looks alike (ALT-07)'

/** Replaces one method by one that finds keys that look alike. */
type Lax = (sound: Sound, read: Spellings['read']) => Partial<Adapter>

const METHODS: readonly (readonly [what: string, lax: Lax, fails: string])[] = [
  [
    'getUser',
    (sound, read) => ({ getUser: (id) => sound.getUser(read(id)) }),
    'getUser finds no user by an id that looks alike (ALT-07)',
  ],
  [
    'updateUser',
    (sound, read) => ({
      updateUser: (changes) => sound.updateUser({ ...changes, id: read(changes.id) }),
    }),
    'updateUser changes no user by an id that looks alike (ALT-07)',
  ],
  [
    'deleteUser',
    (sound, read) => ({ deleteUser: (id) => sound.deleteUser(read(id)) }),
    'deleteUser deletes no user by an id that looks alike (ALT-07)',
  ],
  [
    'getUserByEmail',
    (sound, read) => ({ getUserByEmail: (email) => sound.getUserByEmail(read(email)) }),
    'getUserByEmail finds no user by an address that looks alike (ALT-07)',
  ],
  [
    'getUserByAccount, in the id',
    (sound, read) => ({
      getUserByAccount: (key) =>
        sound.getUserByAccount({ ...key, providerAccountId: read(key.providerAccountId) }),
    }),
    'getUserByAccount finds no user by an id or a provider that looks alike (ALT-07)',
  ],
  [
    'getUserByAccount, in the provider',
    (sound, read) => ({
      getUserByAccount: (key) => sound.getUserByAccount({ ...key, provider: read(key.provider) }),
    }),
    'getUserByAccount finds no user by an id or a provider that looks alike (ALT-07)',
  ],
  [
    'unlinkAccount',
    (sound, read) => ({
      unlinkAccount: (key) =>
        sound.unlinkAccount({ ...key, providerAccountId: read(key.providerAccountId) }),
    }),
    'unlinkAccount leaves the account whose id or provider looks alike (ALT-07)',
  ],
  [
    'listAccountsByUserId',
    (sound, read) => ({ listAccountsByUserId: (id) => sound.listAccountsByUserId(read(id)) }),
    'listAccountsByUserId lists nothing for an id that looks alike (ALT-07)',
  ],
  [
    'updateAccount',
    (sound, read) => ({
      updateAccount: (changes) =>
        sound.updateAccount({ ...changes, provider: read(changes.provider) }),
    }),
    'updateAccount leaves the account whose id or provider looks alike (ALT-07)',
  ],
  [
    'getSessionAndUser',
    (sound, read) => ({ getSessionAndUser: (token) => sound.getSessionAndUser(read(token)) }),
    'getSessionAndUser finds nothing by a token that looks alike (ALT-07)',
  ],
  [
    'updateSession',
    (sound, read) => ({
      updateSession: (changes) =>
        sound.updateSession({ ...changes, sessionToken: read(changes.sessionToken) }),
    }),
    'updateSession leaves the session whose token looks alike (ALT-07)',
  ],
  [
    'deleteSession',
    (sound, read) => ({ deleteSession: (token) => sound.deleteSession(read(token)) }),
    'deleteSession leaves the session whose token looks alike (ALT-07)',
  ],
  [
    'compareAndSetSession',
    (sound, read) => ({
      compareAndSetSession: (params) =>
        sound.compareAndSetSession({ ...params, sessionToken: read(params.sessionToken) }),
    }),
    'compareAndSetSession moves no session whose token looks alike (ALT-07)',
  ],
  [
    'listSessionsByUserId',
    (sound, read) => ({ listSessionsByUserId: (id) => sound.listSessionsByUserId(read(id)) }),
    'listSessionsByUserId lists nothing for an id that looks alike (ALT-07)',
  ],
  [
    'deleteSessionsByUserId',
    (sound, read) => ({
      deleteSessionsByUserId: (id, except) => sound.deleteSessionsByUserId(read(id), except),
    }),
    'deleteSessionsByUserId ends no session of a user whose id looks alike (ALT-07)',
  ],
  [
    'deleteSessionsByUserId, in `except`',
    (sound, read) => ({
      deleteSessionsByUserId: (id, except) =>
        sound.deleteSessionsByUserId(id, except === undefined ? undefined : read(except)),
    }),
    'deleteSessionsByUserId keeps no session whose token looks like `except` (ALT-07)',
  ],
  [
    'useVerificationToken, in the token',
    (sound, read) => ({
      useVerificationToken: ({ identifier, token }) =>
        sound.useVerificationToken({ identifier, token: read(token) }),
    }),
    'useVerificationToken uses nothing up by a token or an identifier that looks alike (ALT-07)',
  ],
  [
    'useVerificationToken, in the identifier',
    (sound, read) => ({
      useVerificationToken: ({ identifier, token }) =>
        sound.useVerificationToken({ identifier: read(identifier), token }),
    }),
    'useVerificationToken uses nothing up by a token or an identifier that looks alike (ALT-07)',
  ],
  [
    'getVerificationToken, in the token',
    (sound, read) => ({
      getVerificationToken: ({ identifier, token }) =>
        sound.getVerificationToken({ identifier, token: read(token) }),
    }),
    'getVerificationToken finds nothing by a token or an identifier that looks alike (ALT-07)',
  ],
  [
    'getVerificationToken, in the identifier',
    (sound, read) => ({
      getVerificationToken: ({ identifier, token }) =>
        sound.getVerificationToken({ identifier: read(identifier), token }),
    }),
    'getVerificationToken finds nothing by a token or an identifier that looks alike (ALT-07)',
  ],
  [
    'getAccount',
    (sound, read) => ({ getAccount: (id, provider) => sound.getAccount(read(id), provider) }),
    'getAccount finds no account whose id or provider looks alike (ALT-07)',
  ],
  [
    'getAuthenticator',
    (sound, read) => ({ getAuthenticator: (id) => sound.getAuthenticator(read(id)) }),
    'getAuthenticator finds nothing by an id that looks alike (ALT-07)',
  ],
  [
    'updateAuthenticatorCounter',
    (sound, read) => ({
      updateAuthenticatorCounter: (id, counter) =>
        sound.updateAuthenticatorCounter(read(id), counter),
    }),
    'updateAuthenticatorCounter leaves the authenticator whose id looks alike (ALT-07)',
  ],
  [
    'deleteAuthenticator, in the id',
    (sound, read) => ({
      deleteAuthenticator: ({ credentialID, userId }) =>
        sound.deleteAuthenticator({ credentialID: read(credentialID), userId }),
    }),
    DELETION,
  ],
  [
    'deleteAuthenticator, in the id of the user',
    (sound, read) => ({
      deleteAuthenticator: ({ credentialID, userId }) =>
        sound.deleteAuthenticator({ credentialID, userId: read(userId) }),
    }),
    DELETION,
  ],
  [
    'listAuthenticatorsByUserId',
    (sound, read) => ({
      listAuthenticatorsByUserId: (id) => sound.listAuthenticatorsByUserId(read(id)),
    }),
    'listAuthenticatorsByUserId lists nothing for an id that looks alike (ALT-07)',
  ],
]

/** One defect for each method that compares keys. */
export const LOOK_ALIKE_DEFECTS: readonly Defect[] = METHODS.map(([method, lax, fails]) => ({
  what: `look-alikes that are the same to ${method}`,
  adapter: (sound) => {
    const known = spellings()
    const learned = learning(sound, known)
    return { ...learned, ...lax(learned, known.read) }
  },
  group: 'look-alikes',
  fails: [fails],
}))

/** Comparisons of collations that distinguish some properties of a text. */
const KINDS: readonly (readonly [what: string, fold: (text: string) => string])[] = [
  ['letter case', (text) => text.toLowerCase()],
  ['accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')],
  ['a space at the end', (text) => text.trimEnd()],
  ['normal forms', (text) => text.normalize()],
  ['the width of letters', (text) => text.normalize('NFKC')],
  ['a sharp s and two', (text) => text.replaceAll('ß', 'ss')],
  ['an i with and without its dot', (text) => text.replaceAll('ı', 'i')],
  ['fillers', (text) => text.replaceAll('\u00AD', '')],
]

/** A store that ignores one property of keys. */
export const LOOK_ALIKE_KINDS: readonly Defect[] = KINDS.map(([what, only]) => ({
  what: `sessions that are found whatever their ${what}`,
  adapter: (sound) => {
    const tokens = new Map<string, string>()
    return {
      ...sound,
      createSession(session) {
        tokens.set(only(session.sessionToken), session.sessionToken)
        return sound.createSession(session)
      },
      getSessionAndUser: (token) => sound.getSessionAndUser(tokens.get(only(token)) ?? token),
    }
  },
  group: 'look-alikes',
  fails: ['getSessionAndUser finds nothing by a token that looks alike (ALT-07)'],
}))
