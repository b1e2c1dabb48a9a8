import { BASE } from '@latchstring/test-kit/app'
import type { ProviderCase } from './case.ts'

/** An authorization request, taken apart. */
export interface TakenApart {
  readonly url: string
  /** Parameters of the provider. */
  readonly params: Readonly<Record<string, string>>
  /** What protects the sign-in. */
  readonly checks: readonly string[]
  readonly clientId: string | null
  /** Without its query. */
  readonly redirectUri: string
}

const PROTECTION = { state: 'state', nonce: 'nonce', pkce: 'code_challenge' } as const

/** Takes an authorization request apart; a repeated parameter is reported, not lost. */
export function takeApart(request: URL, { authorization }: ProviderCase): TakenApart {
  const { clientIdParameter = 'client_id', redirectUriParameter = 'redirect_uri' } = authorization
  const { searchParams } = request
  const redirectUri = new URL(searchParams.get(redirectUriParameter) ?? 'about:blank')
  const ours = new Set([
    clientIdParameter,
    redirectUriParameter,
    'code_challenge_method',
    // Of the key that the code is bound to (RFC 9449, section 10).
    'dpop_jkt',
    ...Object.values(PROTECTION),
  ])
  const names = [...searchParams.keys()]
  const params = names
    .filter((name) => !ours.has(name))
    .map((name): [string, string] => [name, searchParams.getAll(name).join(' AND ')])
  const checks = Object.entries(PROTECTION).filter(
    ([, name]) => searchParams.has(name) || redirectUri.searchParams.has(name),
  )
  return {
    url: `${request.origin}${request.pathname}`,
    params: Object.fromEntries(params),
    checks: checks.map(([check]) => check).toSorted(),
    clientId: clientIdParameter && searchParams.get(clientIdParameter),
    redirectUri: `${redirectUri.origin}${redirectUri.pathname}`,
  }
}

/** What a case says that the request has to be. */
export function expectedRequest(
  { authorization, checks, service }: ProviderCase,
  clientId: string,
): TakenApart {
  return {
    url: authorization.url,
    params: authorization.params,
    checks: checks.toSorted(),
    clientId: authorization.clientIdParameter === null ? null : clientId,
    redirectUri: `${BASE}/callback/${service.id}`,
  }
}
