import type { AdapterAuthenticator } from '@latchstring/core/adapters'
import type { Row } from './client.ts'
import { awaitFound, awaitQuery } from './errors.ts'
import type { RecordModel } from './records.ts'
import type { AuthenticatorMethods } from '@latchstring/adapter-kit'
import { find, findAll, insert, requireModel, names, remove, type Store } from './store.ts'

const asAuthenticator = (row: Row): AdapterAuthenticator =>
  // The model has the members of an authenticator, and the application declares their types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  row as unknown as AdapterAuthenticator

/** Methods on the model of authenticators. */
export function authenticatorMethods(
  { models }: Store,
  authenticators: RecordModel,
): AuthenticatorMethods {
  return {
    async getAuthenticator(credentialID) {
      const row = await find(models, authenticators, { credentialID })
      return row === null ? null : asAuthenticator(row)
    },
    async createAuthenticator(authenticator) {
      return asAuthenticator(await insert(models, authenticators, authenticator))
    },
    async listAuthenticatorsByUserId(id) {
      const userId = authenticators.idOf('userId', id)
      if (userId === undefined) return []
      return (await findAll(models, authenticators, { userId })).map(asAuthenticator)
    },
    async updateAuthenticatorCounter(credentialID, counter) {
      const where = { credentialID }
      const row = (await names(models, authenticators, where))
        ? await awaitFound(
            requireModel(models, authenticators).update({ where, data: { counter } }),
          )
        : null
      if (row === null) {
        throw new Error('No authenticator has the id given to updateAuthenticatorCounter.')
      }
      return asAuthenticator(authenticators.fromRow(row))
    },
    async useAuthenticator({ credentialID, counter, credentialBackedUp }) {
      if (!(await names(models, authenticators, { credentialID }))) return false
      const where = { credentialID, counter: counter === 0 ? 0 : { lt: counter } }
      const data = authenticators.toRow({ counter, credentialBackedUp })
      const model = requireModel(models, authenticators)
      return (await awaitQuery(model.updateMany({ where, data }))).count === 1
    },
    async deleteAuthenticator({ credentialID, userId: owner }) {
      const userId = authenticators.idOf('userId', owner)
      if (userId === undefined) return
      const where = { credentialID, userId }
      if (await names(models, authenticators, where)) await remove(models, authenticators, where)
    },
  }
}
