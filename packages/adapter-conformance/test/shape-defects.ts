import type { CompleteAdapter } from './memory-adapter.ts'
import type { Adapter, AdapterUser } from '@latchstring/core/adapters'
import type { Defect } from './defects.ts'

/** Removes a member from a record. */
function without<T extends object>(record: T, member: string): T {
  const copy = { ...record }
  Reflect.deleteProperty(copy, member)
  return copy
}

const MEMBER = 'conformanceMember'

const unprovenAsMissing = <T extends AdapterUser>(user: T): T =>
  user.emailVerified === null ? without(user, 'emailVerified') : user

const UNPROVEN = 'emailVerified of an unproven address is null from every method'

/** Removes `emailVerified` from the users of one method. */
const missingFrom = (method: string, adapter: Defect['adapter']): Defect => ({
  what: `an emailVerified that is missing from ${method}`,
  adapter,
  group: 'shapes',
  fails: [UNPROVEN],
})

const PROOFS: readonly Defect[] = [
  missingFrom('createUser', (sound) => ({
    ...sound,
    createUser: async (user) => unprovenAsMissing(await sound.createUser(user)),
  })),
  missingFrom('updateUser', (sound) => ({
    ...sound,
    updateUser: async (user) => unprovenAsMissing(await sound.updateUser(user)),
  })),
  missingFrom('getUserByAccount', (sound) => ({
    ...sound,
    async getUserByAccount(key) {
      const user = await sound.getUserByAccount(key)
      return user && unprovenAsMissing(user)
    },
  })),
  missingFrom('getSessionAndUser', (sound) => ({
    ...sound,
    async getSessionAndUser(token) {
      const found = await sound.getSessionAndUser(token)
      return found && { ...found, user: unprovenAsMissing(found.user) }
    },
  })),
  missingFrom('a transaction', (sound) => ({
    ...sound,
    transaction: (work) =>
      sound.transaction((within) =>
        work({
          ...within,
          createUser: async (user) => unprovenAsMissing((await within.createUser?.(user)) ?? user),
        }),
      ),
  })),
]

const emptied = <T extends Partial<AdapterUser>>(user: T): T =>
  user.name === '' ? { ...user, name: null } : user

const RECORDS: readonly Defect[] = [
  {
    what: 'sessions with the id of their row',
    adapter: (sound) => ({
      ...sound,
      async getSessionAndUser(token) {
        const found = await sound.getSessionAndUser(token)
        return found && { ...found, session: { ...found.session, rowId: 1 } }
      },
    }),
    group: 'shapes',
    fails: ['a session has its three members and no others'],
  },
  {
    what: 'sessions that are listed with the key of their row',
    adapter: (sound) => ({
      ...sound,
      listSessionsByUserId: async (id) =>
        (await sound.listSessionsByUserId(id)).map((session) => ({ ...session, rowId: 1 })),
    }),
    group: 'shapes',
    fails: ['a session has its three members and no others'],
  },
  {
    what: 'verification tokens with the key of their row',
    adapter: (sound) => ({
      ...sound,
      async useVerificationToken(params) {
        const used = await sound.useVerificationToken(params)
        return used && { ...used, rowId: 1 }
      },
    }),
    group: 'shapes',
    fails: ['a verification token has its three members and no others'],
  },
  {
    what: 'empty names that become null',
    adapter: (sound) => ({
      ...sound,
      createUser: (user) => sound.createUser(emptied(user)),
      updateUser: (user) => sound.updateUser(emptied(user)),
    }),
    group: 'shapes',
    fails: ['texts of a user and of an account may be empty, which is not null'],
  },
  {
    what: 'addresses that are stored in capitals',
    adapter: (sound) => ({
      ...sound,
      createUser: (user) => sound.createUser({ ...user, email: user.email.toUpperCase() }),
    }),
    group: 'shapes',
    fails: [
      'texts of a user and of an account may be empty, which is not null',
      'an address with capitals is returned unchanged or in lower case, and found as given',
    ],
  },
  {
    what: 'addresses that are stored in small letters and looked up as they are',
    adapter: (sound) => ({
      ...sound,
      createUser: (user) => sound.createUser({ ...user, email: user.email.toLowerCase() }),
      getUserByEmail: (email) =>
        email === email.toLowerCase() ? sound.getUserByEmail(email) : null,
    }),
    group: 'shapes',
    fails: ['an address with capitals is returned unchanged or in lower case, and found as given'],
  },
]

const MEMBERS: readonly Defect[] = [
  {
    what: 'further members of a user that getUserByAccount drops',
    adapter: (sound) => ({
      ...sound,
      async getUserByAccount(key) {
        const user = await sound.getUserByAccount(key)
        return user && without(user, MEMBER)
      },
    }),
    group: 'further members',
    fails: [
      'a member of a new user that the store does not know is kept, or refused by name',
      'a member of an update that the store does not know is kept, or refused by name',
    ],
  },
  {
    what: 'further members of a user that getSessionAndUser drops',
    adapter: (sound) => ({
      ...sound,
      async getSessionAndUser(token) {
        const found = await sound.getSessionAndUser(token)
        return found && { ...found, user: without(found.user, MEMBER) }
      },
    }),
    group: 'further members',
    fails: [
      'a member of a new user that the store does not know is kept, or refused by name',
      'a member of an update that the store does not know is kept, or refused by name',
    ],
  },
  {
    what: 'further members of an account that an update drops',
    adapter: (sound) => ({
      ...sound,
      updateAccount: (changes) => sound.updateAccount(without(changes, MEMBER)),
    }),
    group: 'further members',
    fails: [
      'a member of a changed account that the store does not know is kept, or refused by name',
    ],
  },
  {
    what: 'an update of an account that ignores null',
    adapter: (sound) => ({
      ...sound,
      updateAccount: (changes) =>
        sound.updateAccount(
          changes['session_state'] === null ? without(changes, 'session_state') : changes,
        ),
    }),
    group: 'account updates',
    fails: ['updateAccount sets members to null'],
  },
  {
    what: 'an update of an account that ignores the new userId',
    adapter: (sound) => ({
      ...sound,
      updateAccount: (changes) => sound.updateAccount(without(changes, 'userId')),
    }),
    group: 'account updates',
    fails: ['updateAccount with another userId moves the account to that user, or refuses'],
  },
]

/** Changes the declared capabilities of the adapter. */
const declaring = (sound: CompleteAdapter, more: object): Adapter => ({
  ...sound,
  capabilities: { ...sound.capabilities, ...more },
})

const DECLARATIONS: readonly Defect[] = [
  {
    what: 'an unknown capability',
    adapter: (sound) => declaring(sound, { transaction: true }),
    group: 'declarations',
    fails: ['adapter.capabilities has only known capabilities, as true or false'],
  },
  {
    what: 'a capability that is neither true nor false',
    adapter: (sound) => declaring(sound, { revocation: 'yes' }),
    group: 'declarations',
    fails: ['adapter.capabilities has only known capabilities, as true or false'],
  },
  {
    what: 'atomic uses that only the adapter declares, or only the options',
    adapter: (sound) => declaring(sound, { atomicConsume: false }),
    group: 'declarations',
    fails: ['adapter.capabilities equals the capabilities in the options of the suite'],
  },
]

/** Defects of returned records and of declared capabilities. */
export const SHAPE_DEFECTS: readonly Defect[] = [...PROOFS, ...RECORDS, ...MEMBERS, ...DECLARATIONS]
