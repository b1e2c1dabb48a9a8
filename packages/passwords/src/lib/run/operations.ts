import { InvalidConfiguration } from '@latchstring/core/errors'
import type { UserContext, WritingContext } from '@latchstring/core/features'
import type { NewPasswordUser, PasswordOperations, PasswordSystem } from '../operations.ts'
import type { Parts } from '../parts.ts'
import { findPasswordFault } from '../policy/policy.ts'
import {
  chooseName,
  dropHash,
  putHash,
  readFreeName,
  readHash,
  readUsername,
  replaceHash,
  takeName,
} from '../store.ts'
import { hashes } from '../tables.ts'
import type { FoldedName } from '../username-fold.ts'
import { changePassword, setPassword, toOutcome } from './change.ts'
import { hashPassword, tell } from './shared.ts'

type Inner<Context, Outer> = {
  readonly [Name in keyof Outer]: Outer[Name] extends (...given: infer Given) => infer Result
    ? (context: Context, ...given: Given) => Result
    : never
}

/** @throws InvalidConfiguration where there are no usernames */
function requireUsernames({ settings }: Parts): void {
  if (settings.username) return
  throw new InvalidConfiguration(
    'There are no usernames: call `passwords({ username: true })`, and give the store a place for their table.',
  )
}

/** What the feature offers for the user of a request. */
export const userOperations = (parts: Parts): Inner<UserContext, PasswordOperations> => ({
  has: async ({ records, user }) => (await readHash(records, user.id)) !== null,
  change: async (context, passwords) =>
    toOutcome(await changePassword(parts, context, context.user, passwords)),
  set: async (context, password) =>
    toOutcome(await setPassword(parts, context, context.user, password)),
  username: async ({ records, user }) => readUsername(parts, records, user.id),
  async setUsername({ records, user }, name) {
    requireUsernames(parts)
    const taken = await chooseName(records, user.id, name)
    if (taken === 'no-user') throw new Error('A username was chosen for a user who is not there.')
    return taken === 'done' ? { done: true } : { refused: taken }
  },
})

type Registered = Awaited<ReturnType<PasswordSystem['register']>>

/** Everything about a new user that can be refused before anything is stored. */
async function prepare(
  parts: Parts,
  context: WritingContext,
  { email, name, password, username }: NewPasswordUser,
): Promise<Exclude<Registered, { userId: string }> | Prepared> {
  if (username !== undefined) requireUsernames(parts)
  const chosen = username === undefined ? null : await readFreeName(context.records, username)
  if (chosen && 'refused' in chosen) return chosen
  const owner = { email, name: name ?? null, username: chosen?.name ?? null }
  const fault = await findPasswordFault(parts, password, owner, context)
  if (fault) return { refused: fault.refused, ...fault.values }
  const made = await hashPassword(parts, password)
  return 'busy' in made ? made : { hash: made.hash, chosen }
}

interface Prepared {
  readonly hash: string
  readonly chosen: FoldedName | null
}

async function register(
  parts: Parts,
  context: WritingContext,
  given: NewPasswordUser,
): Promise<Registered> {
  const { users, records, now } = context
  const made = await prepare(parts, context, given)
  if (!('hash' in made)) return made
  const user = await users.register({ email: given.email, name: given.name ?? null })
  if (user === 'taken') return { refused: 'exists' }
  const isPut = await replaceHash(records, null, { userId: user.id, hash: made.hash, now: now() })
  // A request at the same time has given the new user a password, or has deleted the user.
  if (!isPut) return { refused: 'exists' }
  if (made.chosen) await takeName(records, user.id, made.chosen)
  await tell(parts, context, 'registered', user)
  return { userId: user.id }
}

/** What the feature offers for any user. */
export const systemOperations = (parts: Parts): Inner<WritingContext, PasswordSystem> => ({
  has: async ({ records }, userId) => (await readHash(records, userId)) !== null,
  register: async (context, user) => register(parts, context, user),
  async setPassword({ users, records, endSessions, now }, userId, password) {
    if (!(await users.find(userId))) return 'no-user'
    const made = await hashPassword(parts, password)
    if ('busy' in made) return made
    await endSessions(userId, 'password-reset')
    const isPut = await putHash(records, { userId, hash: made.hash, now: now() })
    await endSessions(userId, 'password-reset')
    return isPut ? 'done' : 'no-user'
  },
  async setHash({ users, records, now }, userId, hash) {
    const hasher = await parts.hasher()
    hasher.examine(hash)
    if (!(await users.find(userId))) return 'no-user'
    const put = await records.insert(hashes, { userId, hash, changedAt: now() })
    if (put === 'no-owner') return 'no-user'
    return put === 'taken' ? 'kept' : 'done'
  },
  async setUsername({ users, records }, userId, name) {
    requireUsernames(parts)
    if (!(await users.find(userId))) return { refused: 'no-user' }
    const taken = await chooseName(records, userId, name)
    return taken === 'done' ? { done: true } : { refused: taken }
  },
  async remove({ records, endSessions }, userId) {
    if (!(await readHash(records, userId))) return false
    await endSessions(userId, 'password-reset')
    const isDropped = await dropHash(records, userId)
    await endSessions(userId, 'password-reset')
    return isDropped
  },
})
