import { isBeingProven, isProven, mayChangeHands, wasProvenAt } from '../config/first-proof.ts'
import { sameId } from '../kit/account-id.ts'
import type { ProofStore } from '../config/store.ts'
import type { SessionContext } from '../request/context.ts'
import { MissingAdapterMethods, SignInError } from '../errors/classes.ts'
import { isObject } from '../kit/json.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { JWT } from '../types/jwt.ts'
import { OPENED_BY, type OpenedToken, type SessionToken } from './claims.ts'
import type { Identity, Opening } from './strategy.ts'

/**
 * Whether the user of a session is still the person who opened it (decision 023). `provisional`: as far as is known, until the
 * address is proven. `lost`: another person has proven it. `confirmed`: yes, and the store need not be asked again.
 */
export type Ownership = 'provisional' | 'lost' | 'confirmed'

const WITH_ACCOUNT: ReadonlySet<string> = new Set(['oauth', 'oidc', 'webauthn'])

function toOpening({ id }: AdapterUser, { account }: Identity): Opening {
  const user = String(id)
  if (!account || !WITH_ACCOUNT.has(account.type)) return { user }
  return { user, provider: account.provider, account: account.providerAccountId }
}

/** Without these methods the store cannot say whether the address was proven since, and the session does not count. */
function lacking(methods: string): MissingAdapterMethods {
  return new MissingAdapterMethods(
    `Sessions beside sign-in by email need ${methods}, which the adapter lacks. Use an adapter that has everything, such as @latchstring/adapter-sql.`,
  )
}

/** By the account: it is linked to the user, or was unlinked by the first proof. */
async function ownershipByAccount(
  { config }: SessionContext,
  { getUserByAccount }: ProofStore,
  { user: id, provider, account: providerAccountId }: Required<Omit<Opening, 'askedAt'>>,
): Promise<Ownership> {
  if (!getUserByAccount) throw lacking('getUserByAccount')
  const user = await getUserByAccount({ provider, providerAccountId })
  if (!user || !sameId(user.id, id)) return 'lost'
  return isProven(user) && !mayChangeHands(config, user) ? 'confirmed' : 'provisional'
}

/** Without an account: good until the address is proven. */
async function ownershipByUser({ getUser }: ProofStore, id: string): Promise<Ownership> {
  const user = await getUser(id)
  return user && !user.emailVerified ? 'provisional' : 'lost'
}

/** For a user whom the store was not asked for at the sign-in: good unless the address was proven after it. */
async function ownershipSince(
  { getUser }: ProofStore,
  id: string,
  askedAt: number,
): Promise<Ownership> {
  const user = await getUser(id)
  if (!user) return 'confirmed'
  if (!user.emailVerified) return 'provisional'
  return wasProvenAt(user, askedAt) ? 'confirmed' : 'lost'
}

/**
 * Whether a session is still that of the person who opened it. Asks the store, unless addresses are not proven here.
 *
 * @param opening - as the claim has it
 * @throws AdapterError when the store cannot tell, MissingAdapterMethods when it never can
 */
export async function findOwnership(context: SessionContext, opening: unknown): Promise<Ownership> {
  const { config } = context
  if (!config.provesAddresses) return 'provisional'
  if (!isObject(opening)) return 'lost'
  const { user, provider, account, askedAt } = opening
  if (typeof user !== 'string') return 'lost'
  const { proofStore } = config
  if (!proofStore) throw lacking('getUser, getUserByEmail')
  if (typeof askedAt === 'number') return ownershipSince(proofStore, user, askedAt)
  return typeof provider === 'string' && typeof account === 'string'
    ? ownershipByAccount(context, proofStore, { user, provider, account })
    : ownershipByUser(proofStore, user)
}

async function findForeignUser(
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
export async function findForeignOpening(
  context: SessionContext,
  token: JWT,
): Promise<Opening | undefined | null> {
  const { config } = context
  if (!config.provesAddresses) return undefined
  if (!config.proofStore) throw lacking('getUser, getUserByEmail')
  const user = await findForeignUser(config.proofStore, token)
  if (!user) return undefined
  if (!user.emailVerified) return { user: String(user.id) }
  if (isBeingProven(user)) return null
  return (token.iat ?? 0) * 1000 < new Date(user.emailVerified).getTime() ? null : undefined
}

/**
 * The session, if the first proof of the address has not taken its user away; without the claim once that cannot happen any
 * more. Asks the store.
 *
 * @throws AdapterError when the store cannot tell, MissingAdapterMethods when it never can
 */
export async function unlessLost(
  context: SessionContext,
  opened: OpenedToken,
): Promise<OpenedToken | null> {
  const { [OPENED_BY]: given, ...claims } = opened.token
  // Without the claim it is still a token of a session.
  const token = claims as SessionToken
  if (opened.foreign) {
    const opening = await findForeignOpening(context, token)
    if (opening === null) return null
    return { ...opened, token: opening ? { ...token, [OPENED_BY]: opening } : token }
  }
  const ownership = await findOwnership(context, given)
  if (ownership === 'lost') return null
  return ownership === 'confirmed' ? { ...opened, token, outdated: true } : opened
}

/**
 * Adds how the session is being opened, where the user can still come to belong to another person: then the store is asked
 * once more when the session is made, and as long as it is good.
 *
 * @param user - as the store has it; `null` for a user who is not stored
 */
export function withOpening(
  context: SessionContext,
  identity: Identity,
  user: AdapterUser | null,
): Identity {
  const { config } = context
  if (!config.adapter || !user || !mayChangeHands(config, user)) return identity
  // A user who was just created, with an address that the provider has verified, belongs to no other person.
  if (isProven(user) && (identity.isNewUser || !config.provesAddresses)) return identity
  const opening = toOpening(user, identity)
  // The account of a new user was linked a moment ago, and stores that copy look-ups later may not find it yet.
  const asked = identity.isNewUser ? { user: opening.user } : opening
  return {
    ...identity,
    opening,
    async confirm() {
      if ((await findOwnership(context, asked)) !== 'lost') return
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
