import { idProblem, usableId } from '../../kit/account-id.ts'
import { earlierSignIn } from '../pending-sign-in.ts'
import type { ProviderOfKind } from '../../config/providers.ts'
import type { StoreFor } from '../../config/store.ts'
import type { Context } from '../../request/context.ts'
import {
  CallbackRouteError,
  InvalidConfiguration,
  InvalidRequest,
  SessionRequired,
} from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { traceProvider } from '../../request/trace.ts'
import type { FlowResult } from '../../http/result.ts'
import { isObject } from '../../kit/json.ts'
import { numericDate } from '../../kit/clock.ts'
import { toFacts } from '../../sessions/facts.ts'
import { currentOfUser } from '../../sessions/acting/current-of-user.ts'
import type { AdapterAuthenticator, AdapterUser } from '../../types/adapter.ts'
import { isCeremony, WebAuthnAuthenticate, WebAuthnRegister, type Ceremony } from './ceremony.ts'
import { issueChallenge } from './challenge.ts'
import { toDescriptor, createUserHandle, type CredentialDescriptor } from './credential.ts'
import { decoysFor } from './decoys.ts'
import { parseLookupFields, type LookupFields } from './lookup-fields.ts'
import { describeKnownPasskeys } from './known-passkeys.ts'
import { findLinked } from './linked.ts'
import { spend, spendOrThrow } from '../../limits/spend.ts'
import { creationOptions, requestOptions } from './options.ts'
import { needsProof, requireProven } from './require-proven.ts'
import { hookParameters, requireRelyingParty } from './relying-party.ts'
import { automaticSettings, providerSettings } from './settings.ts'
import { findPasskeyStep } from './waiting-step.ts'

/** Value of `action` for the passkeys of the signed-in user. */
const SIGNAL = 'signal'

/** Value of `action` for a passkey that the browser makes after a password, without asking the user. */
const OFFER = 'offer'

/** Seconds after a password for which a browser may make one, which is how long browsers themselves allow it. */
const OFFER_MAX_AGE = 300

/** The signed-in user and the session. */
interface CurrentUser {
  readonly user: AdapterUser
  readonly sessionId: string
  /** Whether the session began with a password just now. */
  readonly hasJustTyped: boolean
}

async function findCurrentUser(
  context: Context,
  { getUser }: StoreFor<'webauthn'>,
): Promise<CurrentUser | null> {
  const current = await currentOfUser(context)
  if (current?.userId === undefined) return null
  const user = await getUser(current.userId)
  const { amr, auth_time: time } = toFacts(current)
  const age = time === null ? Infinity : numericDate(context.config.clock()) - time
  const hasJustTyped = amr.includes('pwd') && age <= OFFER_MAX_AGE
  return user && { user, sessionId: current.sessionId, hasJustTyped }
}

/** The ceremony of a request. Without `action` and a session it is the sign-in. */
function selectCeremony(action: string | undefined, isSignedIn: boolean): Ceremony {
  if (isCeremony(action)) return action
  if (action === undefined && !isSignedIn) return WebAuthnAuthenticate
  throw new InvalidRequest('`action` has to be "authenticate" or "register".')
}

async function findDescriptors(
  { listAuthenticatorsByUserId }: StoreFor<'webauthn'>,
  userId: string,
): Promise<CredentialDescriptor[]> {
  return (await listAuthenticatorsByUserId(userId)).map(toDescriptor)
}

async function answerRegistration(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
  { user, sessionId }: CurrentUser,
  automatic = false,
): Promise<FlowResult> {
  requireProven(context.config, user)
  // Before the authenticator keeps a credential that would then be refused.
  await earlierSignIn(context)
  const { name, ...scope } = await requireRelyingParty(context, provider)
  const known = await findLinked(provider, user.id)
  const { challenge, jar } = await issueChallenge(context, provider.store, {
    ceremony: WebAuthnRegister,
    provider: provider.id,
    ...scope,
    userId: user.id,
    startedBy: sessionId,
    ...(automatic ? { automatic } : {}),
  })
  const asked = { party: { name, ...scope }, challenge }
  const usual = providerSettings(provider.config)
  const settings = automatic ? automaticSettings(usual) : usual
  const options = await creationOptions(settings, asked, user, known)
  return { kind: 'json', status: 200, body: { action: WebAuthnRegister, options }, jar }
}

