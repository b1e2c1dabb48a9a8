import { readJsonObject, type JsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /info`. */
export interface YandexProfile {
  readonly id: string
  readonly login: string
  /** Id of the application. */
  readonly client_id?: string
  /** The person, as applications of one owner know them. */
  readonly psuid?: string
  readonly default_email?: string
  readonly emails?: readonly string[]
  readonly first_name?: string
  readonly last_name?: string
  /** The name shown in Yandex. */
  readonly display_name?: string
  /** First and last name. */
  readonly real_name?: string
  readonly sex?: 'male' | 'female' | null
  readonly default_avatar_id?: string
  /** Whether the picture is the default one. */
  readonly is_avatar_empty?: boolean
  /** With the scope `login:birthday`; unknown parts are zeros. */
  readonly birthday?: string | null
  /** With the scope `login:default_phone`. */
  readonly default_phone?: { readonly id: number; readonly number: string }
  readonly [member: string]: unknown
}

const infoUrl = 'https://login.yandex.ru/info?format=json'

function isProfile(body: JsonObject): body is YandexProfile {
  return typeof body['id'] === 'string'
}

function avatarUrl({
  default_avatar_id: id,
  is_avatar_empty: empty,
}: YandexProfile): string | null {
  const usable = typeof id === 'string' && /^[\w/-]+$/.test(id) && empty !== true
  return usable ? `https://avatars.yandex.net/get-yapic/${id}/islands-200` : null
}

/**
 * Sign-in with Yandex ID.
 *
 * The application at Yandex needs the permissions `login:info`, `login:email` and `login:avatar`. Yandex does not say
 * whether an address is verified.
 *
 * Environment: `AUTH_YANDEX_ID`, `AUTH_YANDEX_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://yandex.com/dev/id/doc/en/
 *
 * @example
 * ```ts
 * import Yandex from '@latchstring/core/providers/yandex'
 *
 * export const providers = [Yandex({ authorization: { params: { scope: 'login:info' } } })]
 * ```
 */
export default function Yandex(
  options: OAuthUserConfig<YandexProfile> = {},
): OAuth2Config<YandexProfile> {
  return {
    id: 'yandex',
    name: 'Yandex',
    type: 'oauth',
    authorization: {
      url: 'https://oauth.yandex.ru/authorize',
      params: { scope: 'login:info login:email login:avatar' },
    },
    token: { url: 'https://oauth.yandex.ru/token' },
    userinfo: {
      url: infoUrl,
      request: async ({ tokens, fetch }) => {
        // Not `Bearer`: Yandex has a scheme of its own.
        const headers = { authorization: `OAuth ${tokens.access_token ?? ''}` }
        const body = await readJsonObject('Yandex', await fetch(infoUrl, { headers }))
        if (!isProfile(body)) throw new Error('Yandex answered without a user')
        return body
      },
    },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.display_name) ?? text(profile.real_name) ?? text(profile.first_name),
      email:
        text(profile.default_email) ?? text(Array.isArray(profile.emails) && profile.emails[0]),
      image: avatarUrl(profile),
      emailVerified: false,
    }),
    style: { bg: '#ffcc00', text: '#000' },
    options,
  }
}
