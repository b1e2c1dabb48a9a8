import type { AdapterUser } from '@latchstring/core/adapters'
import { type Document, ObjectId } from 'mongodb'
import { EMAIL_KEY, equal, type Store } from './collections.ts'
import { fromDocument, toFields, toObjectId } from './documents.ts'
import type { UserMethods } from '@latchstring/adapter-kit'
import { uniqueViolation } from '@latchstring/adapter-kit'

type UserChanges = Partial<AdapterUser> & Pick<AdapterUser, 'id'>

/** The key of an address. Providers may omit the address in spite of its type. */
const emailKey = (email: unknown): string => (typeof email === 'string' ? email.toLowerCase() : '')

/** A user that has no key yet, because something else wrote it, is found by the address as it was given. */
const unkeyed = (email: unknown): Document => ({
  ...equal({ email }),
  [EMAIL_KEY]: { $exists: false },
})

/** The unique index does not know users without a key. */
async function refuseUnkeyed(store: Store, email: unknown, own?: ObjectId): Promise<void> {
  if (emailKey(email) === '') return
  const users = store.collection('users')
  const other = await users.findOne(unkeyed(email), { projection: { _id: 1 }, ...store.session })
  if (other !== null && !(own?.equals(String(other['_id'])) ?? false)) {
    throw uniqueViolation('The email address belongs to another user.')
  }
}

async function createUser(store: Store, user: AdapterUser): Promise<AdapterUser> {
  const objectId = toObjectId(user.id) ?? new ObjectId()
  const key = emailKey(user.email)
  const document = {
    _id: objectId,
    ...toFields('user', user),
    ...(key !== '' && { [EMAIL_KEY]: key }),
  }
  await refuseUnkeyed(store, user.email)
  await store.collection('users').insertOne(document, store.session)
  return fromDocument('user', document)
}

async function updateUser(store: Store, { id, ...changes }: UserChanges): Promise<AdapterUser> {
  const objectId = toObjectId(id)
  if (objectId === null) throw new Error('There is no user with the id given.')
  const { email } = changes
  const key = emailKey(email)
  if (email !== undefined) await refuseUnkeyed(store, email, objectId)
  const $set = { ...toFields('user', changes), ...(key !== '' && { [EMAIL_KEY]: key }) }
  const removed = email !== undefined && key === '' && { $unset: { [EMAIL_KEY]: '' as const } }
  const users = store.collection('users')
  const options = { returnDocument: 'after', ...store.session } as const
  // Servers before version 5 refuse to set nothing.
  const updated =
    Object.keys($set).length === 0
      ? await users.findOne(equal({ _id: objectId }), store.session)
      : await users.findOneAndUpdate(equal({ _id: objectId }), { $set, ...removed }, options)
  if (updated === null) throw new Error('There is no user with the id given.')
  return fromDocument('user', updated)
}

async function findByAccount(
  { collection, names, session }: Store,
  { provider, providerAccountId }: Readonly<Record<'provider' | 'providerAccountId', string>>,
): Promise<AdapterUser | null> {
  const stages = [
    { $match: equal({ provider, providerAccountId }) },
    { $limit: 1 },
    { $lookup: { from: names.users, localField: 'userId', foreignField: '_id', as: 'user' } },
    { $unwind: '$user' },
    { $replaceRoot: { newRoot: '$user' } },
  ]
  const [user] = await collection('accounts').aggregate(stages, session).toArray()
  return user === undefined ? null : fromDocument('user', user)
}

/** Deletes a user and what belongs to it: the user first, so that calls at the same time see that it was deleted. */
async function deleteUser({ collection, session }: Store, id: string): Promise<void> {
  const objectId = toObjectId(id)
  if (objectId === null) return
  await collection('users').deleteOne(equal({ _id: objectId }), session)
  for (const name of ['sessions', 'accounts', 'authenticators'] as const) {
    await collection(name).deleteMany(equal({ userId: objectId }), session)
  }
  await collection('records').deleteMany(equal({ owner: id }), session)
}

/** Methods on users. */
export function userMethods(store: Store): UserMethods {
  const findOne = async (filter: Document): Promise<AdapterUser | null> => {
    const found = await store.collection('users').findOne(filter, store.session)
    return found && fromDocument('user', found)
  }
  return {
    createUser: (user) => createUser(store, user),
    async getUser(id) {
      const objectId = toObjectId(id)
      return objectId && findOne(equal({ _id: objectId }))
    },
    async getUserByEmail(email) {
      const key = emailKey(email)
      return key === '' ? null : findOne({ $or: [equal({ [EMAIL_KEY]: key }), unkeyed(email)] })
    },
    getUserByAccount: (account) => findByAccount(store, account),
    updateUser: (user) => updateUser(store, user),
    deleteUser: (userId) => deleteUser(store, userId),
  }
}
