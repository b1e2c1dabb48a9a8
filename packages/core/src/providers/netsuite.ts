import { accountId } from '../lib/provider-kit/profile/account-id.ts'
import { checkedHostLabel } from '../lib/provider-kit/profile/host-name.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig } from '../lib/types/provider.ts'

/** The answer of the application's RESTlet: the current user of NetSuite (`N/runtime`). */
export interface NetSuiteProfile {
  /** Internal id of the employee; `-5` to `-1` are none. */
  readonly id: number | string
  readonly name?: string
  readonly email?: string
  readonly location?: number
  /** Internal id of the role the person signed in with. */
  readonly role?: number
  readonly roleId?: string
  readonly roleCenter?: string
  readonly contact?: number
  readonly subsidiary?: number
  readonly department?: number
  readonly [member: string]: unknown
}

/** The options of {@link NetSuite} beside the credentials. */
export interface OAuthNetSuiteOptions {
  /** Id of the NetSuite account, also of a sandbox: `1234567` or `1234567_SB1`. */
  readonly accountID: string
  /** Whether people are asked for consent or to sign in each time. */
  readonly prompt?: 'none' | 'login' | 'consent' | (string & {})
  /** Scopes, separated by spaces. Default: `restlets rest_webservices`. */
  readonly scope?: string
}

/** Options of {@link NetSuite}. */
export type NetSuiteOptions<P> = OAuthUserConfig<P> &
  OAuthNetSuiteOptions & {
    /** Address of the RESTlet that says who signed in. */
    readonly userinfo: NonNullable<OAuthUserConfig<P>['userinfo']>
  }

/**
 * Sign-in with NetSuite.
 *
 * NetSuite has no API that says who signed in. Deploy a RESTlet that answers with the current user (see
 * {@link NetSuiteProfile}) and pass its external URL as `userinfo`. Redirect URIs have to be `https:`. The address is
 * what the administrator of the account entered, so it counts as unverified.
 *
 * Environment: `AUTH_NETSUITE_ID`, `AUTH_NETSUITE_SECRET`.
 *
 * @param options - overrides of any member; `accountID` and `userinfo` are needed
 * @see https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158081944642.html
 *
 * @example
 * ```ts
 * import NetSuite from '@latchstring/core/providers/netsuite'
 *
 * const restlet = 'https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl'
 * export const providers = [
 *   NetSuite({ accountID: '1234567', userinfo: `${restlet}?script=123&deploy=1` }),
 * ]
 * ```
 */
export default function NetSuite<P extends NetSuiteProfile = NetSuiteProfile>(
  options: NetSuiteOptions<P>,
): OAuth2Config<P>
// Missing options are reported when the configuration is resolved.
export default function NetSuite<P extends NetSuiteProfile = NetSuiteProfile>(
  options: Partial<NetSuiteOptions<P>> = {},
): OAuth2Config<P> {
  const { accountID, prompt, scope = 'restlets rest_webservices' } = options
  // In host names the id of a sandbox is written in another way.
  const { host, problem } = checkedHostLabel({
    provider: 'netsuite',
    option: 'accountID',
    value: typeof accountID === 'string' ? accountID.replaceAll('_', '-') : accountID,
    example: '1234567_SB1',
  })
  const params = { scope, ...(prompt === undefined ? {} : { prompt }) }
  return {
    id: 'netsuite',
    name: 'NetSuite',
    type: 'oauth',
    ownOptions: ['accountID', 'prompt', 'scope'],
    requires: ['accountID', 'userinfo'],
    problem,
    authorization: {
      ...(host !== undefined && {
        url: `https://${host}.app.netsuite.com/app/login/oauth2/authorize.nl`,
      }),
      params,
    },
    ...(host !== undefined && {
      token: {
        url: `https://${host}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token`,
      },
    }),
    profile: ({ id, name, email }) => {
      const employee = accountId(id)
      return {
        // Negative ids stand for no employee, and are the same for all users.
        ...(employee.id?.startsWith('-') ? {} : employee),
        name: text(name),
        email: text(email),
        image: null,
        emailVerified: null,
      }
    },
    style: { bg: '#181a1b', text: '#fbfbfb' },
    options,
  }
}
