import type { ProviderOfKind, ResolvedProvider } from '../config/providers.ts'
import { isOtherLoopback } from '../http/origin.ts'
import {
  actionUrl,
  requestedProvider,
  signInUrl,
  withParameters,
  type Context,
} from '../request/context.ts'
import { InvalidProvider, InvalidRequest } from '../errors/classes.ts'
import type { FailsAs } from '../failures/failure-result.ts'
import type { ActionRow } from '../http/action.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import type { AccountOptions, SessionOptions } from '../types/config.ts'
import { kindRow } from './kinds.ts'
import { getProviders } from './providers.ts'
import { CHANGE, READ, SHOW, type Route } from '../request/route.ts'
import { getSession, updateSession } from './session.ts'

/** A route, or a function that picks one for a request. */
export type RouteSource = Route | ((context: Context) => Route)

/** The options that switch on some actions. */
interface ActionOptions {
  readonly session?: Pick<SessionOptions, 'devices'>
  readonly account?: AccountOptions
}

/** The row of an action. */
export interface Action extends ActionRow<RouteSource> {
  /** Whether the option of the action is set. Default: the action has none. */
  readonly isOn?: (options: ActionOptions) => boolean
  /** The response to a failure: `json` for a script, `page` for a person, `problem` for a person where no sign-in has failed. */
  readonly failsAs: FailsAs
  /** Where the browser goes afterwards: nowhere, to the `callbackUrl` of the request, or else to that of the latest sign-in. */
  readonly target: 'none' | 'given' | 'remembered'
}

// Loaded when they are first needed: reading a session needs none of them.
type PageAction = 'errorPage' | 'signInPage' | 'signOutPage' | 'verifyRequestPage'

const loadPages = lazy(() => import('./pages.ts'))
const loadCsrf = lazy(() => import('./csrf.ts'))
const loadEndSession = lazy(() => import('../sign-out/end-session.ts'))
const loadSignedOut = lazy(() => import('./signed-out.ts'))
const loadForm = lazy(() => import('./kept-form.ts'))
const loadAccount = lazy(() => import('./account.ts'))
const loadDevices = lazy(() => import('./devices.ts'))
const loadLogout = lazy(() => import('./backchannel-logout.ts'))

/** The same page at the name that the application has, where it was opened at another name of this machine. */
function atOwnName(context: Context): FlowResult | undefined {
  const { config, original, request, jar } = context
  const host = original.headers.get('host') ?? new URL(original.url).host
  if (!isOtherLoopback(config.origin, host)) return undefined
  const { action, providerId, query } = request
  const path = providerId === undefined ? action : `${action}/${providerId}`
  return { kind: 'redirect', to: actionUrl(context, path, Object.fromEntries(query)), jar }
}

function page(name: PageAction): Route {
  return {
    ...SHOW,
    run: async (context) => atOwnName(context) ?? (await loadPages())[name](context),
  }
}

/** POST signin: redirects to the provider, or to the sign-in page where it has a form or none is named. */
async function startSignIn(context: Context): Promise<FlowResult> {
  const { returnTo, jar, request } = context
  const provider = request.providerId === undefined ? undefined : requestedProvider(context)
  const start = provider && kindRow(provider).start
  if (provider && start) return start(context, provider)
  const to = withParameters(signInUrl(context), { callbackUrl: returnTo })
  return { kind: 'redirect', to, jar }
}

/** The route of a callback. Its protection depends on the sender: a form of this site, a mail, or another site. */
function callbackRoute(context: Context): Route {
  const provider = requestedProvider(context)
  const callback = kindRow(provider).callback[context.request.method]
  if (!callback) throw new InvalidProvider(`"${provider.id}" has no such callback.`)
  const { csrf, origin, run } = callback
  return { csrf, origin, run: (inner) => run(inner, provider) }
}

const isWebAuthn = (provider: ResolvedProvider): provider is ProviderOfKind<'webauthn'> =>
  provider.kind === 'webauthn'

/** The provider of WebAuthn options. A path that names none means the only one. */
function optionsProvider(context: Context): ResolvedProvider {
  if (context.request.providerId !== undefined) return requestedProvider(context)
  const { providers, skipped } = context.config
  const [only, ...others] = [...providers.values()].filter(isWebAuthn)
  if (others.length > 0) {
    throw new InvalidRequest(
      'There are several WebAuthn providers. Name one in the path, as in webauthn-options/passkey.',
    )
  }
  if (only) return only
  throw (
    skipped.find(({ kind }) => kind === 'webauthn')?.error ??
    new InvalidProvider('No WebAuthn provider is configured.')
  )
}

async function runWebAuthnOptions(context: Context): Promise<FlowResult> {
  const provider = optionsProvider(context)
  const { options } = kindRow(provider)
  if (options) return options(context, provider)
  throw new InvalidProvider(`"${provider.id}" is not a WebAuthn provider.`)
}

