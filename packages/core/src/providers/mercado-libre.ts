import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { checkedHostName } from '../lib/provider-kit/profile/host-name.ts'
import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /users/me`. */
export interface MercadoLibreProfile {
  readonly id: number
  /** The user name. It can be changed. */
  readonly nickname?: string
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  /** The country, such as `AR`. */
  readonly country_id?: string
  /** The marketplace, such as `MLA`. */
  readonly site_id?: string
  readonly user_type?: string
  readonly [member: string]: unknown
}

/** Options of {@link MercadoLibre}. */
export type MercadoLibreOptions = OAuthUserConfig<MercadoLibreProfile> & {
  /**
   * Domain of the country whose pages people see, such as `mercadolivre.com.br` or `mercadolibre.com.mx`.
   * Default: `mercadolibre.com.ar`.
   */
  readonly domain?: string
}

/**
 * Sign-in with Mercado Libre (Mercado Livre).
 *
 * Accounts of one country sign in on the pages of that country: choose it with `domain`. PKCE has to be switched on for
 * the application to be verified. Mercado Libre does not say whether the address is verified.
 *
 * Environment: `AUTH_MERCADO_LIBRE_ID`, `AUTH_MERCADO_LIBRE_SECRET`.
 *
 * @param options - overrides of any member, and `domain`
 * @see https://developers.mercadolibre.com.ar/en_us/authentication-and-authorization
 *
 * @example
 * ```ts
 * import MercadoLibre from '@latchstring/core/providers/mercado-libre'
 *
 * export const providers = [MercadoLibre({ domain: 'mercadolivre.com.br' })]
 * ```
 */
export default function MercadoLibre(
  options: MercadoLibreOptions = {},
): OAuth2Config<MercadoLibreProfile> {
  const { host: domain, problem } = checkedHostName({
    provider: 'mercado-libre',
    option: 'domain',
    value: options.domain,
    example: 'mercadolivre.com.br',
  })
  return {
    id: 'mercado-libre',
    name: 'Mercado Libre',
    type: 'oauth',
    ownOptions: ['domain'],
    problem,
    authorization: {
      url: `https://auth.${domain ?? 'mercadolibre.com.ar'}/authorization`,
    },
    token: { url: 'https://api.mercadolibre.com/oauth/token' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    userinfo: { url: 'https://api.mercadolibre.com/users/me' },
    profile: ({ id, first_name: first, last_name: last, nickname, email }) => ({
      ...accountId(id),
      name: joinNames(first, last) ?? text(nickname),
      email: text(email),
      image: null,
      emailVerified: false,
    }),
    style: { bg: '#ffe600', text: '#2d3277' },
    options,
  }
}
