import type { Authentication, Service } from '../../service.ts'

/** Description of a service: its paths below the issuer, and the supported methods. */
interface OpenIDPaths {
  readonly authorization: string
  readonly token: string
  readonly userinfo: string
  /** Scopes that it knows. Default: it takes any. */
  readonly scopes?: readonly string[]
  /** How clients may authenticate. Default: with a secret, in either place. */
  readonly authentication?: readonly Authentication[]
}

const WITH_A_SECRET = ['client_secret_basic', 'client_secret_post'] as const

/** What a service of OpenID Connect does that has an issuer for each customer, and its endpoints below it. */
export function openidAt(
  issuer: string,
  { authorization, token, userinfo, scopes, authentication = WITH_A_SECRET }: OpenIDPaths,
): Omit<Service, 'id' | 'name' | 'persons'> {
  return {
    protocol: 'oidc',
    options: { issuer },
    issuer,
    authorization: {
      url: `${issuer}/${authorization}`,
      pkce: 'supported',
      ...(scopes && { scopes }),
    },
    token: { url: `${issuer}/${token}`, authentication },
    userinfo: `${issuer}/${userinfo}`,
  }
}

/**
 * The audience of an ID token as a list, as some servers always write it. With further ones, `azp` names the client (OpenID Connect
 * Core 1.0, section 2).
 */
export const audienceList =
  (...others: readonly string[]): NonNullable<Service['idToken']> =>
  (claims, { clientId }) => {
    // A person's own, which is for another application.
    if (claims['aud'] !== clientId) return claims
    const azp = others.length === 0 ? {} : { azp: clientId }
    return { ...claims, aud: [clientId, ...others], ...azp }
  }
