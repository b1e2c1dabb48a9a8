import type { AdapterUser } from '@latchstring/core/adapters'
import type { Move } from './work.ts'
import type { SourceRow } from './source.ts'
import { isSameId, isTrue, textOf, timeOf } from './source-values.ts'
import type { Loss, Outcome } from './tally.ts'

/** A ban counts until it has ended, or for ever. */
function isBanned(row: SourceRow, now: number): boolean {
  const end = timeOf(row, 'banexpires')
  return isTrue(row, 'banned') && (end === undefined || end.getTime() > now)
}

/**
 * A user as the target has it. When the address was proven better-auth does not know; when the user was made is early enough for every session
 * and account to be later.
 */
function toUser(row: SourceRow, id: string, email: string): AdapterUser {
  const proven = isTrue(row, 'emailverified') ? (timeOf(row, 'createdat') ?? new Date(0)) : null
  return {
    id,
    email,
    emailVerified: proven,
    name: textOf(row, 'name') ?? null,
    image: textOf(row, 'image') ?? null,
  }
}

/** Stores a user, and gives it back to the store where that makes ids of its own: nothing could be moved to it. */
async function createUser({ store }: Move, user: AdapterUser): Promise<void> {
  const { id } = await store.createUser(user)
  if (isSameId(id, user.id)) return
  await store.deleteUser?.(id)
  throw new Error(
    'The store of the application makes ids of its own, so that users cannot keep theirs. Use one that takes ids, such as columns of text.',
  )
}

/** Why a user stays behind, whatever the target has. */
function refuse({ addresses }: Move, row: SourceRow, email: string | undefined): Loss | undefined {
  if (isBanned(row, Date.now())) return 'banned'
  if (email === undefined) return 'no-address'
  const same = addresses.get(email)
  return same !== undefined && same !== textOf(row, 'id') ? 'same-address' : undefined
}

/**
 * What a user is who is there already. Who proved the address here since was given the user without what was there before, which may be
 * another person's: the database of better-auth still has that, and nothing of it is put back.
 */
function compare(row: SourceRow, known: AdapterUser, email: string): Outcome {
  if (known.email !== email) return 'id-taken'
  return known.emailVerified && !isTrue(row, 'emailverified') ? 'proven-since' : 'there'
}

async function moveUser(move: Move, row: SourceRow, id: string): Promise<Outcome> {
  const { store, application, addresses, writes } = move
  const email = application.normalizeAddress(textOf(row, 'email'))
  const refused = refuse(move, row, email)
  if (refused !== undefined || email === undefined) return refused ?? 'no-address'
  addresses.set(email, id)
  const known = await store.getUser(id)
  if (known) return compare(row, known, email)
  if (await store.getUserByEmail(email)) return 'address-taken'
  if (!writes) return 'new'
  await createUser(move, toUser(row, id, email))
  return 'moved'
}

/** Columns of users that have a place here, or mean nothing elsewhere. */
const KNOWN = new Set(
  'id name email emailverified image createdat updatedat banned banreason banexpires twofactorenabled'.split(
    ' ',
  ),
)

/** Moves users, and notes those that stay behind: nothing of theirs is moved. */
export async function moveUsers(move: Move): Promise<void> {
  const { source, tally, blocked, people, unproven, factorsOf, columns } = move
  for await (const row of source.rows('user')) {
    const id = textOf(row, 'id') ?? ''
    await move.at('users', id, async () => {
      const outcome = await moveUser(move, row, id)
      tally.add('users', outcome, id)
      const goes = outcome === 'new' || outcome === 'moved' || outcome === 'there'
      const place = goes ? people : blocked
      place.add(id)
    })
    if (!isTrue(row, 'emailverified')) unproven.add(id)
    if (isTrue(row, 'twofactorenabled')) factorsOf.add(id)
    for (const [name, value] of Object.entries(row)) {
      if (!KNOWN.has(name) && value !== null) columns.add(name)
    }
  }
}
