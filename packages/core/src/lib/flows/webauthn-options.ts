import { normalizeAddress } from '../email-address.ts'
import { needs } from '../config/adapter.ts'
import type { Context } from '../context.ts'
import { EmailNotVerified, InvalidRequest, SessionRequired } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { strategyOf } from '../session/select.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { WebAuthnConfig } from '../types/webauthn.ts'
import {
  isCeremony,
  WebAuthnAuthenticate,
  WebAuthnRegister,
  type Ceremony,
} from '../webauthn/ceremony.ts'
import { issueChallenge } from '../webauthn/challenge.ts'
import { descriptorOf, type CredentialDescriptor } from '../webauthn/credential.ts'
import { decoysFor } from '../webauthn/decoys.ts'
import { creationOptions, requestOptions } from '../webauthn/options.ts'
import { hookParameters, settingsOf } from '../webauthn/settings.ts'

/** Who is signed in, in which session. */
interface SignedIn {
  readonly user: AdapterUser
  readonly sessionId: string
}

async function signedIn(context: Context): Promise<SignedIn | null> {
  const current = await strategyOf(context.config).current(context)
  if (current?.userId === undefined) return null
  const user = await needs(context.config.adapter, ['getUser']).getUser(current.userId)
  return user && { user, sessionId: current.sessionId }
}

/** What is asked for. Without `action`, somebody who is not signed in wants to sign in. */
function ceremonyOf(action: string | undefined, isSignedIn: boolean): Ceremony {
  if (isCeremony(action)) return action
  if (action === undefined && !isSignedIn) return WebAuthnAuthenticate
  throw new InvalidRequest('`action` has to be "authenticate" or "register".')
}

async function credentialsOf(context: Context, userId: string): Promise<CredentialDescriptor[]> {
  const { listAuthenticatorsByUserId } = needs(context.config.adapter, [
    'listAuthenticatorsByUserId',
  ])
  return (await listAuthenticatorsByUserId(userId)).map(descriptorOf)
}

/**
 * Whoever proves an address by mail becomes its user. A key that was added before would let somebody else in afterwards.
 */
function requireProven({ config }: Context, { email, emailVerified }: AdapterUser): void {
  const byMail = [...config.providers.values()].some(({ kind }) => kind === 'email')
  if (!byMail || !email || emailVerified) return
  throw new EmailNotVerified('The e-mail address of the user has not been proven yet.')
}

async function register(
  context: Context,
  provider: WebAuthnConfig,
  { user, sessionId }: SignedIn,
): Promise<FlowResult> {
  const settings = await settingsOf(context, provider)
  requireProven(context, user)
  const known = await credentialsOf(context, user.id)
  const { challenge, jar } = await issueChallenge(context, {
    ceremony: WebAuthnRegister,
    provider: provider.id,
    userId: user.id,
    startedBy: sessionId,
  })
  const options = await creationOptions(settings, challenge, user, known)
  return { kind: 'json', status: 200, body: { action: WebAuthnRegister, options }, jar }
}

/** The credentials to choose from, and the user they belong to; `null` when they are made up. */
interface Listed {
  readonly allowed?: readonly CredentialDescriptor[]
  readonly userId?: string | null
}

type Field = readonly [name: string, value: string]

/** What somebody says they are, in the form in which two that mean the same are the same. */
function enteredIn({ request }: Context, { formFields, getUserInfo }: WebAuthnConfig): Field[] {
  const names = Object.keys(formFields ?? { email: {} })
  return names.flatMap((name): Field[] => {
    const value = request.query.get(name)?.trim()
    if (!value) return []
    if (name !== 'email' || getUserInfo) return [[name, value.normalize('NFKC').toLowerCase()]]
    const email = normalizeAddress(value)
    if (email === undefined) throw new InvalidRequest('`email` is no address.')
    return [[name, email]]
  })
}

/** Id of the user somebody says they are. */
async function claimedUser(
  context: Context,
  provider: WebAuthnConfig,
  entered: readonly Field[],
): Promise<string | null> {
  if (provider.getUserInfo) {
    const found = await provider.getUserInfo(...hookParameters(context, provider))
    return found?.exists ? found.user.id : null
  }
  const [, email] = entered.find(([name]) => name === 'email') ?? []
  if (email === undefined) return null
  const user = await needs(context.config.adapter, ['getUserByEmail']).getUserByEmail(email)
  return user && user.id
}

/** What is known about an address is told as little as that nothing is. */
async function listed(context: Context, provider: WebAuthnConfig): Promise<Listed> {
  const { getUserInfo, listCredentials = getUserInfo !== undefined } = provider
  const entered = listCredentials ? enteredIn(context, provider) : []
  if (entered.length === 0) return {}
  const { macs } = context.config
  // Made up for everybody, so that those who have some take no longer and no shorter.
  const decoys = await decoysFor(macs, provider.id, JSON.stringify(entered))
  const userId = await claimedUser(context, provider, entered)
  const own = await credentialsOf(context, userId ?? crypto.randomUUID())
  return userId !== null && own.length > 0
    ? { allowed: own, userId }
    : { allowed: decoys, userId: null }
}

async function authenticate(
  context: Context,
  provider: WebAuthnConfig,
  by: SignedIn | null,
): Promise<FlowResult> {
  const settings = await settingsOf(context, provider)
  const { allowed, ...bound } = await listed(context, provider)
  const { challenge, jar } = await issueChallenge(context, {
    ceremony: WebAuthnAuthenticate,
    provider: provider.id,
    ...bound,
    ...(by ? { startedBy: by.sessionId } : {}),
  })
  const options = await requestOptions(settings, challenge, allowed)
  return { kind: 'json', status: 200, body: { action: WebAuthnAuthenticate, options }, jar }
}

/**
 * GET webauthn-options.
 *
 * @throws SessionRequired when a credential is to be registered and nobody is signed in
 * @throws EmailNotVerified when the address of that user could still become somebody else's
 * @throws InvalidRequest when the parameters are not valid
 */
export async function getWebAuthnOptions(
  context: Context,
  provider: WebAuthnConfig,
): Promise<FlowResult> {
  const by = await signedIn(context)
  const ceremony = ceremonyOf(context.request.query.get('action'), by !== null)
  if (ceremony === WebAuthnAuthenticate) return authenticate(context, provider, by)
  if (by) return register(context, provider, by)
  throw new SessionRequired('A passkey is added by somebody who is signed in.')
}
