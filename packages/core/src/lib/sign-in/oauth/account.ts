import type { StoreFor } from '../../config/store.ts'
import type { SessionContext } from '../../request/context.ts'
import { derivedId } from '../../crypto/derived-id.ts'
import { OAuthProfileParseError, SignInError } from '../../errors/classes.ts'
import { toFeatureUser } from '../../config/feature-user.ts'
import { lazy } from '../../kit/lazy.ts'
import { withOpening } from '../../sessions/ownership.ts'
import type { Identity } from '../../sessions/strategy.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import { earlierSignIn, signedInUser, type PendingSignIn } from '../pending-sign-in.ts'
import type { OAuthEvidence } from '../proof.ts'
import type { LookUps } from './user.ts'

type OAuthStore = StoreFor<'oauth'>

// Only needed with a store.
const users = lazy(() => import('./user.ts'))

/** Logs an address that was not usable: the application may need one. */
function reportLostAddress(
  { config }: SessionContext,
  { addressLost, provider }: OAuthEvidence,
): void {
  if (!addressLost) return
  const message = `The address that "${provider.id}" gives is not one mailbox, and counts as none.`
  config.log.error(new OAuthProfileParseError(message))
}

/** The user with the address, in its normalized spelling or in that of the provider. */
async function findByAddress(
  { getUserByEmail }: OAuthStore,
  { user: { email }, otherSpelling }: OAuthEvidence,
): Promise<AdapterUser | null> {
  if (!email) return null
  const user = await getUserByEmail(email)
  return user ?? (otherSpelling === undefined ? null : getUserByEmail(otherSpelling))
}

/** Asks again for a user who was not there: the `signIn` callback of an application may store one. */
async function askAgain<Known extends LookUps>(
  { config }: SessionContext,
  evidence: OAuthEvidence,
  known: Known,
): Promise<Known> {
  if (!config.callbacks.signIn || known.userByAccount || known.userByEmail) return known
  return { ...known, userByEmail: await findByAddress(known.store, evidence) }
}

/** Of several simultaneous first sign-ins with one account, only the user that has the account in the end stays. */
function withOrphanRolledBack(
  { config }: SessionContext,
  store: OAuthStore,
  identity: Identity,
  { evidence, user }: { readonly evidence: OAuthEvidence; readonly user: AdapterUser },
): Identity {
  const { confirm, isNewUser } = identity
  if (!confirm || !isNewUser) return identity
  return {
    ...identity,
    async confirm() {
      await confirm()
      // A replica of the store may not have the account yet, and then nothing is rolled back.
      const { forgetOrphan, rollBackOrphan } = await users()
      if (!(await rollBackOrphan(store, evidence, user))) return
      await forgetOrphan(config, evidence, user)
      throw new SignInError(
        'A simultaneous first sign-in of the same person has linked the account.',
      )
    },
  }
}

/** Without a store, the user is the profile of the provider. */
async function pendingWithoutStore({
  user,
  account,
  profile,
  providerSession,
}: OAuthEvidence): Promise<PendingSignIn> {
  // Account ids are unique within a provider only.
  const subject = await derivedId(account.provider, account.providerAccountId)
  const identity = { user, subject, account, profile, isNewUser: false, providerSession }
  return {
    params: { user, account, profile },
    known: async () => toFeatureUser({ ...user, id: subject }),
    store: async () => identity,
  }
}

/** A sign-in by OAuth or OpenID Connect, before the gate. */
export async function prepareOAuth(
  context: SessionContext,
  evidence: OAuthEvidence,
): Promise<PendingSignIn> {
  reportLostAddress(context, evidence)
  const { user, account, profile, provider, startedBy, providerSession } = evidence
  const { store } = provider
  if (!store) return pendingWithoutStore(evidence)
  const { providerAccountId } = account
  const userByAccount = await store.getUserByAccount({
    provider: account.provider,
    providerAccountId,
  })
  const known = {
    store,
    userByAccount,
    signedInUser: await signedInUser(context, store, startedBy),
    userByEmail: userByAccount ? null : await findByAddress(store, evidence),
  }
  const isLink = !userByAccount && known.signedInUser !== null
  const earlier = isLink ? await earlierSignIn(context) : undefined
  return {
    params: { user: userByAccount ?? user, account, profile },
    adds: isLink,
    async known() {
      const { findKnownUser } = await users()
      const now = await askAgain(context, evidence, known)
      const found = findKnownUser(context.config, evidence, now)
      return found && toFeatureUser(found)
    },
    async store() {
      const { resolveOAuthUser } = await users()
      const stored = await resolveOAuthUser(
        context,
        evidence,
        await askAgain(context, evidence, known),
      )
      const identity = withOpening(
        context,
        { ...stored, profile, providerSession, earlier },
        stored.user,
      )
      return withOrphanRolledBack(context, store, identity, { evidence, user: stored.user })
    },
  }
}
