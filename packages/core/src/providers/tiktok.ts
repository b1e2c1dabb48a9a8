import { mark } from '../lib/provider-kit/marks/tiktok.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { hexadecimal, text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig, TokenRequest } from '../lib/types/provider.ts'

/** The answer of `GET /v2/user/info/`. */
export interface TiktokProfile {
  readonly data: {
    readonly user: {
      /** The person, as this application alone knows them. */
      readonly open_id: string
      /** The person, the same for all applications of one developer. */
      readonly union_id?: string
      readonly display_name?: string
      /** Address of the picture; it expires. */
      readonly avatar_url?: string
      /** With the scope `user.info.profile`, and `fields` that ask for it. */
      readonly username?: string
      readonly [member: string]: unknown
    }
  }
  readonly error?: {
    /** `ok` when there is none. */
    readonly code: string
    readonly message?: string
    readonly log_id?: string
  }
  readonly [member: string]: unknown
}

/** TikTok calls the client id `client_key`, separates scopes by commas, and wants the challenge of RFC 7636 in hexadecimal. */
function conformRequest(request: URL): URL {
  const url = new URL(request)
  const challenge = url.searchParams.get('code_challenge')
  if (challenge !== null) url.searchParams.set('code_challenge', hexadecimal(challenge))
  url.searchParams.set('client_key', url.searchParams.get('client_id') ?? '')
  url.searchParams.delete('client_id')
  const scope = url.searchParams.get('scope') ?? ''
  url.searchParams.set('scope', scope.split(/[\s,]+/).join(','))
  return url
}

function sendTokenRequest(request: TokenRequest): Promise<Response> {
  const body = new URLSearchParams(request.parameters)
  body.set('client_key', request.clientId)
  body.set('client_secret', request.clientSecret ?? '')
  return request.fetch(request.url, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'cache-control': 'no-cache',
    },
    body: String(body),
  })
}

/** Scopes as RFC 6749, section 3.3, writes them. */
async function conformResponse(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined
  const body = await readJsonObject('TikTok', response)
  const scope = text(body['scope'])
  return scope === null ? undefined : Response.json({ ...body, scope: scope.replaceAll(',', ' ') })
}

/**
 * Sign-in with TikTok.
 *
 * `clientId` is the client key. TikTok gives no email address. A redirect URI on `localhost` or `127.0.0.1` has to be registered
 * for Desktop, any other for Web and with https; accounts of the sandbox sign in through the sandbox credentials of the app. In `scope`, commas and
 * spaces are the same. For the user name add the scope `user.info.profile` and `username` to
 * `userinfo.params.fields`.
 *
 * Environment: `AUTH_TIKTOK_ID`, `AUTH_TIKTOK_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developers.tiktok.com/doc/login-kit-web
 *
 * @example
 * ```ts
 * import TikTok from '@latchstring/core/providers/tiktok'
 *
 * export const providers = [
 *   TikTok({ authorization: { params: { scope: 'user.info.basic,user.info.profile' } } }),
 * ]
 * ```
 */
export default function TikTok(
  options: OAuthUserConfig<TiktokProfile> = {},
): OAuth2Config<TiktokProfile> {
  return {
    id: 'tiktok',
    name: 'TikTok',
    type: 'oauth',
    authorization: {
      url: 'https://www.tiktok.com/v2/auth/authorize/',
      params: { scope: 'user.info.basic' },
      conform: conformRequest,
    },
    token: {
      url: 'https://open.tiktokapis.com/v2/oauth/token/',
      send: sendTokenRequest,
      conform: conformResponse,
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    userinfo: {
      url: 'https://open.tiktokapis.com/v2/user/info/',
      params: { fields: 'open_id,union_id,avatar_url,display_name' },
    },
    profile: ({ data }: Partial<TiktokProfile>) => {
      // Missing when TikTok answers with an error in place of a user.
      const user: Partial<TiktokProfile['data']['user']> | undefined = data?.user
      return {
        ...(typeof user?.open_id === 'string' && { id: user.open_id }),
        name: text(user?.display_name),
        email: null,
        image: text(user?.avatar_url),
        emailVerified: false,
      }
    },
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
