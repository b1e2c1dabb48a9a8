import { readJsonObject } from '../lib/provider-kit/profile/json-object.ts'
import { text } from '../lib/provider-kit/profile/text.ts'
import type { OAuth2Config, OAuthUserConfig, TokenRequest } from '../lib/types/provider.ts'

/** The answer of the profile API. */
export interface AzureDevOpsProfile {
  readonly id: string
  readonly displayName?: string | null
  readonly emailAddress?: string | null
  readonly publicAlias?: string
  readonly [member: string]: unknown
}

/** Options of {@link AzureDevOpsProvider}. */
export type AzureDevOpsOptions<P> = OAuthUserConfig<P> & {
  /** The scopes the app is registered with, separated by spaces. Default: `vso.profile`. */
  readonly scope?: string
}

const app = 'https://app.vssps.visualstudio.com'

/** Azure DevOps wants the code as an assertion, and the secret as that of the client. */
function send({ url, parameters, clientSecret, fetch }: TokenRequest): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: clientSecret ?? '',
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: parameters.get('code') ?? '',
      redirect_uri: parameters.get('redirect_uri') ?? '',
    }),
  })
}

/** The token is used as a bearer token whatever its type says, and its lifetime is text. */
async function conform(response: Response): Promise<Response | undefined> {
  if (response.status !== 200) return undefined
  const { expires_in: lifetime, ...tokens } = await readJsonObject('Azure DevOps', response)
  const seconds = Number(lifetime)
  return Response.json({
    ...tokens,
    token_type: 'bearer',
    ...(Number.isFinite(seconds) && seconds > 0 && { expires_in: seconds }),
  })
}

/** The response type has a name of its own. */
function conformRequest(request: URL): URL {
  const url = new URL(request)
  url.searchParams.set('response_type', 'Assertion')
  return url
}

/**
 * Sign-in with Azure DevOps Services.
 *
 * Azure DevOps knows only `https:` redirect URIs, during development, too. It does not say whether the address is
 * verified.
 *
 * Environment: `AUTH_AZURE_DEVOPS_ID`, `AUTH_AZURE_DEVOPS_SECRET`.
 *
 * @deprecated Microsoft takes no new apps for Azure DevOps OAuth since April 2025 and ends it in 2026. Use the provider
 *   microsoft-entra-id.
 * @param options - overrides of any member, and `scope`
 * @see https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/azure-devops-oauth
 *
 * @example
 * ```ts
 * import AzureDevOps from '@latchstring/core/providers/azure-devops'
 *
 * export const providers = [AzureDevOps({ scope: 'vso.profile vso.code' })]
 * ```
 */
export default function AzureDevOpsProvider<P extends AzureDevOpsProfile = AzureDevOpsProfile>(
  options: AzureDevOpsOptions<P> = {},
): OAuth2Config<P> {
  return {
    id: 'azure-devops',
    name: 'Azure DevOps',
    type: 'oauth',
    ownOptions: ['scope'],
    deprecated:
      'Microsoft takes no new apps for Azure DevOps OAuth since April 2025 and ends it in 2026. Use the provider microsoft-entra-id.',
    authorization: {
      url: `${app}/oauth2/authorize`,
      params: { scope: options.scope ?? 'vso.profile' },
      conform: conformRequest,
    },
    token: { url: `${app}/oauth2/token`, send, conform },
    userinfo: { url: `${app}/_apis/profile/profiles/me`, params: { 'api-version': '7.1' } },
    profile: (profile) => ({
      ...(typeof profile.id === 'string' && { id: profile.id }),
      name: text(profile.displayName),
      email: text(profile.emailAddress),
      image: null,
      emailVerified: null,
    }),
    style: { bg: '#0078d7', text: '#fff' },
    options,
  }
}
