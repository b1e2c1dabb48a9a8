import { normalizeAddress } from '../accounts/email-address.ts'
import { needs } from '../config/adapter.ts'
import type { Context } from '../context.ts'
import { EmailNotVerified, InvalidRequest, SessionRequired } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { strategyOf } from '../session/select.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { WebAuthnConfig } from '../types/provider.ts'
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
import { settingsOf, type Settings } from '../webauthn/settings.ts'

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

async function register(context: Context, settings: Settings, by: SignedIn): Promise<FlowResult> {
  const { user, sessionId } = by
  requireProven(context, user)
  const known = await credentialsOf(context, user.id)
  const { challenge, jar } = await issueChallenge(context, {
    ceremony: WebAuthnRegister,
    provider: settings.provider,
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

/** What is known about an address is told as little as that nothing is. */
async function listed(context: Context, settings: Settings): Promise<Listed> {
  if (!settings.listCredentials) return {}
  const { config, request } = context
  const given = request.query.get('email')?.trim()
  if (!given) return {}
  const email = normalizeAddress(given)
  if (email === undefined) throw new InvalidRequest('`email` is no address.')
  // Made up for every address, so that those which have some take no longer and no shorter.
  const decoys = await decoysFor(config.macs, settings.provider, email)
  const user = await needs(config.adapter, ['getUserByEmail']).getUserByEmail(email)
  const own = await credentialsOf(context, user?.id ?? crypto.randomUUID())
  return user && own.length > 0
    ? { allowed: own, userId: user.id }
    : { allowed: decoys, userId: null }
}

async function authenticate(
  context: Context,
  settings: Settings,
  by: SignedIn | null,
): Promise<FlowResult> {
  const { allowed, ...bound } = await listed(context, settings)
  const { challenge, jar } = await issueChallenge(context, {
    ceremony: WebAuthnAuthenticate,
    provider: settings.provider,
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
  const settings = settingsOf(context, provider)
  const by = await signedIn(context)
  const ceremony = ceremonyOf(context.request.query.get('action'), by !== null)
  if (ceremony === WebAuthnAuthenticate) return authenticate(context, settings, by)
  if (by) return register(context, settings, by)
  throw new SessionRequired('A passkey is added by somebody who is signed in.')
}
