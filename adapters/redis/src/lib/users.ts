import type { UserMethods } from '@latchstring/adapter-kit'
import { accountKey } from './accounts.ts'
import { toKeyPart } from './keys.ts'
import { fromFields, toFields, toRecord } from './records.ts'
import { assertDone, refusal, type Store } from './store.ts'

/** The key of an address. Providers may omit the address in spite of its type: then it is empty. */
const emailKey = (email: string | null | undefined): string => toKeyPart(email?.toLowerCase() ?? '')

/** Methods on users. */
export function userMethods({ backend }: Store): UserMethods {
  return {
    async createUser(user) {
      const fields = toFields('user', user)
      assertDone('user', await backend.createUser(toKeyPart(user.id), emailKey(user.email), fields))
      return toRecord('user', fields)
    },
    async getUser(id) {
      return fromFields('user', await backend.readUser(toKeyPart(id)))
    },
    async getUserByEmail(email) {
      return fromFields('user', await backend.readUserByEmail(emailKey(email)))
    },
    async getUserByAccount(account) {
      return fromFields('user', await backend.readUserByAccount(accountKey(account)))
    },
    async updateUser({ id, ...changes }) {
      const email = changes.email === undefined ? undefined : emailKey(changes.email)
      const said = await backend.updateUser(toKeyPart(id), email, toFields('user', changes))
      if (!Array.isArray(said)) throw refusal('user', said)
      return toRecord('user', said)
    },
    async deleteUser(userId) {
      await backend.deleteUser(toKeyPart(userId))
    },
  }
}
