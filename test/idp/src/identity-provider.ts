import { createServer, type ServerResponse } from 'node:http'
import { listen, PATIENT } from '@latchstring/test-kit/node-http'
import type Provider from 'oidc-provider'
import { bendAnswers } from './answers.ts'
import {
  createConfiguration,
  createCookieKeys,
  INTERACTION_PATH,
  type ProviderState,
  ROUTES,
} from './configuration.ts'
import type { Exchange } from './exchange.ts'
import { handleInteraction } from './interactions.ts'
import { oidcProvider } from './oidc-provider.ts'
import type { Endpoint, EndpointRequest, IdentityProviderOptions } from './options.ts'
import { createPersonRegistry, DEFAULT_PERSONS } from './persons.ts'
import { createPlainOAuth, OAUTH_ROUTES, type PlainOAuth } from './plain-oauth.ts'
import { generateSigningKey, type SigningAlgorithm, type SigningKey } from './signing-keys.ts'
import { createStorage } from './storage.ts'
import { sendAnswer, type Tampering } from './tampering.ts'

/** A running identity provider. */
export interface IdentityProvider {
  /** Issuer identifier: scheme, host and port, without a slash at the end. */
  readonly issuer: string
  readonly port: number
  /** The endpoints of the service without OpenID, as absolute URLs. */
  readonly oauth: Readonly<Record<keyof typeof OAUTH_ROUTES, string>>
  /** Every request to an endpoint since the start, in order. A test may empty it. */
  readonly requests: EndpointRequest[]
  /** Replaces every signing key; tokens signed before no longer verify with the key set. */
  rotateKeys(): Promise<void>
  /**
   * Changes what the provider answers from now on.
   *
   * @param tampering - what to change; replaces what was set before; `null` for the truth again
   */
  tamper(tampering: Tampering | null): void
  /** Ends the server, its connections and what still waits. */
  close(): Promise<void>
}

const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map([
  ['/.well-known/openid-configuration', 'discovery'],
  ['/.well-known/oauth-authorization-server', 'discovery'],
  [ROUTES.authorization, 'authorization'],
  [ROUTES.token, 'token'],
  [ROUTES.userinfo, 'userinfo'],
  [ROUTES.jwks, 'jwks'],
  [ROUTES.pushed_authorization_request, 'par'],
  [ROUTES.revocation, 'revocation'],
  [ROUTES.introspection, 'introspection'],
  [ROUTES.end_session, 'logout'],
  [OAUTH_ROUTES.authorization, 'oauthAuthorization'],
  [OAUTH_ROUTES.token, 'oauthToken'],
  [OAUTH_ROUTES.profile, 'oauthProfile'],
  [OAUTH_ROUTES.emails, 'oauthEmails'],
])

const DEFAULT_ALGORITHMS: readonly SigningAlgorithm[] = ['RS256', 'ES256']

function generateKeys(options: IdentityProviderOptions): Promise<readonly SigningKey[]> {
  return Promise.all((options.signingAlgorithms ?? DEFAULT_ALGORITHMS).map(generateSigningKey))
}

interface Serving {
  readonly issuer: string
  readonly options: IdentityProviderOptions
  readonly state: ProviderState
  readonly plainOAuth: PlainOAuth
  readonly requests: EndpointRequest[]
  readonly closing: AbortSignal
  provider(): Provider
}

/** Answers in the provider's place if the options say so. */
async function intercepted(exchange: Exchange, url: URL, serving: Serving): Promise<boolean> {
  const { request, response } = exchange
  const endpoint = ENDPOINTS.get(url.pathname)
  if (endpoint === undefined) return false
  const authScheme = request.headers.authorization?.split(' ')[0]
  const seen: EndpointRequest = {
    endpoint,
    method: request.method ?? '',
    path: url.pathname,
    ...(authScheme === undefined ? {} : { authScheme }),
  }
  serving.requests.push(seen)
  const change = await serving.options.intercept?.({ ...seen, headers: request.headers })
  if (change === undefined) return false
  const nothing = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: {},
    text: '',
  }
  await sendAnswer(response, nothing, change, serving.closing)
  return true
}

async function serve(exchange: Exchange, serving: Serving): Promise<void> {
  const url = new URL(exchange.request.url ?? '/', serving.issuer)
  if (await intercepted(exchange, url, serving)) return
  const provider = serving.provider()
  if (url.pathname.startsWith('/oauth/')) return serving.plainOAuth.handle(exchange, url)
  if (url.pathname.startsWith(INTERACTION_PATH)) {
    return handleInteraction(exchange, { provider, people: serving.state.people })
  }
  await provider.callback()(exchange.request, exchange.response)
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const text = error instanceof Error ? error.message : String(error)
  response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(text)
}

/**
 * Starts an identity provider on the loopback interface: OpenID Connect with login and consent
 * pages, and next to it a service with plain OAuth 2.0.
 *
 * @param options - clients, accounts and what else differs from the defaults
 * @returns the running provider; end it with `close()`
 *
 * @example
 * ```ts
 * import { startIdentityProvider } from '@latchstring/test-idp'
 *
 * const idp = await startIdentityProvider({
 *   clients: [
 *     {
 *       client_id: 'app',
 *       client_secret: 'a-secret-of-at-least-32-characters',
 *       redirect_uris: ['http://localhost:3000/api/auth/callback/harbour'],
 *     },
 *   ],
 * })
 * idp.tamper({ idToken: (claims) => ({ claims: { ...claims, nonce: 'another' } }) })
 * await idp.close()
 * ```
 */
export async function startIdentityProvider(
  options: IdentityProviderOptions,
): Promise<IdentityProvider> {
  const closing = new AbortController()
  let tampering: Tampering = {}
  const state: ProviderState = {
    people: createPersonRegistry(options.accounts ?? DEFAULT_PERSONS),
    storage: createStorage(),
    cookieKeys: createCookieKeys(),
  }
  const shared = { closing: closing.signal, tampering: () => tampering }

  const server = createServer(PATIENT)
  let signingKeys = await generateKeys(options)
  const port = await listen(server, options.port ?? 0)
  const issuer = `http://${options.host ?? '127.0.0.1'}:${port}`

  function createProvider(): Provider {
    const configuration = createConfiguration(options, state, signingKeys)
    const created = new oidcProvider.Provider(issuer, configuration)
    bendAnswers(created, { ...shared, signingKeys })
    return created
  }

  let provider = createProvider()
  const requests: EndpointRequest[] = []
  const serving: Serving = {
    issuer,
    options,
    state,
    requests,
    plainOAuth: createPlainOAuth({ ...shared, clients: options.clients, people: state.people }),
    closing: closing.signal,
    provider: () => provider,
  }
  server.on('request', (request, response) => {
    serve({ request, response }, serving).catch((error: unknown) => fail(response, error))
  })

  return {
    issuer,
    port,
    oauth: {
      authorization: issuer + OAUTH_ROUTES.authorization,
      token: issuer + OAUTH_ROUTES.token,
      profile: issuer + OAUTH_ROUTES.profile,
      emails: issuer + OAUTH_ROUTES.emails,
    },
    requests,
    async rotateKeys() {
      signingKeys = await generateKeys(options)
      provider = createProvider()
    },
    tamper(change) {
      tampering = change ?? {}
    },
    close() {
      closing.abort()
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
