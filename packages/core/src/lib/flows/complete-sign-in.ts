import { idProblem, usableId } from '../account-id.ts'
import { resolveOAuthUser, type StoredIdentity, rollBackOrphan } from '../accounts/oauth.ts'
import type {
  CredentialsEvidence,
  EmailEvidence,
  OAuthEvidence,
  Proof,
  WebAuthnEvidence,
} from '../accounts/proof.ts'
import { emailAccount, resolveEmailUser } from '../accounts/email.ts'
import { resolveWebAuthnUser } from '../accounts/webauthn.ts'
import { requireMethods } from '../config/adapter.ts'
import { provesAddresses, wasProvenAt } from '../config/first-proof.ts'
import type { Context } from '../context.ts'
import { withParameters } from '../context.ts'
import { derivedId } from '../crypto/derived-id.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { CallbackRouteError, OAuthProfileParseError, SignInError } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { emit } from '../events/emit.ts'
import { withOpening, withUnknownOpening } from '../session/opening.ts'
import { strategyOf } from '../session/select.ts'
import type { Identity } from '../session/strategy.ts'
import type { Account } from '../types/account.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { SignInParams } from '../types/callbacks.ts'
import type { User } from '../types/user.ts'
import { passGate } from '../accounts/gate.ts'

/** A sign-in before the gate: what the `signIn` callback sees, and how to go on behind it. */
interface PendingSignIn {
  readonly params: SignInParams
  /** Finds, links or creates the user. Runs only when the gate is open. */
  readonly settle: () => Promise<Identity>
}

async function signedInUser(
  context: Context,
  startedBy: string | undefined,
): Promise<AdapterUser | null> {
  // Linking needs that this very session started the sign-in, not just that there is one.
  if (startedBy === undefined) return null
  const current = await strategyOf(context.config).current(context)
  if (current?.sessionId !== startedBy || current.userId === undefined) return null
  return requireMethods(context.config.adapter, ['getUser']).getUser(current.userId)
}

/** A person without an address may be of no use to the application, so that it has to be seen why. */
function reportLostAddress({ config }: Context, { addressLost, provider }: OAuthEvidence): void {
  if (!addressLost) return
  const message = `The address that "${provider.id}" gives is not one mailbox, and counts as none.`
  config.log.error(new OAuthProfileParseError(message))
}

/** Who has the address, in the spelling that is stored now or in the one of the provider. */
async function userOf(
  { config }: Context,
  { user: { email }, otherSpelling }: OAuthEvidence,
): Promise<AdapterUser | null> {
  if (!email) return null
  const { getUserByEmail } = requireMethods(config.adapter, ['getUserByEmail'])
  const user = await getUserByEmail(email)
  return user ?? (otherSpelling === undefined ? null : getUserByEmail(otherSpelling))
}

/** Of several first sign-ins of one person at the same moment, one leaves a user: whoever has the account in the end. */
function takenBackIfOrphan(
  context: Context,
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
      if (!(await rollBackOrphan(context, evidence, user))) return
      throw new SignInError('The same person has signed in for the first time at the same moment.')
    },
  }
}

async function pendingOAuth(context: Context, evidence: OAuthEvidence): Promise<PendingSignIn> {
  const { user, account, profile } = evidence
  reportLostAddress(context, evidence)
  const { provider, providerAccountId } = account
  if (!context.config.adapter) {
    // The account id belongs to its provider alone, and another one may give it to somebody else.
    const subject = await derivedId(provider, providerAccountId)
    const identity = { user, subject, account, profile, isNewUser: false }
    return { params: { user, account, profile }, settle: async () => identity }
  }
  const { getUserByAccount } = requireMethods(context.config.adapter, ['getUserByAccount'])
  const userByAccount = await getUserByAccount({ provider, providerAccountId })
  const known = {
    userByAccount,
    signedInUser: await signedInUser(context, evidence.startedBy),
    userByEmail: userByAccount ? null : await userOf(context, evidence),
    signedInAgain: () => signedInUser(context, evidence.startedBy),
  }
  return {
    params: { user: userByAccount ?? user, account, profile },
    async settle() {
      const settled = await resolveOAuthUser(context, evidence, known)
      const identity = withOpening(context, { ...settled, profile }, settled.user)
      return takenBackIfOrphan(context, identity, { evidence, user: settled.user })
    },
  }
}

/** The user an address belongs to, or the one it would make. */
export async function userOfAddress(
  context: Context,
  email: string,
): Promise<{ readonly existing: AdapterUser | null; readonly user: AdapterUser }> {
  const existing = await requireMethods(context.config.adapter, ['getUserByEmail']).getUserByEmail(
    email,
  )
  return { existing, user: existing ?? { id: crypto.randomUUID(), email, emailVerified: null } }
}

async function pendingEmail(context: Context, evidence: EmailEvidence): Promise<PendingSignIn> {
  const { existing, user } = await userOfAddress(context, evidence.email)
  return {
    params: { user, account: emailAccount(evidence, user.id) },
    async settle(): Promise<StoredIdentity> {
      const current = await strategyOf(context.config).current(context)
      return resolveEmailUser(context, evidence, { existing, signedInUserId: current?.userId })
    },
  }
}

/**
 * The user of `authorize` as the store has them: sessions in a database need a stored one, and where addresses are proven
 * by mail, one who is stored can come to belong to somebody else.
 */
