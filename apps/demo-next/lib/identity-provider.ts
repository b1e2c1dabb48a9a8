import { accountId, type OAuth2Config, type OIDCConfig } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/next'

/** Harbour ID: the identity provider that runs next to this application. */
const issuer = process.env['DEMO_OIDC_ISSUER'] ?? 'http://127.0.0.1:4400'

const style = { bg: '#0b6477', text: '#ffffff', logo: '/harbour.svg' }

/**
 * OpenID Connect: only the issuer is configured, the rest is discovered. Client id and secret come from
 * `AUTH_OIDC_ID` and `AUTH_OIDC_SECRET`.
 */
export const demoOidc: OIDCConfig<Profile> = {
  id: 'oidc',
  name: 'Harbour ID',
  type: 'oidc',
  issuer,
  style,
  // Both providers are the same service, which verifies addresses, so an address can be used to find the user.
  allowDangerousEmailAccountLinking: true,
}

interface ServiceUser {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly avatar_url: string | null
  readonly email_verified?: boolean
}

function isUser(value: unknown): value is ServiceUser {
  return typeof value === 'object' && value !== null && 'id' in value && 'email' in value
}

/** Whether a list of addresses has this one, and as a verified one. */
function listsVerified(list: unknown, email: string): boolean {
  const entries: readonly unknown[] = Array.isArray(list) ? list : []
  return entries.some((entry) => {
    if (typeof entry !== 'object' || entry === null) return false
    return Reflect.get(entry, 'email') === email && Reflect.get(entry, 'verified') === true
  })
}

/**
 * OAuth 2.0 without OpenID Connect, like a code host: every endpoint is configured, the profile is a JSON document of the service,
 * and another request returns whether the address is verified.
 */
export const demoOAuth: OAuth2Config<ServiceUser> = {
  id: 'oauth',
  name: 'Harbour Code',
  type: 'oauth',
  style,
  allowDangerousEmailAccountLinking: true,
  authorization: { url: `${issuer}/oauth/authorize`, params: { scope: 'read:user user:email' } },
  token: `${issuer}/oauth/token`,
  userinfo: {
    async request({ tokens, fetch }) {
      const headers = { authorization: `Bearer ${tokens.access_token}` }
      async function read(path: string): Promise<unknown> {
        const response = await fetch(`${issuer}/oauth/${path}`, { headers })
        if (!response.ok) throw new Error(`Harbour Code answered ${response.status} to ${path}`)
        return response.json()
      }
      const [user, emails] = await Promise.all([read('user'), read('user/emails')])
      if (!isUser(user)) throw new Error('Harbour Code answered with something other than a user')
      return { ...user, email_verified: listsVerified(emails, user.email) }
    },
  },
  profile: (user) => ({
    ...accountId(user.id),
    name: user.name,
    email: user.email,
    image: user.avatar_url,
    emailVerified: user.email_verified ?? false,
  }),
}
