import type { OAuthProvider, ResolvedProvider } from '../config/providers.ts'
import { actionUrl, requestedProvider, withParameters, type Context } from '../context.ts'
import { InvalidProvider, InvalidRequest } from '../errors/classes.ts'
import { parseOwnTarget } from '../http/redirect-target.ts'
import type { FlowResult } from '../http/result.ts'
import type { AuthAction, Method } from '../types/request.ts'
import { getCsrf } from './csrf.ts'
import { getProviders } from './providers.ts'
import { getSession, updateSession } from './session.ts'
import { signOut } from './sign-out.ts'

/** One action with one method. */
export interface Route {
  /** `token`: the request has to carry the CSRF token. */
  readonly csrf: 'token' | 'none'
  /** `same`: a browser may only send the request from the application's own origin. */
  readonly origin: 'same' | 'any'
  readonly run: (context: Context) => Promise<FlowResult>
}

const READ = { csrf: 'none', origin: 'any' } as const
const CHANGE = { csrf: 'token', origin: 'same' } as const

// Pages, OAuth and mail are loaded when they are first needed: reading a session needs none of them.
type Page = 'errorPage' | 'signInPage' | 'signOutPage' | 'verifyRequestPage'

function page(name: Page): Route {
  return { ...READ, run: async (context) => (await import('./pages.ts'))[name](context) }
}

function isOAuth(provider: ResolvedProvider): provider is OAuthProvider {
  return provider.kind === 'oauth' || provider.kind === 'oidc'
}

/** Parameters of the address, handed on to the provider. The body has none, and who thinks so is told. */
async function authorizationParameters({ request }: Context): Promise<ReadonlyMap<string, string>> {
  const { checkNames, checkRepeated } = await import('../oauth/reserved-parameters.ts')
  checkRepeated(request.duplicates)
  checkNames(request.body.keys())
  return new Map([...request.query].filter(([name]) => name !== 'callbackUrl'))
}

async function signIn(context: Context): Promise<FlowResult> {
  const { config, origin, returnTo, jar, request } = context
  const provider = request.providerId === undefined ? undefined : requestedProvider(context)
  if (provider && isOAuth(provider)) {
    const { signInWithOAuth } = await import('./sign-in/oauth.ts')
    return signInWithOAuth(context, provider, await authorizationParameters(context))
  }
  if (provider?.kind === 'email') {
    const { signInWithEmail } = await import('./sign-in/email.ts')
    return signInWithEmail(context, provider)
  }
  const own =
    parseOwnTarget(config.pages.signIn, origin.href) ?? new URL(actionUrl(context, 'signin'))
  return { kind: 'redirect', to: withParameters(own, { callbackUrl: returnTo }), jar }
}

async function oauthCallback(context: Context, provider: OAuthProvider): Promise<FlowResult> {
  const { callbackOAuth } = await import('./callback/oauth.ts')
  return callbackOAuth(context, provider)
}

/** A provider whose callback is for forms and links of ours. */
type OwnProvider = Exclude<ResolvedProvider, OAuthProvider>

async function openMailLink(context: Context, provider: OwnProvider): Promise<FlowResult> {
  if (provider.kind !== 'email') throw new InvalidProvider(`"${provider.id}" has no such callback.`)
  const { openLink } = await import('./callback/email.ts')
  return openLink(context, provider.config)
}

type WebAuthnProvider = Extract<ResolvedProvider, { readonly kind: 'webauthn' }>

const isWebAuthn = (provider: ResolvedProvider): provider is WebAuthnProvider =>
  provider.kind === 'webauthn'

/** The provider that options are asked of. A path that names none means the only one there is. */
function optionsProvider(context: Context): WebAuthnProvider {
  if (context.request.providerId !== undefined) {
    const provider = requestedProvider(context)
    if (isWebAuthn(provider)) return provider
    throw new InvalidProvider(`"${provider.id}" is no WebAuthn provider.`)
  }
  const { providers, leftOut } = context.config
  const [only, ...others] = [...providers.values()].filter(isWebAuthn)
  if (others.length > 0) {
    throw new InvalidRequest(
      'There are several WebAuthn providers. Name one in the path, as in webauthn-options/passkey.',
    )
  }
  if (only) return only
  throw (
    leftOut.find(({ kind }) => kind === 'webauthn')?.error ??
    new InvalidProvider('No WebAuthn provider is configured.')
  )
}

async function webAuthnOptions(context: Context): Promise<FlowResult> {
  const provider = optionsProvider(context)
  const { getWebAuthnOptions } = await import('./webauthn-options.ts')
  return getWebAuthnOptions(context, provider.config)
}

async function submit(context: Context, provider: OwnProvider): Promise<FlowResult> {
  if (provider.kind === 'credentials') {
    const { callbackCredentials } = await import('./callback/credentials.ts')
    return callbackCredentials(context, provider.config)
  }
  if (provider.kind === 'email') {
    const { submitMail } = await import('./callback/email.ts')
    return submitMail(context, provider.config)
  }
  const { callbackWebAuthn } = await import('./callback/webauthn.ts')
  return callbackWebAuthn(context, provider.config)
}

/** Callbacks differ by the kind of the provider: an answer of a provider comes from another site by design. */
function callbackRoute(method: Method, provider: ResolvedProvider): Route {
  if (isOAuth(provider)) return { ...READ, run: (context) => oauthCallback(context, provider) }
  return method === 'GET'
    ? { ...READ, run: (context) => openMailLink(context, provider) }
    : { ...CHANGE, run: (context) => submit(context, provider) }
}

/** Every action can be asked for with GET. */
interface Routes {
  readonly GET: Route
  readonly POST?: Route
}

const ROUTES: Readonly<Record<Exclude<AuthAction, 'callback'>, Routes>> = {
  csrf: { GET: { ...READ, run: getCsrf } },
  error: { GET: page('errorPage') },
  providers: { GET: { ...READ, run: getProviders } },
  session: {
    GET: { ...READ, run: getSession },
    POST: { ...CHANGE, run: updateSession },
  },
  signin: {
    GET: page('signInPage'),
    POST: { ...CHANGE, run: signIn },
  },
  signout: {
    GET: page('signOutPage'),
    POST: { ...CHANGE, run: signOut },
  },
  'verify-request': {
    GET: page('verifyRequestPage'),
  },
  // It makes a challenge, so other sites cannot ask for it.
  'webauthn-options': { GET: { ...READ, origin: 'same', run: webAuthnOptions } },
}

/**
 * The route of a request. Its method has been checked when it was parsed.
 *
 * @throws InvalidProvider when a callback names a provider that is not configured
 */
export function routeFor(context: Pick<Context, 'config' | 'request'>): Route {
  const { action, method } = context.request
  if (action === 'callback') return callbackRoute(method, requestedProvider(context))
  const { GET, POST = GET } = ROUTES[action]
  return method === 'GET' ? GET : POST
}
