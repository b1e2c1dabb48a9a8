import * as oauth from 'oauth4webapi'
import { providerVariable } from '../../config/env.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { InvalidConfiguration } from '../../errors/classes.ts'
import type { ClientAuthenticationMethod } from '../../types/provider.ts'

/** In order of preference. The first is the default of OpenID Connect Discovery 1.0, section 3. */
const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'] as const

function chooseMethod(
  { config, token }: OAuthProvider,
  supported: readonly string[] | undefined,
): ClientAuthenticationMethod {
  const { client, clientSecret } = config
  if (client?.token_endpoint_auth_method) return client.token_endpoint_auth_method
  if (token.clientPrivateKey) return 'private_key_jwt'
  if (!clientSecret) return 'none'
  return SECRET_METHODS.find((method) => supported?.includes(method)) ?? 'client_secret_basic'
}

type MakeAuthentication = (provider: OAuthProvider) => oauth.ClientAuth

function requireSecret({ id, config }: OAuthProvider): string {
  if (config.clientSecret) return config.clientSecret
  const variable = providerVariable(id, 'clientSecret')
  throw new InvalidConfiguration(
    `The provider "${id}" has no \`clientSecret\`. Set it, or ${variable}.`,
  )
}

/** A value in `application/x-www-form-urlencoded` (RFC 6749, appendix B). */
const formEncoded = (value: string): string =>
  new URLSearchParams([['', value]]).toString().slice(1)

/**
 * HTTP Basic (RFC 6749, section 2.3.1). `oauth4webapi` percent-encodes characters that the form encoding keeps (`-`, `_`, `.`, `*`), and
 * servers that decode nothing then refuse ids and secrets with them, such as UUIDs.
 */
function basic(secret: string): oauth.ClientAuth {
  return (_server, { client_id: id }, _body, headers) => {
    const credentials = btoa(`${formEncoded(id)}:${formEncoded(secret)}`)
    headers.set('authorization', `Basic ${credentials}`)
  }
}

const AUTHENTICATORS: Readonly<Record<ClientAuthenticationMethod, MakeAuthentication>> = {
  client_secret_basic: (provider) => basic(requireSecret(provider)),
  client_secret_post: (provider) => oauth.ClientSecretPost(requireSecret(provider)),
  client_secret_jwt: (provider) => oauth.ClientSecretJwt(requireSecret(provider)),
  private_key_jwt: ({ id, token }) => {
    if (token.clientPrivateKey) return oauth.PrivateKeyJwt(token.clientPrivateKey)
    throw new InvalidConfiguration(`The provider "${id}" has no \`token.clientPrivateKey\`.`)
  },
  none: () => oauth.None(),
}

/**
 * How the client authenticates at the token endpoint (RFC 6749, section 2.3; OpenID Connect Core 1.0, section 9).
 *
 * @throws InvalidConfiguration when the secret or key of the method is missing
 */
export function clientAuthentication(
  provider: OAuthProvider,
  { token_endpoint_auth_methods_supported: supported }: oauth.AuthorizationServer,
): oauth.ClientAuth {
  const method = chooseMethod(provider, supported)
  const authenticate = Object.hasOwn(AUTHENTICATORS, method) ? AUTHENTICATORS[method] : undefined
  if (authenticate) return authenticate(provider)
  throw new InvalidConfiguration(
    `The provider "${provider.id}" has an unknown \`token_endpoint_auth_method\`.`,
  )
}