async function storedUser({ config }: Context, { id, email }: User): Promise<AdapterUser | null> {
  const needed = config.session.strategy === 'database'
  if (!needed && !provesAddresses(config)) return null
  const { getUser } = requireMethods(config.adapter, ['getUser'])
  const stored = id === undefined ? null : await getUser(id)
  if (stored) return stored
  if (needed) {
    throw new CallbackRouteError(
      '`authorize` returned a user who is not in the store. With database sessions it has to return a stored one, with its `id`.',
    )
  }
  return id === undefined && email
    ? requireMethods(config.adapter, ['getUserByEmail']).getUserByEmail(email)
    : null
}

/** What `authorize` accepted may have been reset by the proof of the address, if that came after it was asked. */
function requireNoProofSince(user: AdapterUser | null, askedAt: number): void {
  if (!user?.emailVerified || wasProvenAt(user, askedAt)) return
  throw new SignInError(
    'The address of the user was proven by somebody else while `authorize` was asked.',
  )
}

/** Database drivers have ids as bigints or as objects, as MongoDB does; their text is the id. */
function asText(id: unknown): unknown {
  // An object without a text of its own becomes one that is no id.
  // oxlint-disable-next-line typescript/no-base-to-string
  return typeof id === 'bigint' || (typeof id === 'object' && id !== null) ? String(id) : id
}

/** What tells the users of `authorize` apart: the `id`, or the address where there is none. */
function credentialsId({ provider, user }: CredentialsEvidence): string {
  const given: unknown = user.id ?? user.email
  const id = usableId(asText(given))
  if (id !== undefined) return id
  throw new CallbackRouteError(
    `The \`id\` of the user that \`authorize\` of "${provider}" returned ${idProblem(given)}. Return the id under which the user is stored, or \`null\` for nobody.`,
  )
}

async function pendingCredentials(
  context: Context,
  evidence: CredentialsEvidence,
): Promise<PendingSignIn> {
  const { user: given, provider, credentials } = evidence
  const id = credentialsId(evidence)
  const user: User = given.id == null ? given : { ...given, id }
  const account: Account = {
    provider,
    type: 'credentials',
    providerAccountId: id,
    ...(user.id === undefined ? {} : { userId: id }),
  }
  // Ids of `authorize` are those of the application, which knows what they mean; somebody without one gets one.
  const subject = user.id ?? (await derivedId(provider, id))
  return {
    params: { user, account, credentials },
    async settle(): Promise<Identity> {
      const stored = await storedUser(context, user)
      const identity = { user, subject, account, isNewUser: false }
      if (!provesAddresses(context.config)) {
        return withUnknownOpening(context, identity, evidence.askedAt)
      }
      requireNoProofSince(stored, evidence.askedAt)
      return withOpening(context, identity, stored?.emailVerified ? null : stored)
    },
  }
}

async function pendingWebAuthn(
  context: Context,
  evidence: WebAuthnEvidence,
): Promise<PendingSignIn> {
  const { user, account, startedBy } = evidence
  const current = await signedInUser(context, startedBy)
  return {
    params: { user, account },
    async settle() {
      const signedInAgain = (): Promise<AdapterUser | null> => signedInUser(context, startedBy)
      const asked = { signedIn: current, signedInAgain }
      const settled = await resolveWebAuthnUser(context, evidence, asked)
      return withOpening(context, settled, settled.user)
    },
  }
}

function pendingSignIn(context: Context, proof: Proof): Promise<PendingSignIn> {
  switch (proof.kind) {
    case 'oauth':
      return pendingOAuth(context, proof)
    case 'email':
      return pendingEmail(context, proof)
    case 'credentials':
      return pendingCredentials(context, proof)
    case 'webauthn':
      return pendingWebAuthn(context, proof)
  }
}

function destination({ config, origin, returnTo }: Context, isNewUser: boolean): string {
  const { newUser } = config.pages
  if (!isNewUser || newUser === undefined) return returnTo
  return withParameters(new URL(newUser, origin.href), { callbackUrl: returnTo })
}

async function issue(context: Context, identity: Identity): Promise<FlowResult> {
  const { jar, issued } = await strategyOf(context.config).issue(context, identity)
  const { user, account, profile, isNewUser } = identity
  // Nobody signed in who was given no session.
  if (!issued) return { kind: 'redirect', to: context.returnTo, jar }
  await emit(context.config, 'signIn', {
    user,
    account,
    ...(profile === undefined ? {} : { profile }),
    ...(account?.type === 'credentials' ? {} : { isNewUser }),
  })
  return { kind: 'redirect', to: destination(context, isNewUser), jar }
}

/**
 * Issues a session. The only place where that happens: whatever comes between a verified identity and a session goes
 * here, and holds for every way to sign in.
 *
 * @param proof - what a verifying flow has found out
 * @throws AuthError when the sign-in is refused or cannot be stored
 */
export async function completeSignIn(context: Context, proof: Proof): Promise<FlowResult> {
  const candidate = await pendingSignIn(context, proof)
  const elsewhere = await passGate(context, candidate.params)
  if (elsewhere !== undefined) return { kind: 'redirect', to: elsewhere, jar: context.jar }
  const identity = await candidate.settle()
  try {
    return await issue(context, identity)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new CallbackRouteError('The session could not be made.', { err: asError(cause) })
  }
}
