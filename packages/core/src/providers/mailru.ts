import { mark } from '../lib/provider-kit/marks/maildotru.ts'
import {
  nameTokenType,
  readJsonObject,
  type JsonObject,
} from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /userinfo`. */
export interface MailruProfile {
  /** Id of the account. */
  readonly id: string
  readonly name?: string
  readonly nickname?: string
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  /** Address of the picture. */
  readonly image?: string
  readonly locale?: string
  readonly gender?: string
  readonly birthday?: string
  readonly [member: string]: unknown
}

function isProfile(body: JsonObject): body is JsonObject & MailruProfile {
  return 'id' in body
}

/**
 * Sign-in with Mail.ru.
 *
 * Since 1 July 2025 Mail.ru registers no applications for sign-in; those that were registered before go on working. It
 * does not say whether the address is verified.
 *
 * Environment: `AUTH_MAILRU_ID`, `AUTH_MAILRU_SECRET`.
 *
 * @deprecated Mail.ru registers no new applications for sign-in since 1 July 2025. Use the provider vk (VK ID), which knows
 *   accounts of Mail.ru.
 * @param options - overrides of any member
 * @see https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index
 *
 * @example
 * ```ts
 * import Mailru from '@latchstring/core/providers/mailru'
 *
 * export const providers = [Mailru({ name: 'Mail.ru' })]
 * ```
 */
export default function Mailru(
  options: OAuthUserConfig<MailruProfile> = {},
): OAuth2Config<MailruProfile> {
  return {
    id: 'mailru',
    name: 'Mail.ru',
    type: 'oauth',
    deprecated:
      'Mail.ru registers no new applications for sign-in since 1 July 2025. Use the provider vk (VK ID), which knows accounts of Mail.ru.',
    authorization: { url: 'https://oauth.mail.ru/login', params: { scope: 'userinfo' } },
    token: { url: 'https://oauth.mail.ru/token', conform: nameTokenType },
    userinfo: {
      url: 'https://oauth.mail.ru/userinfo',
      request: async ({ tokens, fetch }) => {
        const url = new URL('https://oauth.mail.ru/userinfo')
        // Mail.ru does not read the header `Authorization`.
        url.searchParams.set('access_token', tokens.access_token ?? '')
        const profile = await readJsonObject('Mail.ru', await fetch(url.href))
        if (isProfile(profile)) return profile
        // With status 200, too.
        throw new Error('Mail.ru answered with something other than a user')
      },
    },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.name) || text(profile.nickname),
      email: text(profile.email),
      image: text(profile.image),
      emailVerified: null,
    }),
    style: { bg: '#005ff9', text: '#fff', mark },
    options,
  }
}
