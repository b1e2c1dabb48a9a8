import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of `GET /oauth2/metadata`. */
export interface MailchimpProfile {
  /** The data centre that the API of this account is in. */
  readonly dc?: string
  /** Role of the person in the account. */
  readonly role?: string
  /** Name of the account. */
  readonly accountname?: string
  /** Id of the account. */
  readonly user_id?: number
  /** The person. */
  readonly login?: {
    readonly login_id: number
    readonly login_name?: string
    readonly login_email?: string
    readonly email?: string
    /** Address of the picture. */
    readonly avatar?: string | null
    readonly [member: string]: unknown
  }
  readonly login_url?: string
  /** Where the API of this account is. */
  readonly api_endpoint?: string
  readonly [member: string]: unknown
}

/** Mailchimp writes `scope: null`, and leaves out the `token_type` that RFC 6749, section 5.1, wants. */
async function conform(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined
  const { scope, ...body } = await readJsonObject('Mailchimp', response)
  return Response.json({
    token_type: 'bearer',
    ...body,
    ...(typeof scope === 'string' && { scope }),
  })
}

/**
 * Sign-in with Mailchimp.
 *
 * `name` is the name of the Mailchimp account, which several people may share. The access token does not expire and may
 * do all that the person may; Mailchimp has no scopes. It does not say whether the address is verified.
 *
 * Environment: `AUTH_MAILCHIMP_ID`, `AUTH_MAILCHIMP_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/
 *
 * @example
 * ```ts
 * import Mailchimp from '@latchstring/core/providers/mailchimp'
 *
 * export const providers = [Mailchimp({ account: () => ({}) })]
 * ```
 */
export default function Mailchimp(
  options: OAuthUserConfig<MailchimpProfile> = {},
): OAuth2Config<MailchimpProfile> {
  return {
    id: 'mailchimp',
    name: 'Mailchimp',
    type: 'oauth',
    authorization: { url: 'https://login.mailchimp.com/oauth2/authorize' },
    token: { url: 'https://login.mailchimp.com/oauth2/token', conform },
    userinfo: {
      url: 'https://login.mailchimp.com/oauth2/metadata',
      request: async ({ tokens, fetch }) => {
        // Not `Bearer`: Mailchimp implements a draft of OAuth 2.0.
        const headers = { authorization: `OAuth ${tokens.access_token ?? ''}` }
        const response = await fetch('https://login.mailchimp.com/oauth2/metadata', { headers })
        return readJsonObject('Mailchimp', response)
      },
    },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ accountname, login }) => ({
      ...accountId(login?.login_id),
      name: text(accountname),
      email: text(login?.email),
      image: text(login?.avatar),
      emailVerified: null,
    }),
    style: { bg: '#000', text: '#fff' },
    options,
  }
}
