import { mark } from '../lib/provider-kit/marks/wechat.ts'
import { readJsonObject, type JsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { TokenSet } from '../lib/types/account.ts'
import type { Fetch, OAuth2Config, OAuthUserConfig, TokenRequest } from '../lib/types/provider.ts'

/** The answer of `GET /sns/userinfo`. */
export interface WeChatProfile {
  /** The person, as this application alone knows them. */
  readonly openid: string
  /** The person, the same for all applications of one WeChat Open Platform account; absent outside of one. */
  readonly unionid?: string
  readonly nickname?: string
  /** Address of the picture; empty without one. It changes with the picture. */
  readonly headimgurl?: string
  /** Empty since WeChat stopped to hand it out, as are province, city and country. */
  readonly sex?: number
  readonly province?: string
  readonly city?: string
  readonly country?: string
  readonly privilege?: readonly string[]
  readonly [member: string]: unknown
}

/** Options of {@link WeChat}. */
export type WeChatOptions = OAuthUserConfig<WeChatProfile> & {
  /**
   * `OfficialAccount`: within the browser of the WeChat app. `WebsiteApp`: in any browser, by scanning a code.
   * Default: `OfficialAccount`.
   */
  readonly platformType?: 'OfficialAccount' | 'WebsiteApp'
}

const platforms = {
  OfficialAccount: { path: 'oauth2/authorize', scope: 'snsapi_userinfo' },
  WebsiteApp: { path: 'qrconnect', scope: 'snsapi_login' },
} as const

/** WeChat compares the order of the parameters, which is that of the alphabet, and wants the fragment. */
function conformRequest(request: URL): URL {
  const url = new URL(request)
  url.searchParams.set('appid', url.searchParams.get('client_id') ?? '')
  url.searchParams.delete('client_id')
  url.searchParams.sort()
  url.hash = 'wechat_redirect'
  return url
}

function sendTokenRequest(request: TokenRequest): Promise<Response> {
  const { parameters, clientId, clientSecret = '', fetch } = request
  const url = new URL(request.url)
  url.search = String(
    new URLSearchParams({
      appid: clientId,
      secret: clientSecret,
      code: parameters.get('code') ?? '',
      grant_type: 'authorization_code',
    }),
  )
  return fetch(url.href)
}

/** JSON under `text/plain`, without a token type, and with status 200 for errors. */
async function conformResponse(response: Response): Promise<Response> {
  const body = await readJsonObject('WeChat', response)
  return 'errcode' in body && body['errcode'] !== 0
    ? Response.json({ error: 'invalid_grant', error_description: describe(body) }, { status: 400 })
    : Response.json({ ...body, token_type: 'bearer' })
}

function describe({ errcode, errmsg }: JsonObject): string {
  return `${String(errcode)} ${text(errmsg) ?? ''}`.trim()
}

function isProfile(body: JsonObject): body is WeChatProfile {
  return typeof body['openid'] === 'string'
}

async function requestProfile(tokens: TokenSet, fetch: Fetch): Promise<WeChatProfile> {
  const url = new URL('https://api.weixin.qq.com/sns/userinfo')
  url.search = String(
    new URLSearchParams({
      access_token: tokens.access_token ?? '',
      openid: text(tokens['openid']) ?? '',
      lang: 'zh_CN',
    }),
  )
  const body = await readJsonObject('WeChat', await fetch(url.href))
  if (!isProfile(body))
    throw new Error(`WeChat answered without a user: ${String(body['errcode'])}`)
  return body
}

/**
 * Sign-in with WeChat.
 *
 * There are two kinds of applications, see `platformType`. The id is the `unionid`, which WeChat only knows for
 * applications that are bound to an account of the WeChat Open Platform; for others it is the `openid`. Bind the
 * application before people sign in, because their ids change with it. WeChat gives no email address, checks no
 * PKCE, and takes a `state` of at most 128 characters, so it does not work behind a redirect proxy.
 *
 * Environment: `AUTH_WECHAT_ID` (the app id), `AUTH_WECHAT_SECRET`.
 *
 * @param options - overrides of any member, and `platformType`
 * @see https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html
 *
 * @example
 * ```ts
 * import WeChat from '@latchstring/core/providers/wechat'
 *
 * export const providers = [WeChat({ platformType: 'WebsiteApp' })]
 * ```
 */
export default function WeChat(options: WeChatOptions = {}): OAuth2Config<WeChatProfile> {
  const { path, scope } = platforms[options.platformType ?? 'OfficialAccount']
  return {
    id: 'wechat',
    name: 'WeChat',
    type: 'oauth',
    ownOptions: ['platformType'],
    // WeChat knows no PKCE.
    checks: ['state'],
    authorization: {
      url: `https://open.weixin.qq.com/connect/${path}`,
      params: { scope },
      conform: conformRequest,
    },
    token: {
      url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
      send: sendTokenRequest,
      conform: conformResponse,
    },
    userinfo: {
      url: 'https://api.weixin.qq.com/sns/userinfo',
      request: ({ tokens, fetch }) => requestProfile(tokens, fetch),
    },
    profile: ({ unionid, openid, nickname, headimgurl }) => {
      const id = [unionid, openid].find((value) => typeof value === 'string' && value !== '')
      return {
        ...(id !== undefined && { id }),
        name: text(nickname),
        email: null,
        image: text(headimgurl) || null,
        emailVerified: false,
      }
    },
    style: { bg: '#fff', text: '#000', mark },
    options,
  }
}
