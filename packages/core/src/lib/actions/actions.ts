import type { ProviderOfKind, ResolvedProvider } from '../config/providers.ts'
import { requestedProvider, signInUrl, withParameters, type Context } from '../request/context.ts'
import { InvalidProvider, InvalidRequest } from '../errors/classes.ts'
import type { FailsAs } from '../failures/failure-result.ts'
import type { ActionRow } from '../http/action.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import type { AccountOptions, SessionOptions } from '../types/config.ts'
import { kindRow } from './kinds.ts'
import { getProviders } from './providers.ts'
import { CHANGE, READ, type Route } from '../request/route.ts'
import { getSession, updateSession } from './session.ts'

/** A route, or the way to pick one for a request. */
export type RouteSource = Route | ((context: Context) => Route)

/** The options without which some actions are not there. */
interface ActionOptions {
  readonly session?: Pick<SessionOptions, 'devices'>
  readonly account?: AccountOptions
}

/** Everything there is to know about an action. */
export interface Action extends ActionRow<RouteSource> {
  /** Whether the option is set without which the action is not there. Default: it always is. */
  readonly isOn?: (options: ActionOptions) => boolean
  /** How a failure is told: `json` to a script, `page` to a person, and so `problem`, by which no sign-in has failed. */
  readonly failsAs: FailsAs
  /**
   * Where the browser goes afterwards: nowhere, where the request says, or else where the sign-in was to lead that was begun
   * last.
   */
  readonly target: 'none' | 'given' | 'remembered'
}

// Loaded when they are first needed: reading a session needs none of them.
type Page = 'errorPage' | 'signInPage' | 'signOutPage' | 'verifyRequestPage'

const pages = lazy(() => import('./pages.ts'))
const tokens = lazy(() => import('./csrf.ts'))
const endings = lazy(() => import('../sign-out/end-session.ts'))
const signOuts = lazy(() => import('./signed-out.ts'))
const account = lazy(() => import('./account.ts'))
const devices = lazy(() => import('./devices.ts'))
const backChannel = lazy(() => import('./backchannel-logout.ts'))

function page(name: Page): Route {
  return { ...READ, run: async (context) => (await pages())[name](context) }
}

/** POST signin: off to the provider, or to the page where there is a choice or a form. */
async function signIn(context: Context): Promise<FlowResult> {
  const { returnTo, jar, request } = context
  const provider = request.providerId === undefined ? undefined : requestedProvider(context)
  const start = provider && kindRow(provider).start
  if (provider && start) return start(context, provider)
  const to = withParameters(signInUrl(context), { callbackUrl: returnTo })
  return { kind: 'redirect', to, jar }
}

/** What protects a callback depends on who sends it: a form of ours, a mail, or another site. */
function callbackRoute(context: Context): Route {
  const provider = requestedProvider(context)
  const callback = kindRow(provider).callback[context.request.method]
  if (!callback) throw new InvalidProvider(`"${provider.id}" has no such callback.`)
  const { csrf, origin, run } = callback
  return { csrf, origin, run: (inner) => run(inner, provider) }
}

const isWebAuthn = (provider: ResolvedProvider): provider is ProviderOfKind<'webauthn'> =>
  provider.kind === 'webauthn'

/** The provider that options are asked of. A path that names none means the only one there is. */
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

async function webAuthnOptions(context: Context): Promise<FlowResult> {
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
  | 'frontchannel-logout'
  | 'providers'
  | 'session'
  | 'signed-out'
  | 'signin'
  | 'signout'
  | 'verify-request'
  | 'webauthn-options'

/** Everything about the actions. */
export const ACTIONS: Readonly<Record<AuthAction, Action>> = {
  account: {
    isOn: ({ account: options }) => Boolean(options?.page),
    provider: 'none',
    safe: true,
    failsAs: 'problem',
    target: 'given',
    GET: { ...READ, run: async (context) => (await account()).showAccount(context) },
    POST: { ...CHANGE, run: async (context) => (await account()).changeWays(context) },
  },
  'backchannel-logout': {
    provider: 'required',
    // 400 like any other mistake (OpenID Connect Back-Channel Logout 1.0, section 2.8), and counted with them in the log.
    anyContent: true,
    failsAs: 'json',
    target: 'none',
    // A provider sends it, which has no cookie and no origin: the signature says who it is.
    POST: { ...READ, run: async (context) => (await backChannel()).backChannelLogout(context) },
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
    // Who has too many cookies gets rid of them by signing out, for which a token is needed.
    anyCookies: true,
    failsAs: 'json',
    target: 'none',
    GET: { ...READ, run: async (context) => (await tokens()).getCsrf(context) },
  },
  devices: {
    isOn: ({ session }) => Boolean(session?.devices),
    provider: 'none',
    safe: true,
    failsAs: 'problem',
    target: 'given',
    GET: { ...READ, run: async (context) => (await devices()).showDevices(context) },
    POST: { ...CHANGE, run: async (context) => (await devices()).endDevices(context) },
  },
  error: {
    provider: 'none',
    safe: true,
    failsAs: 'page',
    target: 'none',
    GET: page('errorPage'),
  },
  'frontchannel-logout': {
    provider: 'required',
    safe: false,
    failsAs: 'json',
    target: 'none',
    GET: { ...READ, run: async (context) => (await backChannel()).frontChannelLogout(context) },
  },
  providers: {
    provider: 'none',
    safe: true,
    failsAs: 'json',
    target: 'none',
    GET: { ...READ, run: getProviders },
  },
  session: {
    provider: 'none',
    safe: true,
    failsAs: 'json',
    target: 'none',
    GET: { ...READ, run: getSession },
    POST: { ...CHANGE, run: updateSession },
  },
  'signed-out': {
    provider: 'none',
    safe: false,
    failsAs: 'page',
    target: 'none',
    GET: { ...READ, run: async (context) => (await signOuts()).signedOut(context) },
  },
  signin: {
    provider: 'optional',
    safe: true,
    failsAs: 'page',
    target: 'remembered',
    GET: page('signInPage'),
    POST: { ...CHANGE, run: signIn },
  },
  signout: {
    provider: 'none',
    safe: true,
    anyCookies: true,
    failsAs: 'page',
    // The target of the sign-in may need a session.
    target: 'given',
    GET: page('signOutPage'),
    POST: { ...CHANGE, run: async (context) => (await endings()).signOut(context) },
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
    // It makes a challenge, so other sites cannot ask for it.
    GET: { ...READ, origin: 'same', run: webAuthnOptions },
  },
}

/**
 * Whether an action is there with an option alone, and the option is not set: its address is free for a page of the application.
 *
 * @param path - after the base path
 */
export function isFree(options: ActionOptions, path: string): boolean {
  const word = path.slice(1)
  return path.startsWith('/') && isAuthAction(word) && ACTIONS[word].isOn?.(options) === false
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