/** The HTTP actions. */
export type AuthAction =
  | 'account'
  | 'backchannel-logout'
  | 'callback'
  | 'csrf'
  | 'devices'
  | 'error'
  | 'form'
  | 'frontchannel-logout'
  | 'providers'
  | 'session'
  | 'signed-out'
  | 'signin'
  | 'signout'
  | 'verify-request'
  | 'webauthn-options'

/** The table of actions. A route without `actor` is refused to acting sessions. */
export const ACTIONS: Readonly<Record<AuthAction, Action>> = {
  account: {
    isOn: ({ account: options }) => Boolean(options?.page),
    provider: 'none',
    safe: true,
    failsAs: 'problem',
    target: 'given',
    GET: { ...READ, run: async (context) => (await loadAccount()).showAccount(context) },
    POST: { ...CHANGE, run: async (context) => (await loadAccount()).changeAccount(context) },
  },
  'backchannel-logout': {
    provider: 'required',
    // Another content type is answered with 400 and logged, as other mistakes are (OpenID Connect Back-Channel Logout 1.0, section 2.8).
    anyContent: true,
    failsAs: 'json',
    target: 'none',
    // The provider sends neither cookie nor origin: the signature of the token authenticates it.
    POST: { ...SHOW, run: async (context) => (await loadLogout()).backChannelLogout(context) },
  },
  callback: {
    provider: 'required',
    safe: false,
    failsAs: 'page',
    target: 'remembered',
    GET: callbackRoute,
    POST: callbackRoute,
  },
  csrf: {
    provider: 'none',
    safe: true,
    // Signing out removes cookies that are too many, and needs a token.
    anyCookies: true,
    failsAs: 'json',
    target: 'none',
    GET: { ...SHOW, run: async (context) => (await loadCsrf()).getCsrf(context) },
  },
  devices: {
    isOn: ({ session }) => Boolean(session?.devices),
    provider: 'none',
    safe: true,
    failsAs: 'problem',
    target: 'given',
    GET: { ...READ, run: async (context) => (await loadDevices()).showDevices(context) },
    POST: { ...CHANGE, run: async (context) => (await loadDevices()).endDevices(context) },
  },
  error: {
    provider: 'none',
    safe: true,
    failsAs: 'page',
    target: 'none',
    GET: page('errorPage'),
  },
  form: {
    provider: 'none',
    safe: true,
    failsAs: 'page',
    target: 'given',
    GET: { ...READ, run: async (context) => (await loadForm()).showKeptForm(context) },
  },
  'frontchannel-logout': {
    provider: 'required',
    safe: false,
    failsAs: 'json',
    target: 'none',
    // It ends the session that the provider has opened, which is that of the administrator.
    GET: { ...SHOW, run: async (context) => (await loadLogout()).frontChannelLogout(context) },
  },
  providers: {
    provider: 'none',
    safe: true,
    failsAs: 'json',
    target: 'none',
    GET: { ...SHOW, run: getProviders },
  },
  session: {
    provider: 'none',
    safe: true,
    failsAs: 'json',
    target: 'none',
    GET: { ...SHOW, run: getSession },
    POST: { ...CHANGE, run: updateSession },
  },
  'signed-out': {
    provider: 'none',
    safe: false,
    failsAs: 'page',
    target: 'none',
    GET: { ...SHOW, run: async (context) => (await loadSignedOut()).signedOut(context) },
  },
  signin: {
    provider: 'optional',
    safe: true,
    failsAs: 'page',
    target: 'remembered',
    GET: page('signInPage'),
    POST: { ...CHANGE, run: startSignIn },
  },
  signout: {
    provider: 'none',
    safe: true,
    anyCookies: true,
    failsAs: 'page',
    // The target of the sign-in may need a session.
    target: 'given',
    GET: page('signOutPage'),
    // It ends acting.
    POST: {
      ...CHANGE,
      actor: 'allowed',
      run: async (context) => (await loadEndSession()).signOut(context),
    },
  },
  'verify-request': {
    provider: 'none',
    safe: true,
    failsAs: 'page',
    target: 'none',
    GET: page('verifyRequestPage'),
  },
  'webauthn-options': {
    provider: 'optional',
    safe: true,
    failsAs: 'json',
    target: 'none',
    // It makes a challenge, so requests of other sites are refused.
    GET: { ...READ, origin: 'same', run: runWebAuthnOptions },
  },
}

/**
 * Whether an action has an option that is not set: its address is free for a page of the application.
 *
 * @param path - after the base path
 */
export function isFree(options: ActionOptions, path: string): boolean {
  const segment = path.slice(1)
  return path.startsWith('/') && isAuthAction(segment) && ACTIONS[segment].isOn?.(options) === false
}

/**
 * Whether a word is the name of an action.
 *
 * @param word - a segment of a path, as it is in the address
 */
export function isAuthAction(word: string): word is AuthAction {
  return Object.hasOwn(ACTIONS, word)
}

/**
 * The route of a request.
 *
 * @throws InvalidProvider when a callback names a provider that is not configured, or has no such callback
 */
export function pickRoute(source: RouteSource, context: Context): Route {
  return typeof source === 'function' ? source(context) : source
}
