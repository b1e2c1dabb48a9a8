import type { Service } from '../service.ts'
import type { EmulatorState } from './emulator-state.ts'

/** Returns the URL of the discovery document; `undefined` for a service without one. */
export function discoveryAddress({ issuer, wellKnown }: Service): string | undefined {
  if (wellKnown !== undefined) return wellKnown
  return issuer && `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** Address of the key set. */
export function keysAddress({ issuer, discovery, jwksUri }: Service): string | undefined {
  const stated = discovery?.['jwks_uri']
  if (jwksUri !== undefined) return jwksUri
  if (typeof stated === 'string') return stated
  return issuer && `${issuer.replace(/\/$/, '')}/.well-known/jwks.json`
}

/** The discovery document (OpenID Connect Discovery 1.0, section 3), as the rules have it. */
export function discoveryDocument(service: Service): Readonly<Record<string, unknown>> {
  const { authorization, token, userinfo, issuer, discovery, idTokenAlgorithm = 'RS256' } = service
  const challenged = authorization.pkce === 'required' || authorization.pkce === 'supported'
  return {
    issuer,
    authorization_endpoint: authorization.url,
    token_endpoint: token.url,
    userinfo_endpoint: userinfo,
    jwks_uri: keysAddress(service),
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [idTokenAlgorithm],
    token_endpoint_auth_methods_supported: token.authentication,
    scopes_supported: authorization.scopes,
    ...(challenged ? { code_challenge_methods_supported: ['S256'] } : {}),
    pushed_authorization_request_endpoint: authorization.pushed?.url,
    require_pushed_authorization_requests: authorization.pushed?.required,
    dpop_signing_alg_values_supported: token.dpop && ['ES256', 'RS256', 'PS256', 'EdDSA'],
    ...(authorization.iss === undefined
      ? {}
      : { authorization_response_iss_parameter_supported: true }),
    ...discovery,
  }
}

/** The key set (RFC 7517, section 5). */
export async function keySet({ service, keys }: EmulatorState): Promise<object> {
  const algorithms = new Set(
    [service.idTokenAlgorithm ?? 'RS256', service.userinfoAlgorithm ?? []].flat(),
  )
  const asymmetric = [...algorithms].filter((alg) => !alg.startsWith('HS'))
  const pairs = await Promise.all(asymmetric.map((alg) => keys.get(alg)))
  return { keys: pairs.map(({ jwk }) => jwk) }
}
