import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { readJsonObject, type JsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig, TokenRequest } from '../lib/types/provider.ts'

/** The answer of `GET /oauth/user/info`. */
export interface ZohoProfile {
  /** Id of the person within their data center. */
  readonly ZUID: number
  readonly Email?: string
  readonly First_Name?: string
  readonly Last_Name?: string
  readonly Display_Name?: string
  /** The accounts server of the data center of the person; added here. */
  readonly accounts_server?: string
  readonly [member: string]: unknown
}

const defaultServer = 'https://accounts.zoho.com'

/** The data centers. The authorization response names one, and the browser could have written it. */
const servers: readonly string[] = [
  defaultServer,
  'https://accounts.zoho.eu',
  'https://accounts.zoho.in',
  'https://accounts.zoho.com.au',
  'https://accounts.zoho.jp',
  'https://accounts.zoho.uk',
  'https://accounts.zoho.sa',
  'https://accounts.zoho.ae',
  'https://accounts.zoho.com.cn',
  'https://accounts.zohocloud.ca',
]

/** Exchanges the code in the data center of the person, and notes which one that was. */
async function sendTokenRequest(request: TokenRequest): Promise<Response> {
  const { url, parameters, clientId, clientSecret = '', response, fetch } = request
  const named = response.get('accounts-server')
  if (named !== null && !servers.includes(named)) {
    throw new Error(`Zoho has no data center at ${JSON.stringify(named)}`)
  }
  const server = named ?? new URL(url).origin
  const body = new URLSearchParams(parameters)
  body.set('client_id', clientId)
  body.set('client_secret', clientSecret)
  const reply = await fetch(server + new URL(url).pathname, { method: 'POST', body })
  if (reply.status !== 200) return reply
  return Response.json({ ...(await readJsonObject('Zoho', reply)), accounts_server: server })
}

function isProfile(body: JsonObject): body is ZohoProfile {
  return typeof body['ZUID'] === 'number' || typeof body['ZUID'] === 'string'
}

/** Ids are those of a data center, so that of another one than the first is part of them. */
function idWithServer({ ZUID, accounts_server: server }: ZohoProfile): { readonly id?: string } {
  const { id } = accountId(ZUID)
  if (id === undefined) return {}
  const elsewhere = typeof server === 'string' && server !== defaultServer
  return { id: elsewhere ? `${server.replace('https://', '')}/${id}` : id }
}

/**
 * Sign-in with Zoho.
 *
 * People sign in from every data center that is switched on under Multi DC of the client in Zoho's API console. Outside of
 * the United States the account id begins with the host of the data center. An application that is registered in another
 * data center sets `issuer` to its accounts server. Zoho does not say whether an address is verified.
 *
 * Environment: `AUTH_ZOHO_ID`, `AUTH_ZOHO_SECRET`, `AUTH_ZOHO_ISSUER`.
 *
 * @param options - overrides of any member
 * @see https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html
 *
 * @example
 * ```ts
 * import Zoho from '@latchstring/core/providers/zoho'
 *
 * export const providers = [Zoho({ issuer: 'https://accounts.zoho.eu' })]
 * ```
 */
export default function Zoho(
  options: OAuthUserConfig<ZohoProfile> = {},
): OAuth2Config<ZohoProfile> {
  return {
    id: 'zoho',
    name: 'Zoho',
    type: 'oauth',
    issuer: defaultServer,
    authorization: { url: '{issuer}/oauth/v2/auth', params: { scope: 'AaaServer.profile.Read' } },
    token: { url: '{issuer}/oauth/v2/token', send: sendTokenRequest },
    userinfo: {
      url: '{issuer}/oauth/user/info',
      request: async ({ tokens, provider, fetch }) => {
        const server = text(tokens['accounts_server']) ?? provider.issuer ?? defaultServer
        const headers = { authorization: `Bearer ${tokens.access_token ?? ''}` }
        const reply = await fetch(`${server}/oauth/user/info`, { headers })
        const profile = { ...(await readJsonObject('Zoho', reply)), accounts_server: server }
        if (!isProfile(profile)) throw new Error('Zoho answered without a user')
        return profile
      },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: (profile) => {
      const { First_Name: first, Last_Name: last, Display_Name: shown, Email: email } = profile
      return {
        ...idWithServer(profile),
        name: [text(first), text(last)].filter(Boolean).join(' ') || text(shown),
        email: text(email),
        image: null,
        emailVerified: false,
      }
    },
    style: { bg: '#e42527', text: '#fff' },
    options,
  }
}
