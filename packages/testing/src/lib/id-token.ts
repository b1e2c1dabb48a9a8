import { base64url, SignJWT } from 'jose'
import type { GrantFacts } from '../service.ts'
import type { Grant, EmulatorState } from './emulator-state.ts'

const LIFETIME = 3600

/** Left half of the hash (OpenID Connect Core 1.0, section 3.1.3.6). */
async function halfHash(alg: string, value: string): Promise<string> {
  const bits = /\d{3}$/.exec(alg)?.[0] ?? '512'
  const digest = await crypto.subtle.digest(`SHA-${bits}`, new TextEncoder().encode(value))
  return base64url.encode(new Uint8Array(digest, 0, digest.byteLength / 2))
}

/** Whether an ID token belongs to a grant: services that know the scope `openid` want it asked for. */
export function hasIdToken({ service }: EmulatorState, { scope }: Grant): boolean {
  if (service.protocol !== 'oidc') return false
  const { scopes } = service.authorization
  return !scopes?.includes('openid') || scope.split(' ').includes('openid')
}

/** Signs claims; with the algorithm of the ID token, unless another is named. */
export async function sign(
  { service, client, keys }: EmulatorState,
  claims: Readonly<Record<string, unknown>>,
  alg: string = service.idTokenAlgorithm ?? 'RS256',
): Promise<string> {
  if (alg.startsWith('HS')) {
    const secret = new TextEncoder().encode(client.secret ?? '')
    return new SignJWT(claims).setProtectedHeader({ alg }).sign(secret)
  }
  const { kid, privateKey } = await keys.get(alg)
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(privateKey)
}

/** What a service may use that answers in its own way. */
export function factsOf(state: EmulatorState, { scope, person, nonce }: Grant): GrantFacts {
  return {
    scope,
    person,
    ...(nonce === undefined ? {} : { nonce }),
    clientId: state.client.id,
    sign: (claims) => sign(state, claims),
  }
}

/** Issues an ID token (OpenID Connect Core 1.0, section 2). Claims of the person win, then the service has its way. */
export async function issueIdToken(
  state: EmulatorState,
  grant: Grant,
  accessToken: string,
): Promise<string> {
  const { service, client } = state
  const { nonce, person } = grant
  const alg = service.idTokenAlgorithm ?? 'RS256'
  const now = Math.floor(state.now() / 1000)
  const claims = {
    iss: service.issuer,
    aud: client.id,
    iat: now,
    exp: now + LIFETIME,
    ...(nonce === undefined ? {} : { nonce }),
    at_hash: await halfHash(alg, accessToken),
    ...person.claims,
  }
  return sign(state, service.idToken?.(claims, factsOf(state, grant)) ?? claims)
}
