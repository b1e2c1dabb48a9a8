import type { StoreFor } from '../../config/store.ts'
import type { SessionContext } from '../../request/context.ts'
import { derivedId } from '../../crypto/derived-id.ts'
import { OAuthProfileParseError, SignInError } from '../../errors/classes.ts'
import { lazy } from '../../kit/lazy.ts'
import { withOpening } from '../../sessions/ownership.ts'
import type { Identity } from '../../sessions/strategy.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import { earlierSignIn, signedInUser, type PendingSignIn } from '../pending-sign-in.ts'
import type { OAuthEvidence } from '../proof.ts'

type Store = StoreFor<'oauth'>

// Without a store there are no users to find or to make.
const users = lazy(() => import('./user.ts'))

/** A person without an address may be of no use to the application, so that it has to be seen why. */
function reportLostAddress(
  { config }: SessionContext,
  { addressLost, provider }: OAuthEvidence,
): void {
  if (!addressLost) return
  const message = `The address that "${provider.id}" gives is not one mailbox, and counts as none.`
  config.log.error(new OAuthProfileParseError(message))
}

/** The user who has the address, in the spelling that is stored now or in the one of the provider. */
async function findByAddress(
  { getUserByEmail }: Store,
  { user: { email }, otherSpelling }: OAuthEvidence,
): Promise<AdapterUser | null> {
  if (!email) return null
  const user = await getUserByEmail(email)
  return user ?? (otherSpelling === undefined ? null : getUserByEmail(otherSpelling))
}

/** Of several first sign-ins of one person at the same moment, one leaves a user: the one that has the account in the end. */
function withOrphanRolledBack(
  store: Store,
  identity: Identity,
  { evidence, user }: { readonly evidence: OAuthEvidence; readonly user: AdapterUser },
): Identity {
  const { confirm, isNewUser } = identity
  if (!confirm || !isNewUser) return identity
  return {
    ...identity,
    async confirm() {
      await confirm()
      // A store that copies look-ups later finds nobody yet, which says nothing.
      const { rollBackOrphan } = await users()
      if (!(await rollBackOrphan(store, evidence, user))) return
      throw new SignInError('The same person has signed in for the first time at the same moment.')
    },
  }
}

/** Without a store, the user is who the provider says. */
async function pendingWithoutStore({
  user,
  account,
  profile,
  providerSession,
}: OAuthEvidence): Promise<PendingSignIn> {
  // The account id belongs to its provider alone, and another one may give it to somebody else.
  const subject = await derivedId(account.provider, account.providerAccountId)
  const identity = { user, subject, account, profile, isNewUser: false, providerSession }
  return { params: { user, account, profile }, store: async () => identity }
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
  const signedInAgain = (): Promise<AdapterUser | null> => signedInUser(context, store, startedBy)
  const known = {
    store,
    userByAccount,
    signedInUser: await signedInAgain(),
    userByEmail: userByAccount ? null : await findByAddress(store, evidence),
    signedInAgain,
  }
  const isLink = !userByAccount && known.signedInUser !== null
  const signedInAt = isLink ? await earlierSignIn(context) : undefined
  return {
    params: { user: userByAccount ?? user, account, profile },
    async store() {
      const { resolveOAuthUser } = await users()
      const stored = await resolveOAuthUser(context, evidence, known)
      const identity = withOpening(
        context,
        { ...stored, profile, providerSession, signedInAt },
        stored.user,
      )
      return withOrphanRolledBack(store, identity, { evidence, user: stored.user })
    },
  }
}
