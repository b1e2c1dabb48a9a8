import type { StoreMethods } from '../../../config/adapter.ts'
import { missingMethods } from '../../../config/store.ts'
import { MissingAdapterMethods } from '../../../errors/classes.ts'
import { normalizeAddress } from '../../../kit/email-address.ts'
import { toFeatureUser } from '../../../config/feature-user.ts'
import { emit } from '../../../request/emit.ts'
import type { SessionContext } from '../../../request/context.ts'
import { noteProof } from '../../../sessions/marks.ts'
import { currentOfUser } from '../../../sessions/acting/current-of-user.ts'
import type { Adapter, AdapterUser } from '../../../types/adapter.ts'
import type { FeatureUser } from '../../../types/feature-context.ts'
import type { MailProof, NewFeatureUser } from '../../../types/feature-mail.ts'
import { handsOver, proveAddress } from '../../first-proof.ts'
import { requireMay } from '../../gates.ts'
import { newUser } from '../../pending-sign-in.ts'
import { requireEmailProvider } from './email-provider.ts'
import { userWithId } from './purpose.ts'

const METHODS = ['createUser', 'getUser', 'getUserByEmail', 'updateUser'] as const

type Users = Adapter & StoreMethods<(typeof METHODS)[number]>

/** @throws MissingAdapterMethods where the store has no users */
function usersOf({ config: { adapter } }: SessionContext): Users {
  const missing = adapter ? missingMethods(adapter, METHODS) : METHODS
  // The methods have just been found.
  if (adapter && missing.length === 0) return adapter as Users
  throw new MissingAdapterMethods(
    `To store a user of a feature the adapter needs ${missing.join(', ')}, and lacks them.`,
  )
}

const LONGEST_NAME = 255

/** @throws TypeError for what no user can have */
function readUser({ email, name = null }: NewFeatureUser): {
  readonly email: string
  readonly name: string | null
} {
  const address = normalizeAddress(email)
  if (address === undefined) throw new TypeError('A user is registered with an email address.')
  if (name !== null && (typeof name !== 'string' || name.length > LONGEST_NAME)) {
    throw new TypeError(`The name of a user is a text of up to ${LONGEST_NAME} characters.`)
  }
  return { email: address, name }
}

/** Stores a user; `undefined` where a request at the same time was first. */
async function createUnlessTaken(
  users: Users,
  user: AdapterUser,
): Promise<AdapterUser | undefined> {
  try {
    return await users.createUser(user)
  } catch (cause) {
    if (await users.getUserByEmail(user.email)) return undefined
    throw cause
  }
}

/**
 * Stores a user. The address is proven by a proof of it that is about no other user.
 *
 * @param proof - of the change that registers the user
 */
export async function registerUser(
  context: SessionContext,
  proof: MailProof | null,
  given: NewFeatureUser,
): Promise<FeatureUser | 'taken'> {
  const { config } = context
  const users = usersOf(context)
  const { email, name } = readUser(given)
  if (await users.getUserByEmail(email)) return 'taken'
  const isProof = proof !== null && proof.userId === null && proof.email === email
  const proven = isProof ? new Date(config.clock()) : null
  const user = await createUnlessTaken(users, newUser({ email, name }, proven))
  if (!user) return 'taken'
  if (isProof) await noteProof(config, String(user.id))
  await emit(config, 'createUser', { user })
  return toFeatureUser(user)
}

/**
 * Notes that the address of a user is proven, by what a mail has proven. Of a user whom a stranger may have created it is the first proof,
 * as when the owner of the address signs in by mail.
 *
 * @param proof - of the change
 * @throws TypeError without one
 * @throws AccessDenied when a gate of the phase `may` refuses the user
 */
export async function proveEmail(
  context: SessionContext,
  proof: MailProof | null,
): Promise<FeatureUser | null> {
  if (proof === null) {
    throw new TypeError('An address is proven in a change with the session "proof" alone.')
  }
  const { config } = context
  const users = usersOf(context)
  const { email, userId } = proof
  const user = await (userId === null
    ? users.getUserByEmail(email)
    : userWithId({ adapter: users }, userId))
  if (!user || normalizeAddress(user.email) !== email) return null
  const current = await currentOfUser(context)
  if (handsOver(user, current?.userId)) {
    await requireMay(context, toFeatureUser(user), requireEmailProvider(config).id)
  }
  const proven = await proveAddress(config, users, user, current?.userId)
  await emit(config, 'updateUser', { user: proven.user })
  return toFeatureUser(proven.user)
}