/**
 * The options of a passkey that the browser makes without asking; `null` where the session did not begin with a password just now, or the
 * address of the user is unproven. That is no failure, since the user has asked for nothing.
 */
async function answerOffer(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
  by: CurrentUser | null,
): Promise<FlowResult> {
  if (by?.hasJustTyped && !needsProof(context.config, by.user)) {
    return answerRegistration(context, provider, by, true)
  }
  const body = { action: WebAuthnRegister, options: null }
  return { kind: 'json', status: 200, body, jar: context.jar }
}

/** The credentials to choose from, and the user handle that the answer must have. */
interface AllowedCredentials {
  readonly allowed?: readonly CredentialDescriptor[]
  readonly userHandle?: string
}

/** @param user - of the function of the application, whose type is unchecked */
function requireUserId(user: unknown, provider: ProviderOfKind<'webauthn'>): string {
  const given = isObject(user) ? user['id'] : undefined
  // Ids in stores are text.
  const id = typeof given === 'string' ? usableId(given) : undefined
  if (id !== undefined) return id
  throw new InvalidConfiguration(
    `\`getUserInfo\` of "${provider.id}" says that a user exists, but its \`id\` ${typeof given === 'number' ? 'is a number, not text' : idProblem(given)}. Return \`{ user: { id }, exists: true }\`, or \`null\` for no user.`,
  )
}

/**
 * Id of the user that `getUserInfo` finds.
 *
 * @throws AuthError that names the function when it throws, or returns no such result
 */
async function findUser(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
  { fields }: LookupFields,
): Promise<string | null> {
  const subject = `The \`getUserInfo\` function of "${provider.id}"`
  // Only the fields that decoys depend on: a look-up by others would tell decoys from real credentials.
  const asked = hookParameters(context, provider, fields)
  const found: unknown = await naming(CallbackRouteError, subject, () =>
    provider.config.getUserInfo?.(...asked),
  )
  if (found === null || found === undefined) return null
  const { user, exists } = isObject(found) ? found : {}
  if (typeof exists === 'boolean') return exists ? requireUserId(user, provider) : null
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(found)} without \`exists\`. Return \`{ user: { id }, exists: true }\`, or \`null\` for no user.`,
  )
}

/** Id of the user that the fields name. */
async function findNamedUser(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
  lookupFields: LookupFields,
): Promise<string | null> {
  const { config, store } = provider
  if (config.getUserInfo) return findUser(context, provider, lookupFields)
  const { email } = lookupFields.fields
  if (email === undefined) return null
  const user = await store.getUserByEmail(email)
  return user && user.id
}

/**
 * The credentials of the user that the request names, or decoys. The response does not reveal which. None, as for a request without a
 * name, while the budget of the application for such look-ups is used up.
 */
async function listAllowed(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
): Promise<AllowedCredentials> {
  const { getUserInfo, listCredentials = getUserInfo !== undefined } = provider.config
  const lookupFields = listCredentials ? parseLookupFields(context, provider.config) : undefined
  if (!lookupFields || lookupFields.chosen.length === 0) return {}
  // Once strangers have used it up, people can still sign in with the passkeys that their authenticator finds without a list.
  const lookUp = { part: 'look-ups', subjects: ['application'] } as const
  if (!(await spend(context, 'webauthn', lookUp)).allowed) return {}
  const { macs } = context.config
  // Computed in every case, so that the time does not reveal real credentials.
  const decoys = await decoysFor(macs, provider.id, JSON.stringify(lookupFields.chosen))
  const unknownId = crypto.randomUUID()
  const userId = (await findNamedUser(context, provider, lookupFields)) ?? unknownId
  const own = await findDescriptors(provider.store, userId)
  const known = own.length > 0
  return {
    allowed: known ? own : decoys,
    userHandle: await createUserHandle(known ? userId : unknownId),
  }
}

