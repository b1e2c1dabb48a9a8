import type { OAuthProvider } from '../config/providers.ts'
import { endpoint } from '../config/endpoint.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { isObject } from '../kit/json.ts'
import type { EndSessionEndpoint } from '../types/endpoint.ts'
import type { Identity, SignedInBy } from './strategy.ts'
import { markOfSignIn } from './way.ts'

/** In place of how the user signed in: the time of the token is not that of a sign-in. */
export const UNTIMED = '-'

/** An ID token that is longer does not fit into a cookie beside everything else; the account in the store may have it. */
const MAX_ID_TOKEN = 2_000

/** A subject has 255 characters at most (OpenID Connect Core 1.0, section 2); for `sid` there is no limit. */
const MAX_HINT = 255

function hintFor(
  { config }: OAuthProvider,
  { providerSession, account }: Identity,
): Omit<SignedInBy, 'p'> {
  const { hint } = endpoint<EndSessionEndpoint>(config.endSession)
  if (hint === 'id_token') {
    const token = account?.id_token
    return typeof token === 'string' && token.length <= MAX_ID_TOKEN ? { t: token } : {}
  }
  const value = hint && providerSession?.[hint]
  return value !== undefined && value.length <= MAX_HINT ? { h: value } : {}
}

/** Mark of the account or the passkey that a session is opened with, or was before one was added. */
export async function wayOf({ earlier, account }: Identity): Promise<string | undefined> {
  return earlier ? earlier.way : markOfSignIn(account)
}

/** How the user of a new session has signed in, or had before an account or a passkey was added. */
export function methodsOf({ earlier, methods }: Identity): string | undefined {
  if (!earlier) return methods
  // The new session has a time of its own, which is not that of a sign-in.
  return earlier.signedInAt > 0 ? earlier.methods : UNTIMED
}

/** By which provider a session is opened; `undefined` where that is not one with OAuth or OpenID Connect. */
export function signedInBy(
  { providers }: Pick<ResolvedConfig, 'providers'>,
  identity: Identity,
): SignedInBy | undefined {
  const provider = providers.get(identity.account?.provider ?? '')
  if (provider?.kind !== 'oauth' && provider?.kind !== 'oidc') return undefined
  return { p: provider.id, ...hintFor(provider, identity) }
}

/** The claim of a sealed session: its provider, the mark of the account or the passkey, and how the user signed in. */
export async function signInClaim(
  config: Pick<ResolvedConfig, 'providers'>,
  identity: Identity,
): Promise<object | undefined> {
  const by = signedInBy(config, identity)
  const [w, m] = [await wayOf(identity), methodsOf(identity)]
  return w === undefined && m === undefined ? by : { ...by, w, m }
}

/** Mark of the account or the passkey that a claim says the session was opened with. */
export function readWay(claim: unknown): string | undefined {
  const way = isObject(claim) ? claim['w'] : undefined
  return typeof way === 'string' ? way : undefined
}

/** How a claim says that the user signed in; see `KnownSignIn`. */
export function readMethods(claim: unknown): string | undefined {
  const methods = isObject(claim) ? claim['m'] : undefined
  return typeof methods === 'string' ? methods : undefined
}

/** The same as a claim says it; nothing where it does not. */
export function readSignedInBy(claim: unknown): SignedInBy | undefined {
  if (!isObject(claim) || typeof claim['p'] !== 'string') return undefined
  const { p, h, t } = claim
  return {
    p,
    ...(typeof h === 'string' ? { h } : {}),
    ...(typeof t === 'string' ? { t } : {}),
  }
}
