import type { Key } from './batches.ts'

// The first four are those of the layout that the adapter published for Auth.js documents.

/** What an account is found by. */
export type AccountIds = Readonly<Record<'provider' | 'providerAccountId', string>>

/** Keys of the index. */
export type IndexKeys = Readonly<Record<'GSI1PK' | 'GSI1SK', string>>

/** Begins the partition keys of users. */
export const USERS = 'USER#'

/** Key of a user. */
export const userKey = (id: string): Key => ({ pk: `USER#${id}`, sk: `USER#${id}` })

/** Key of an account of a user. */
export function accountKey(userId: string, { provider, providerAccountId }: AccountIds): Key {
  if (provider.includes('#')) {
    throw new TypeError(`The provider id "${provider}" has a "#", which divides keys in DynamoDB.`)
  }
  return { pk: `USER#${userId}`, sk: `ACCOUNT#${provider}#${providerAccountId}` }
}

/** Begins the sort keys of sessions, and their keys in the index. */
export const SESSIONS = 'SESSION#'

/** Key of a session of a user. */
export const sessionKey = (userId: string, sessionToken: string): Key => ({
  pk: `USER#${userId}`,
  sk: `${SESSIONS}${sessionToken}`,
})

/** Begins the sort keys of copies: after that of the user, which the published adapter's `deleteUser` has to reach first. */
export const COPIES = 'USER-OF-SESSION#'

/** Key of the copy that a session has of its user. */
export const copyKey = (userId: string, sessionToken: string): Key => ({
  pk: `USER#${userId}`,
  sk: `${COPIES}${sessionToken}`,
})

/** Key of a verification token. */
export const tokenKey = ({
  identifier,
  token,
}: Readonly<Record<'identifier' | 'token', string>>): Key => ({
  pk: `VT#${identifier}`,
  sk: `VT#${token}`,
})

/** Key of an authenticator of a user. */
export const authenticatorKey = (userId: string, credentialID: string): Key => ({
  pk: `USER#${userId}`,
  sk: `AUTHENTICATOR#${credentialID}`,
})

/** What a user is found by, without regard to letter case. Providers may give no address, whatever the type says. */
export const emailName = (email: unknown): string =>
  typeof email === 'string' ? email.toLowerCase() : ''

/** Keys of a user in the index: the address as it was given. */
export const emailIndex = (email: unknown): IndexKeys | undefined =>
  typeof email === 'string' && email !== ''
    ? { GSI1PK: `USER#${email}`, GSI1SK: `USER#${email}` }
    : undefined

/** Keys of an account in the index. */
export const accountIndex = ({ provider, providerAccountId }: AccountIds): IndexKeys => ({
  GSI1PK: `ACCOUNT#${provider}`,
  GSI1SK: `ACCOUNT#${providerAccountId}`,
})

/** Keys of a session in the index. */
export const sessionIndex = (sessionToken: string): IndexKeys => ({
  GSI1PK: `SESSION#${sessionToken}`,
  GSI1SK: `SESSION#${sessionToken}`,
})

/** Keys of the copy in the index: beside those of its session, for one query finds both. */
export const copyIndex = (sessionToken: string): IndexKeys => ({
  GSI1PK: `SESSION#${sessionToken}`,
  GSI1SK: 'USER',
})

/** Begins the sort keys of rows in the partition of their user: after all of its other items, as {@link COPIES}. */
export const OWNED_ROWS = 'USER-RECORD#'

/** Begins the sort keys of notes there, which lead to rows in other partitions. */
export const OWNER_NOTES = 'USER-RECORD-BY#'

const single = (name: string): Key => ({ pk: name, sk: name })

/** Key of a budget. */
export const budgetKey = (key: string): Key => single(`BUDGET#${key}`)

/** Partition of the feed of endings. */
export const FEED = 'REVOCATIONS'

/** Key of the item that counts entries of the feed: before them, and not one of them. */
export const COUNTER: Key = { pk: 'REVOCATION-COUNTER', sk: 'REVOCATION-COUNTER' }

const DIGITS = 16

/** A number as a text that is in its place among others. */
export const padded = (number: number): string => String(number).padStart(DIGITS, '0')

/** Partition of what was ended under a key, by generation. */
export const endingPartition = (kind: string, key: string): string => `REVOCATION#${kind}#${key}`

const claimKey = (name: string): Key => ({ pk: `CLAIM#${name}`, sk: `CLAIM#${name}` })

/** Key of the item that says whose an address is. */
export const emailClaim = (email: string): Key => claimKey(`EMAIL#${email}`)

/** Key of the item that says whose an account is. */
export const accountClaim = ({ provider, providerAccountId }: AccountIds): Key =>
  claimKey(`ACCOUNT#${JSON.stringify([provider, providerAccountId])}`)

/** Key of the item that says whose an authenticator is. */
export const authenticatorClaim = (credentialID: string): Key =>
  claimKey(`AUTHENTICATOR#${credentialID}`)
