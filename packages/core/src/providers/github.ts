import { mark } from '../lib/provider-kit/marks/github.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** An entry of `GET /user/emails`. */
export interface GitHubEmail {
  readonly email: string
  readonly primary: boolean
  readonly verified: boolean
  /** `private` when GitHub shows another address in its place. */
  readonly visibility?: string | null
}

/** The answer of `GET /user`, with what the list of addresses adds to it. */
export interface GitHubProfile {
  /** Stays the same when the login changes. */
  readonly id: number
  /** The name in the URL of the account. It can be changed and then be taken by another person. */
  readonly login: string
  /** Display name. */
  readonly name?: string | null
  /** The primary address where the list of addresses could be read, else the public one. */
  readonly email?: string | null
  /** Whether GitHub verified {@link GitHubProfile.email}; absent when the list could not be read. */
  readonly email_verified?: boolean
  readonly avatar_url?: string | null
  /** Page of the account. */
  readonly html_url?: string
  /** `User`, `Organization` or `Bot`. */
  readonly type?: string
  readonly company?: string | null
  readonly bio?: string | null
  readonly blog?: string | null
  readonly location?: string | null
  readonly twitter_username?: string | null
  readonly hireable?: boolean | null
  readonly public_repos?: number
  readonly followers?: number
  readonly following?: number
  /** When the account was made, as ISO 8601. */
  readonly created_at?: string
  readonly node_id?: string
  readonly two_factor_authentication?: boolean
  readonly [member: string]: unknown
}

/** Options of {@link GitHub}. */
export type GitHubOptions = OAuthUserConfig<GitHubProfile> & {
  readonly enterprise?: {
    /**
     * Address of a GitHub Enterprise Server, for example `https://github.example.com`, or of an enterprise with data residency,
     * `https://octocorp.ghe.com`.
     */
    readonly baseUrl?: string
  }
}

function isProfile(body: unknown): body is GitHubProfile {
  return typeof body === 'object' && body !== null && 'id' in body && 'login' in body
}

function isEmail(entry: unknown): entry is GitHubEmail {
  if (typeof entry !== 'object' || entry === null) return false
  const { email, primary, verified }: Partial<Record<keyof GitHubEmail, unknown>> = entry
  return typeof email === 'string' && typeof primary === 'boolean' && typeof verified === 'boolean'
}

/** The primary address, with whether it is verified; nothing when the token may not read the list. */
async function primaryEmail(
  response: Response,
): Promise<Pick<GitHubProfile, 'email' | 'email_verified'>> {
  // A token without the scope `user:email`, or a GitHub App without the permission.
  if (response.status === 403 || response.status === 404) return {}
  if (response.status !== 200) {
    throw new Error(`GitHub answered ${response.status} to the request for the email addresses`)
  }
  const list: unknown = await response.json()
  const primary = Array.isArray(list)
    ? list.filter(isEmail).find((entry) => entry.primary)
    : undefined
  return primary ? { email: primary.email, email_verified: primary.verified } : {}
}

async function requestProfile(
  api: string,
  accessToken: string | undefined,
  fetch: Fetch,
): Promise<GitHubProfile> {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${accessToken ?? ''}`,
  }
  const [user, emails] = await Promise.all([
    fetch(`${api}/user`, { headers }),
    fetch(`${api}/user/emails?per_page=100`, { headers }),
  ])
  if (user.status !== 200) {
    throw new Error(`GitHub answered ${user.status} to the request for the user`)
  }
  const profile: unknown = await user.json()
  if (!isProfile(profile)) throw new Error('GitHub answered with something other than a user')
  return { ...profile, ...(await primaryEmail(emails)) }
}

/** With data residency the API is on a host of its own, on a server under a path. */
function apiOf(server: string | undefined): string {
  if (server === undefined) return 'https://api.github.com'
  const [, residence] = /^https:\/\/([^./]+\.ghe\.com)$/i.exec(server) ?? []
  return residence === undefined ? `${server}/api/v3` : `https://api.${residence}`
}

/** GitHub reports token errors with status 200; RFC 6749 5.2 wants 400. */
async function conform(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const failed = typeof body === 'object' && body !== null && 'error' in body
  return failed ? Response.json(body, { status: 400 }) : undefined
}

/**
 * Sign-in with GitHub, GitHub Enterprise Server, or GitHub Enterprise Cloud with data residency (`ghe.com`).
 *
 * The address is the primary one of the account, also when it is private, and `emailVerified` comes from GitHub.
 * A GitHub App needs the account permission "Email addresses: read-only" for that; an OAuth app needs nothing.
 *
 * Environment: `AUTH_GITHUB_ID`, `AUTH_GITHUB_SECRET`.
 *
 * @param options - overrides of any member, and `enterprise.baseUrl` for a server of your own
 * @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 *
 * export const providers = [GitHub({ enterprise: { baseUrl: 'https://github.example.com' } })]
 * ```
 */
export default function GitHub(options: GitHubOptions = {}): OAuth2Config<GitHubProfile> {
  const server = options.enterprise?.baseUrl?.replace(/\/+$/, '')
  const web = server ?? 'https://github.com'
  const api = apiOf(server)
  return {
    id: 'github',
    name: 'GitHub',
    type: 'oauth',
    ownOptions: ['enterprise'],
    // Not for discovery: the authorization response carries it as `iss` (RFC 9207).
    issuer: `${web}/login/oauth`,
    authorization: {
      url: `${web}/login/oauth/authorize`,
      params: { scope: 'read:user user:email' },
    },
    token: { url: `${web}/login/oauth/access_token`, conform },
    userinfo: {
      url: `${api}/user`,
      request: ({ tokens, fetch }) => requestProfile(api, tokens.access_token, fetch),
    },
    profile: (profile) => ({
      ...accountId(profile.id),
      name: profile.name ?? profile.login ?? null,
      email: profile.email ?? null,
      image: profile.avatar_url ?? null,
      emailVerified: typeof profile.email_verified === 'boolean' ? profile.email_verified : null,
    }),
    style: { bg: '#24292f', text: '#fff', mark },
    options,
  }
}
