import { nameTokenType } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /sso/profile`. */
export interface WorkOSProfile {
  readonly object?: string
  /** Id of the person at WorkOS, within one connection. */
  readonly id: string
  /** Id of the person at the identity provider. */
  readonly idp_id?: string
  readonly organization_id?: string | null
  readonly connection_id?: string
  /** For example `OktaSAML` or `GoogleOAuth`. */
  readonly connection_type?: string
  /** From the identity provider of the organisation. */
  readonly email?: string
  readonly first_name?: string | null
  readonly last_name?: string | null
  /** The claims from the identity provider, unchanged. */
  readonly raw_attributes?: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

/** Options of {@link WorkOS}. */
export type WorkOSOptions<P> = OAuthUserConfig<P> & {
  /** Id of the connection for all sign-ins. */
  readonly connection?: string
}

/** Parameters that choose the identity provider. One of them has to be there. */
const SELECTORS = ['connection', 'organization', 'provider'] as const

/** @throws Error when the request names no connection, organization or provider */
function requireSelector(request: URL): URL {
  if (SELECTORS.some((name) => (request.searchParams.get(name) ?? '') !== '')) return request
  throw new Error(
    "The provider \"workos\" needs one of `connection`, `organization` and `provider`. Set the option `connection`, or pass one of them when the sign-in starts, as in `signIn('workos', undefined, { organization: 'org_…' })`.",
  )
}

/**
 * Sign-in with the single sign-on of organisations, through WorkOS.
 *
 * WorkOS has to know which connection to use: set `connection`, or pass one of `connection`, `organization` and `provider` when the
 * sign-in starts, as in `signIn('workos', undefined, { organization: 'org_…' })`. The API key is the client secret.
 * `emailVerified` is never true: the organisation writes the addresses. Compare `organization_id` before you trust one. A
 * person of two connections has two ids, and so two accounts.
 *
 * Environment: `AUTH_WORKOS_ID`, `AUTH_WORKOS_SECRET`.
 *
 * @param options - overrides of any member, and `connection`, which is needed here or when the sign-in starts
 * @see https://workos.com/docs/reference/sso
 *
 * @example
 * ```ts
 * import WorkOS from '@latchstring/core/providers/workos'
 *
 * export const providers = [WorkOS({ connection: 'conn_01E4ZCR3C56J083X43JQXF3JK5' })]
 * ```
 */
export default function WorkOS<P extends WorkOSProfile = WorkOSProfile>(
  options: WorkOSOptions<P> = {},
): OAuth2Config<P> {
  const { connection } = options
  return {
    id: 'workos',
    name: 'WorkOS',
    type: 'oauth',
    ownOptions: ['connection'],
    issuer: 'https://api.workos.com/',
    authorization: {
      url: '{issuer}/sso/authorize',
      ...(connection !== undefined && { params: { connection } }),
      conform: requireSelector,
    },
    token: { url: '{issuer}/sso/token', conform: nameTokenType },
    userinfo: { url: '{issuer}/sso/profile' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, first_name: first, last_name: last, email, raw_attributes: raw }) => ({
      ...(typeof id === 'string' && { id }),
      name: [text(first), text(last)].filter(Boolean).join(' ') || null,
      email: text(email),
      image: text(raw?.['picture']),
      emailVerified: false,
    }),
    style: { bg: '#6363f1', text: '#fff' },
    options,
  }
}
