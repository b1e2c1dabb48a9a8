import type { AdapterAccount } from '@latchstring/core/adapters'
import { breathe, type Defect } from './defects.ts'

/** Removes an unknown member from a record. */
function known<T extends object>(record: T): T {
  const copy = { ...record }
  Reflect.deleteProperty(copy, 'conformanceMember')
  return copy
}

const cut = (text: string, length: number): string => text.slice(0, length)

const rekeyed = (
  key: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  change: (id: string) => string,
) => ({ provider: key.provider, providerAccountId: change(key.providerAccountId) })

const lower = (text: string): string => text.toLowerCase()

/** Defects of ids and values. */
export const VALUE_DEFECTS: readonly Defect[] = [
  {
    what: 'members of a new user that are silently dropped',
    adapter: (sound) => ({ ...sound, createUser: (user) => sound.createUser(known(user)) }),
    group: 'further members',
    fails: ['a member of a new user that the store does not know is kept, or refused by name'],
  },
  {
    what: 'members of an update that are silently dropped',
    adapter: (sound) => ({ ...sound, updateUser: (user) => sound.updateUser(known(user)) }),
    group: 'further members',
    fails: ['a member of an update that the store does not know is kept, or refused by name'],
  },
  {
    what: 'unknown members that are refused without their name',
    adapter: (sound) => ({
      ...sound,
      async linkAccount(account) {
        if ('conformanceMember' in account) throw new Error('column does not exist')
        await sound.linkAccount(account)
      },
    }),
    group: 'further members',
    fails: ['a member of an account that the store does not know is kept, or refused by name'],
  },
  {
    what: 'account ids that are compared without regard to case',
    adapter: (sound) => ({
      ...sound,
      getUserByAccount: (key) => sound.getUserByAccount(rekeyed(key, lower)),
      linkAccount: (account) => sound.linkAccount({ ...account, ...rekeyed(account, lower) }),
    }),
    group: 'ids',
    fails: ['ids of accounts that look alike are different accounts'],
  },
  {
    what: 'account ids that are compared without spaces at their ends',
    adapter: (sound) => ({
      ...sound,
      getUserByAccount: (key) => sound.getUserByAccount(rekeyed(key, (id) => id.trimEnd())),
    }),
    group: 'ids',
    fails: ['an id with a trailing space does not find the account without one'],
  },
  {
    what: 'account ids that are cut off',
    adapter: (sound) => ({
      ...sound,
      getUserByAccount: (key) => sound.getUserByAccount(rekeyed(key, (id) => cut(id, 191))),
      linkAccount: (account) =>
        sound.linkAccount({ ...account, ...rekeyed(account, (id) => cut(id, 191)) }),
    }),
    group: 'ids',
    fails: ['ids of 255 characters are stored completely'],
  },
  {
    what: 'ids of users that are cut off before they are looked up',
    adapter: (sound) => ({ ...sound, deleteUser: (id) => sound.deleteUser(cut(id, 36)) }),
    group: 'ids',
    fails: ['an id that only begins with the id of a user finds no user'],
  },
  {
    what: 'times that end in 2038',
    adapter: (sound) => ({
      ...sound,
      createSession: (session) =>
        sound.createSession({
          ...session,
          expires: new Date(Math.min(session.expires.getTime(), 2 ** 31 * 1000)),
        }),
    }),
    group: 'values',
    fails: ['a session may expire far in the future'],
  },
  {
    what: 'times that begin in 1970',
    adapter: (sound) => ({
      ...sound,
      createUser: ({ emailVerified, ...user }) =>
        sound.createUser({
          ...user,
          emailVerified: emailVerified && new Date(Math.max(emailVerified.getTime(), 0)),
        }),
    }),
    group: 'values',
    fails: ['times before 1970 and far in the future are returned to the millisecond'],
  },
  {
    what: 'texts that end at NUL',
    adapter: (sound) => ({
      ...sound,
      createUser: (user) =>
        sound.createUser({ ...user, name: user.name?.split('\u0000')[0] ?? null }),
    }),
    group: 'values',
    fails: ['texts with NUL are refused or stored, and never truncated'],
  },
  {
    what: 'tokens of an account that are cut off',
    adapter: (sound) => ({
      ...sound,
      linkAccount: (account) =>
        sound.linkAccount({ ...account, access_token: cut(account.access_token ?? '', 4000) }),
    }),
    group: 'values',
    fails: ['tokens of 8 kB are stored completely with the account'],
  },
  {
    what: 'an update that writes back what it read before',
    adapter: (sound) => ({
      ...sound,
      async updateUser(changes) {
        const before = await sound.getUser(changes.id)
        await breathe()
        return sound.updateUser({ ...before, ...changes })
      },
    }),
    group: 'concurrent updates',
    fails: ['simultaneous changes of different members of a user are all kept'],
  },
]
