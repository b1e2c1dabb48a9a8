import { idProblem, usableId } from '../../kit/account-id.ts'
import { requireProven } from '../first-proof.ts'
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
import { selectStrategy } from '../../sessions/select.ts'
import type { AdapterAuthenticator, AdapterUser } from '../../types/adapter.ts'
import { isCeremony, WebAuthnAuthenticate, WebAuthnRegister, type Ceremony } from './ceremony.ts'
import { issueChallenge } from './challenge.ts'
import { toDescriptor, createUserHandle, type CredentialDescriptor } from './credential.ts'
import { decoysFor } from './decoys.ts'
import { parseLookupFields, type LookupFields } from './lookup-fields.ts'
import { spendOrThrow } from '../../limits/spend.ts'
import { hookParameters } from './hook-parameters.ts'
import { creationOptions, requestOptions } from './options.ts'
import { requireRelyingParty } from './relying-party.ts'
import { providerSettings } from './settings.ts'

/** Who is signed in, in which session. */
interface SignedIn {
  readonly user: AdapterUser
  readonly sessionId: string
}

async function signedIn(
  context: Context,
  { getUser }: StoreFor<'webauthn'>,
): Promise<SignedIn | null> {
  const current = await selectStrategy(context.config).current(context)
  if (current?.userId === undefined) return null
  const user = await getUser(current.userId)
  return user && { user, sessionId: current.sessionId }
}

/** What is asked for. Without `action`, somebody who is not signed in wants to sign in. */
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

/** Without those that were removed: where an adapter cannot delete it, the row of an authenticator outlives its account. */
async function findLinked(
  { id, store }: ProviderOfKind<'webauthn'>,
  userId: string,
): Promise<CredentialDescriptor[]> {
  const authenticators = await store.listAuthenticatorsByUserId(userId)
  const accounts = await store.listAccountsByUserId?.(userId)
  const isLinked = ({ providerAccountId: own }: AdapterAuthenticator): boolean =>
    !accounts || accounts.some((one) => one.provider === id && one.providerAccountId === own)
  return authenticators.filter(isLinked).map(toDescriptor)
}

async function register(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
  { user, sessionId }: SignedIn,
): Promise<FlowResult> {
  requireProven(context.config, user)
  const { name, ...audience } = await requireRelyingParty(context, provider)
  const known = await findLinked(provider, user.id)
  const { challenge, jar } = await issueChallenge(context, provider.store, {
    ceremony: WebAuthnRegister,
    provider: provider.id,
    ...audience,
    userId: user.id,
    startedBy: sessionId,
  })
  const asked = { party: { name, ...audience }, challenge }
  const options = await creationOptions(providerSettings(provider.config), asked, user, known)
  return { kind: 'json', status: 200, body: { action: WebAuthnRegister, options }, jar }
}

/** The credentials to choose from, and whose answer is taken. */
interface Listed {
  readonly allowed?: readonly CredentialDescriptor[]
  readonly userHandle?: string
}

/** @param user - as the application's function gave it, which no type has checked */
function requireUserId(user: unknown, provider: ProviderOfKind<'webauthn'>): string {
  const given = isObject(user) ? user['id'] : undefined
  // Ids in stores are text; whether a number would be found there is the adapter's affair.
  const id = typeof given === 'string' ? usableId(given) : undefined
  if (id !== undefined) return id
  throw new InvalidConfiguration(
    `\`getUserInfo\` of "${provider.id}" says that a user exists, but its \`id\` ${typeof given === 'number' ? 'is a number, not text' : idProblem(given)}. Return \`{ user: { id }, exists: true }\`, or \`null\` for nobody.`,
  )
}

/**
 * Id of the user whom the application finds.
 *
 * @throws AuthError that names its function when that throws, or returns something else than it should
 */
async function findUser(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
  { fields }: LookupFields,
): Promise<string | null> {
  const subject = `The \`getUserInfo\` function of "${provider.id}"`
  // Exactly what the made-up credentials are made of: a lookup that saw more would tell them from real ones.
  const asked = hookParameters(context, provider, fields)
  const found: unknown = await naming(CallbackRouteError, subject, () =>
    provider.config.getUserInfo?.(...asked),
  )
  if (found === null || found === undefined) return null
  const { user, exists } = isObject(found) ? found : {}
  if (typeof exists === 'boolean') return exists ? requireUserId(user, provider) : null
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(found)} without \`exists\`. Return \`{ user: { id }, exists: true }\`, or \`null\` for nobody.`,
  )
}

/** Id of the user somebody says they are. */
async function claimedUser(
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

/** What is known about an address is told as little as that nothing is. */
async function listed(context: Context, provider: ProviderOfKind<'webauthn'>): Promise<Listed> {
  const { getUserInfo, listCredentials = getUserInfo !== undefined } = provider.config
  const lookupFields = listCredentials ? parseLookupFields(context, provider.config) : undefined
  if (!lookupFields || lookupFields.chosen.length === 0) return {}
  const { macs } = context.config
  // Made up for everybody, so that those who have some take no longer and no shorter.
  const decoys = await decoysFor(macs, provider.id, JSON.stringify(lookupFields.chosen))
  const nobody = crypto.randomUUID()
  const userId = (await claimedUser(context, provider, lookupFields)) ?? nobody
  const own = await findDescriptors(provider.store, userId)
  const known = own.length > 0
  return {
    allowed: known ? own : decoys,
    userHandle: await createUserHandle(known ? userId : nobody),
  }
}

async function authenticate(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
  by: SignedIn | null,
): Promise<FlowResult> {
  const { name, ...audience } = await requireRelyingParty(context, provider)
  const { allowed, ...bound } = await listed(context, provider)
  const { challenge, jar } = await issueChallenge(context, provider.store, {
    ceremony: WebAuthnAuthenticate,
    provider: provider.id,
    ...audience,
    ...bound,
    ...(by ? { startedBy: by.sessionId } : {}),
  })
  const asked = { party: { name, ...audience }, challenge }
  const options = await requestOptions(providerSettings(provider.config), asked, allowed)
  return { kind: 'json', status: 200, body: { action: WebAuthnAuthenticate, options }, jar }
}

/**
 * GET webauthn-options.
 *
 * @throws SessionRequired when a credential is to be registered and nobody is signed in
 * @throws EmailNotVerified when the address of that user could still become somebody else's
 * @throws InvalidRequest when the parameters are not valid
 * @throws TooManyRequests when the client has asked too often
 */
export async function getWebAuthnOptions(
  context: Context,
  given: ProviderOfKind<'webauthn'>,
): Promise<FlowResult> {
  const provider = traceProvider(context, given)
  await spendOrThrow(context, 'webauthn')
  const by = await signedIn(context, provider.store)
  const ceremony = selectCeremony(context.request.query.get('action'), by !== null)
  if (ceremony === WebAuthnAuthenticate) return authenticate(context, provider, by)
  if (by) return register(context, provider, by)
  throw new SessionRequired('A passkey can be added only while signed in.')
}
