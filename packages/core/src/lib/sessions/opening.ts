import { isBeingProven, isProven, mayChangeHands, wasProvenAt } from '../config/first-proof.ts'
import { sameId } from '../kit/account-id.ts'
import type { ProofStore } from '../config/store.ts'
import type { SessionContext } from '../request/context.ts'
import { MissingAdapterMethods, SignInError } from '../errors/classes.ts'
import { isObject } from '../kit/json.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { JWT } from '../types/jwt.ts'
import type { Identity, Opening } from './strategy.ts'

/** `settled`: the address has been proven, and the session stays good without being looked at again. */
export type Standing = 'open' | 'closed' | 'settled'

const WITH_ACCOUNT: ReadonlySet<string> = new Set(['oauth', 'oidc', 'webauthn'])

function toOpening({ id }: AdapterUser, { account }: Identity): Opening {
  const user = String(id)
  if (!account || !WITH_ACCOUNT.has(account.type)) return { user }
  return { user, provider: account.provider, account: account.providerAccountId }
}

/** Whether somebody has proven the address since cannot be told, and the session does not count until it can. */
function lacking(methods: string): MissingAdapterMethods {
  return new MissingAdapterMethods(
    `Sessions beside sign-in by email need ${methods}, which the adapter lacks. Use an adapter that has everything, such as @latchstring/adapter-sql.`,
  )
}

/** By the account: it is linked to the user, or was unlinked by the first proof. */
async function standingOfAccount(
  { config }: SessionContext,
  { getUserByAccount }: ProofStore,
  { user: id, provider, account: providerAccountId }: Required<Omit<Opening, 'askedAt'>>,
): Promise<Standing> {
  if (!getUserByAccount) throw lacking('getUserByAccount')
  const user = await getUserByAccount({ provider, providerAccountId })
  if (!user || !sameId(user.id, id)) return 'closed'
  return isProven(user) && !mayChangeHands(config, user) ? 'settled' : 'open'
}

/** Without an account: good as long as nobody has proven the address. */
async function standingOfUser({ getUser }: ProofStore, id: string): Promise<Standing> {
  const user = await getUser(id)
  return user && !user.emailVerified ? 'open' : 'closed'
}

/** Without having looked at first: good unless the address was proven after the application was asked. */
async function standingOfUnknown(
  { getUser }: ProofStore,
  id: string,
  askedAt: number,
): Promise<Standing> {
  const user = await getUser(id)
  if (!user) return 'settled'
  if (!user.emailVerified) return 'open'
  return wasProvenAt(user, askedAt) ? 'settled' : 'closed'
}

/**
 * Whether a session that was opened so is still good. Asks the store, unless nobody can have proven the address here.
 *
 * @param opening - as the claim has it
 * @throws AdapterError when the store cannot tell, MissingAdapterMethods when it never can
 */
export async function findStanding(context: SessionContext, opening: unknown): Promise<Standing> {
  const { config } = context
  if (!config.provesAddresses) return 'open'
  if (!isObject(opening)) return 'closed'
  const { user, provider, account, askedAt } = opening
  if (typeof user !== 'string') return 'closed'
  const { proofStore } = config
  if (!proofStore) throw lacking('getUser, getUserByEmail')
  if (typeof askedAt === 'number') return standingOfUnknown(proofStore, user, askedAt)
  return typeof provider === 'string' && typeof account === 'string'
    ? standingOfAccount(context, proofStore, { user, provider, account })
    : standingOfUser(proofStore, user)
}

async function userOfForeign(
  { getUser, getUserByEmail }: ProofStore,
  { sub, email }: JWT,
): Promise<AdapterUser | null> {
  if (sub !== undefined) return getUser(sub)
  return email ? getUserByEmail(email) : null
}

/**
 * How a session of another library counts as opened: its token does not say. One from before the proof of the address
 * is none.
 *
 * @returns `undefined` for one that need not be looked at again, `null` for one that does not count
 * @throws AdapterError when the store cannot tell, MissingAdapterMethods when it never can
 */
export async function openingOfForeign(
  context: SessionContext,
  token: JWT,
): Promise<Opening | undefined | null> {
  const { config } = context
  if (!config.provesAddresses) return undefined
  if (!config.proofStore) throw lacking('getUser, getUserByEmail')
  const user = await userOfForeign(config.proofStore, token)
  if (!user) return undefined
  if (!user.emailVerified) return { user: String(user.id) }
  if (isBeingProven(user)) return null
  return (token.iat ?? 0) * 1000 < new Date(user.emailVerified).getTime() ? null : undefined
}

/**
 * Adds how the session is being opened, where the user can still come to belong to somebody else: then the store is asked
 * once more when the session is made, and as long as it is good.
 *
 * @param user - as the store has it; `null` for somebody who is not stored
 */
export function withOpening(
  context: SessionContext,
  identity: Identity,
  user: AdapterUser | null,
): Identity {
  const { config } = context
  if (!config.adapter || !user || !mayChangeHands(config, user)) return identity
  // A user who was made a moment ago, with an address that the provider has verified, is nobody else's.
  if (isProven(user) && (identity.isNewUser || !config.provesAddresses)) return identity
  const opening = toOpening(user, identity)
  // The account of a new user was linked a moment ago, and stores that copy look-ups later may not find it yet.
  const asked = identity.isNewUser ? { user: opening.user } : opening
  return {
    ...identity,
    opening,
    async confirm() {
      if ((await findStanding(context, asked)) !== 'closed') return
      throw new SignInError(
        'The address of the user was proven by another person during this sign-in.',
      )
    },
  }
}

/**
 * The same for a user whom only the application knows, where addresses are not proven yet: they may be one day, and the
 * store is not asked for a user who may not be there.
 *
 * @param askedAt - when the application was asked, in milliseconds since the epoch
 */
export function withUnknownOpening(
  { config }: SessionContext,
  identity: Identity,
  askedAt: number,
): Identity {
  const { id } = identity.user
  return config.adapter && id !== undefined
    ? { ...identity, opening: { user: String(id), askedAt } }
    : identity
}
