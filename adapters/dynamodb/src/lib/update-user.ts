import type { AdapterUser } from '@latchstring/core/adapters'
import { findUnclaimedUser, isEmailOf } from './emails.ts'
import { emailClaim, emailIndex, emailName, userKey } from './keys.ts'
import { copyToSessions } from './session-copies.ts'
import { CLAIMED, NEXT_EMAIL, REVISION, type Store, text } from './store.ts'
import type { Item } from './table.ts'
import { uniqueViolation } from './unique-violation.ts'

type UserChanges = Partial<AdapterUser> & Pick<AdapterUser, 'id'>

/** How often a change of address is tried again because another one came between. */
const TRIES = 8

/** Takes an address for a user who has said to be about to have it. */
async function claimEmail(store: Store, id: string, email: string, given: unknown): Promise<void> {
  if (email === '') return
  const other = await findUnclaimedUser(store, given)
  const taken =
    (other !== null && text(other, 'id') !== id) ||
    (await store.claims.claim(emailClaim(email), id, isEmailOf(store, email))) === 'taken'
  if (!taken) return
  const equal = { [NEXT_EMAIL]: email }
  await store.table.update(userKey(id), { remove: [NEXT_EMAIL] }, { exists: true, equal })
  throw uniqueViolation('Another user has the e-mail address.')
}

/**
 * Changes a user and the address it is found by; also one that was written without this adapter, which has no claim
 * on its address yet. Gives `null` when another change of address came between.
 */
async function changeWithEmail(
  store: Store,
  { id, ...changes }: UserChanges,
): Promise<Item | null> {
  const { table, claims, attributes } = store
  const current = await table.get(userKey(id))
  if (current === null) throw new Error('There is no user with the id given.')
  const given: unknown = changes.email === undefined ? current['email'] : changes.email
  const email = emailName(given)
  const before = emailName(current['email'])
  const announced = await table.update(
    userKey(id),
    { set: { [NEXT_EMAIL]: email } },
    { exists: true, equal: { email: current['email'] } },
  )
  if (announced === null) return null
  await claimEmail(store, id, email, given)
  const old = before === '' || before === email ? null : await claims.read(emailClaim(before))
  const index = emailIndex(given)
  const updated = await table.update(
    userKey(id),
    {
      set: { ...attributes('user', changes), ...index, [CLAIMED]: true },
      remove: [NEXT_EMAIL, ...(index === undefined ? ['GSI1PK', 'GSI1SK'] : [])],
      add: { [REVISION]: 1 },
    },
    { exists: true, equal: { [NEXT_EMAIL]: email } },
  )
  if (updated !== null && old?.owner === id) await claims.release(emailClaim(before), old)
  return updated
}

async function change(store: Store, changes: UserChanges): Promise<Item> {
  const { table, attributes } = store
  if (changes.email === undefined) {
    const { id, ...members } = changes
    const updated = await table.update(
      userKey(id),
      { set: attributes('user', members), add: { [REVISION]: 1 } },
      { exists: true, equal: { [CLAIMED]: true } },
    )
    if (updated !== null) return updated
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const updated = await changeWithEmail(store, changes)
    if (updated !== null) return updated
  }
  throw new Error('Other calls change the address of the user in DynamoDB at the same time.')
}

/** Changes a user, and the copies that sessions have of it. */
export async function updateUser(store: Store, changes: UserChanges): Promise<AdapterUser> {
  const item = await change(store, changes)
  await copyToSessions(store, item)
  return store.read('user', item)
}