/** Options for a step of the sign-in that waits: of the passkeys of its user, and of no other. */
async function answerStep(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
): Promise<FlowResult> {
  const step = await findPasskeyStep(context)
  const allowed = step ? await findLinked(provider, step.userId) : []
  if (!step || allowed.length === 0) {
    throw new SessionRequired('No sign-in waits here that a passkey of its user could go on with.')
  }
  const { name, ...scope } = await requireRelyingParty(context, provider)
  const { challenge, jar } = await issueChallenge(context, provider.store, {
    ceremony: WebAuthnAuthenticate,
    provider: provider.id,
    ...scope,
    userHandle: await createUserHandle(step.userId),
    waits: step.waiting.row.id,
  })
  const asked = { party: { name, ...scope }, challenge }
  const options = await requestOptions(providerSettings(provider.config), asked, allowed)
  return { kind: 'json', status: 200, body: { action: WebAuthnAuthenticate, options }, jar }
}

async function answerAuthentication(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
  by: CurrentUser | null,
): Promise<FlowResult> {
  const { name, ...scope } = await requireRelyingParty(context, provider)
  const { allowed, ...bound } = await listAllowed(context, provider)
  const { challenge, jar } = await issueChallenge(context, provider.store, {
    ceremony: WebAuthnAuthenticate,
    provider: provider.id,
    ...scope,
    ...bound,
    ...(by ? { startedBy: by.sessionId } : {}),
  })
  const asked = { party: { name, ...scope }, challenge }
  const options = await requestOptions(providerSettings(provider.config), asked, allowed)
  return { kind: 'json', status: 200, body: { action: WebAuthnAuthenticate, options }, jar }
}

/** Every authenticator of the user that an account belongs to, of whatever provider. */
async function findAccepted(
  { store }: ProviderOfKind<'webauthn'>,
  userId: string,
): Promise<readonly AdapterAuthenticator[]> {
  const authenticators = await store.listAuthenticatorsByUserId(userId)
  const accounts = await store.listAccountsByUserId?.(userId)
  return authenticators.filter(
    (one) =>
      !accounts ||
      accounts.some(
        ({ type, providerAccountId }) =>
          type === 'webauthn' && providerAccountId === one.providerAccountId,
      ),
  )
}

/** What the browser of the user may tell authenticators after a sign-in. It is the user of the session that gets it, and no other. */
async function answerSignal(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
): Promise<FlowResult> {
  const by = await findCurrentUser(context, provider.store)
  if (!by) throw new SessionRequired('The passkeys of a user are listed only while signed in.')
  const accepted = await findAccepted(provider, by.user.id)
  const passkeys = await describeKnownPasskeys(context, by.user, accepted)
  return { kind: 'json', status: 200, body: { action: SIGNAL, passkeys }, jar: context.jar }
}

/**
 * GET webauthn-options.
 *
 * @throws SessionRequired when a credential is to be registered, or passkeys are listed, without a session, or no sign-in waits for one
 * @throws EmailNotVerified when the address of the user is unproven
 * @throws InvalidRequest when the parameters are not valid
 * @throws TooManyRequests when the client has asked too often
 */
export async function getWebAuthnOptions(
  context: Context,
  given: ProviderOfKind<'webauthn'>,
): Promise<FlowResult> {
  const provider = traceProvider(context, given)
  // It makes no challenge and looks up no other user, so no budget is spent.
  if (context.request.query.get('action') === SIGNAL) return answerSignal(context, provider)
  await spendOrThrow(context, 'webauthn', { subjects: ['address', 'browser'] })
  const by = await findCurrentUser(context, provider.store)
  if (context.request.query.get('action') === OFFER) return answerOffer(context, provider, by)
  const ceremony = selectCeremony(context.request.query.get('action'), by !== null)
  if (ceremony === WebAuthnAuthenticate) {
    const isStep = context.request.query.has('waiting')
    return isStep ? answerStep(context, provider) : answerAuthentication(context, provider, by)
  }
  if (by) return answerRegistration(context, provider, by)
  throw new SessionRequired('A passkey can be added only while signed in.')
}
