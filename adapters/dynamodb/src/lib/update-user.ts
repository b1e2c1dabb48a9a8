import type { AdapterUser } from '@latchstring/core/adapters'
import { newClaim } from './claims.ts'
import { findIndexedUser, hasEmail } from './emails.ts'
import { emailClaim, emailIndex, emailName, userKey } from './keys.ts'
import { copyToSessions } from './session-copies.ts'
import { orUndo, type Store, text } from './store.ts'
import type { Item } from './batches.ts'
import { uniqueViolation } from '@latchstring/adapter-kit'

type UserChanges = Partial<AdapterUser> & Pick<AdapterUser, 'id'>

/** Number of attempts if another call changes the address meanwhile. */
const TRIES = 8

const noUser = (): Error => new Error('There is no user with the id given.')

/**
 * Runs a function while an address is claimed for a user. No other call can take over the claim. `before` is the key of the
 * current address of the user.
 */
async function withEmail(
  store: Store,
  { id, email: given }: UserChanges,
  before: string,
  work: () => Promise<Item | null>,
): Promise<Item | null> {
  const { claims } = store
  const email = emailName(given)
  if (email === '') return work()
  const other = await findIndexedUser(store, given)
  const [key, pending] = [emailClaim(email), email !== before]
  const claim = newClaim(id, pending)
  const taken =
    (other !== null && text(other, 'id') !== id) ||
    (await orUndo(claims.claim(key, claim, hasEmail(store, email)), async () => {
      if (pending) await claims.release(key, claim)
    })) === 'taken'
  if (taken) throw uniqueViolation('The email address belongs to another user.')
  // A failed command may have had its effect, so the address stays claimed.
  const updated = await work()
  if (updated !== null && pending) await claims.confirm(key, claim)
  return updated
}

/** Changes a user and its address. Returns `null` if another call changed the address meanwhile. */
async function changeWithEmail(store: Store, changes: UserChanges): Promise<Item | null> {
  const { table, claims, attributes } = store
  const { id, ...members } = changes
  const current = await table.get(userKey(id))
  if (current === null) throw noUser()
  const [before, email] = [emailName(current['email']), emailName(members.email)]
  const old = before === '' || before === email ? null : await claims.read(emailClaim(before))
  const index = emailIndex(members.email)
  const updated = await withEmail(store, changes, before, () =>
    table.update(
      userKey(id),
      {
        set: { ...attributes('user', members), ...index },
        remove: index === undefined ? ['GSI1PK', 'GSI1SK'] : [],
      },
      { exists: true, equal: { email: current['email'] } },
    ),
  )
  if (updated !== null && old?.owner === id) await claims.release(emailClaim(before), old)
  return updated
}

/** Changes a user who keeps the address; one that was written without this adapter gets the claim on it. */
async function changeMembers(store: Store, { id, ...members }: UserChanges): Promise<Item> {
  const { table, claims, attributes } = store
  const set = attributes('user', members)
  const updated = await table.update(userKey(id), { set }, { exists: true })
  if (updated === null) throw noUser()
  const email = emailName(updated['email'])
  if (email === '' || (await claims.read(emailClaim(email)))?.owner === id) return updated
  await claims.claim(emailClaim(email), newClaim(id), hasEmail(store, email))
  return updated
}

async function change(store: Store, changes: UserChanges): Promise<Item> {
  if (changes.email === undefined) return changeMembers(store, changes)
  for (let tries = 0; tries < TRIES; tries += 1) {
    const updated = await changeWithEmail(store, changes)
    if (updated !== null) return updated
  }
  throw new Error('Other calls change the address of the user in DynamoDB at the same time.')
}

/** Changes a user, and the copies that sessions have of it. */
export async function updateUser(store: Store, changes: UserChanges): Promise<AdapterUser> {
  const item = await change(store, changes)
  await copyToSessions(store, changes.id)
  return store.read('user', item)
}
