import type { OAuthProvider } from '../config/providers.ts'
import { endpoint } from '../config/endpoint.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { isObject } from '../kit/json.ts'
import type { EndSessionEndpoint } from '../types/endpoint.ts'
import type { Identity, SignedInBy } from './strategy.ts'
import { markOfSignIn } from './way.ts'

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

/** By which provider a session is opened; `undefined` where that is not one with OAuth or OpenID Connect. */
export function signedInBy(
  { providers }: Pick<ResolvedConfig, 'providers'>,
  identity: Identity,
): SignedInBy | undefined {
  const provider = providers.get(identity.account?.provider ?? '')
  if (provider?.kind !== 'oauth' && provider?.kind !== 'oidc') return undefined
  return { p: provider.id, ...hintFor(provider, identity) }
}

/** The claim of a sealed session: its provider, and the mark of the account or the passkey. */
export async function signInClaim(
  config: Pick<ResolvedConfig, 'providers'>,
  identity: Identity,
): Promise<object | undefined> {
  const by = signedInBy(config, identity)
  const w = await wayOf(identity)
  return w === undefined ? by : { ...by, w }
}

/** Mark of the account or the passkey that a claim says the session was opened with. */
export function readWay(claim: unknown): string | undefined {
  const way = isObject(claim) ? claim['w'] : undefined
  return typeof way === 'string' ? way : undefined
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
