import { mark } from '../lib/provider-kit/marks/vk.ts'
import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig, TokenRequest } from '../lib/types/provider.ts'

/** The member `user` of the answer of `POST /oauth2/user_info`. */
export interface VkProfile {
  /** Id of the VK account, the same that older sign-ins with VK gave. */
  readonly user_id: number | string
  readonly first_name?: string
  readonly last_name?: string
  /** With the scope `email`, where the account has an address. VK does not say whether it is verified. */
  readonly email?: string
  /** With the scope `phone`. */
  readonly phone?: string
  /** Address of the picture. */
  readonly avatar?: string
  /** 0 unknown, 1 female, 2 male. */
  readonly sex?: number
  /** Whether VK verified the account, which is not the address. */
  readonly verified?: boolean
  /** `DD.MM.YYYY` */
  readonly birthday?: string
  readonly [member: string]: unknown
}

/** VK ID binds the code to the device that the authorization response names, and has no client secret. */
function sendTokenRequest(request: TokenRequest): Promise<Response> {
  const body = new URLSearchParams(request.parameters)
  body.set('client_id', request.clientId)
  for (const name of ['device_id', 'state']) body.set(name, request.response.get(name) ?? '')
  return request.fetch(request.url, { method: 'POST', body })
}

/**
 * Sign-in with VK ID, the sign-in of VKontakte that took the place of the one at `oauth.vk.com`.
 *
 * The application has to be one of VK ID. It has no client secret: PKCE protects the code. VK documents the service under
 * two hosts; set `issuer` to `https://id.vk.ru` for the other one.
 *
 * Environment: `AUTH_VK_ID`.
 *
 * @param options - overrides of any member
 * @see https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description
 *
 * @example
 * ```ts
 * import VK from '@latchstring/core/providers/vk'
 *
 * export const providers = [VK({ issuer: 'https://id.vk.ru' })]
 * ```
 */
export default function VK<P extends VkProfile = VkProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: 'vk',
    name: 'VK',
    type: 'oauth',
    issuer: 'https://id.vk.com',
    authorization: {
      url: '{issuer}/authorize',
      params: { scope: 'vkid.personal_info email' },
    },
    token: { url: '{issuer}/oauth2/auth', send: sendTokenRequest },
    userinfo: {
      url: '{issuer}/oauth2/user_info',
      request: async ({ tokens, provider, fetch }) => {
        const url = `${provider.issuer?.replace(/\/$/, '') ?? ''}/oauth2/user_info`
        const body = new URLSearchParams({
          client_id: provider.clientId ?? '',
          access_token: tokens.access_token ?? '',
        })
        const reply = await readJsonObject('VK', await fetch(url, { method: 'POST', body }))
        const { user } = reply
        if (typeof user !== 'object' || user === null) throw new Error('VK answered without a user')
        // Further members of a profile are declared by the type argument of the application.
        return user as P
      },
    },
    client: { token_endpoint_auth_method: 'none' },
    profile: ({ user_id: id, first_name: first, last_name: last, email, avatar }) => ({
      ...accountId(id),
      name: [text(first), text(last)].filter(Boolean).join(' ') || null,
      email: text(email),
      image: text(avatar),
      emailVerified: false,
    }),
    style: { bg: '#07F', text: '#fff', mark },
    options,
  }
}
