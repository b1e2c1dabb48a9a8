import { toRecord, toFields } from './records.ts'
import {
  CREATE_USER,
  DELETE_USER,
  READ_USER_BY_ACCOUNT,
  READ_USER_BY_EMAIL,
  UPDATE_USER,
} from './scripts.ts'
import { accountKey } from './accounts.ts'
import type { AdapterMethods } from '@latchstring/adapter-kit'
import { assertDone, refusal, type Store } from './store.ts'

type UserMethods = Pick<
  AdapterMethods,
  'createUser' | 'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'updateUser' | 'deleteUser'
>

/** What a user is found by. Providers may give no address, whatever the type says: then it is empty. */
const emailKey = (email: string | null | undefined): string => email?.toLowerCase() ?? ''

const emailFields = (key: string): readonly string[] => (key === '' ? [] : ['#email', key])

/** Methods on users. */
export function userMethods({ run, read, readOne }: Store): UserMethods {
  return {
    async createUser(user) {
      const fields = toFields('user', user)
      const email = emailKey(user.email)
      const said = await run(CREATE_USER, user.id, email, ...emailFields(email), ...fields)
      assertDone('user', said)
      return toRecord('user', fields)
    },
    getUser: (id) => readOne('user', id),
    getUserByEmail: (email) => read('user', READ_USER_BY_EMAIL, emailKey(email)),
    getUserByAccount: (account) => read('user', READ_USER_BY_ACCOUNT, accountKey(account)),
    async updateUser({ id, ...changes }) {
      const email = emailKey(changes.email)
      const given = changes.email === undefined ? '0' : '1'
      const fields = [...emailFields(email), ...toFields('user', changes)]
      const said = await run(UPDATE_USER, id, given, email, ...fields)
      if (!Array.isArray(said)) throw refusal('user', said)
      return toRecord('user', said)
    },
    async deleteUser(userId) {
      await run(DELETE_USER, userId)
    },
  }
}
