import { createCache } from '../kit/cache.ts'
import type { CookieSet, ResolvedConfig } from '../config/resolved-config.ts'
import type { ResolvedProvider } from '../config/providers.ts'
import { AUDIENCE, type Opened, type SealedKind } from '../crypto/sealed-box.ts'
import { InvalidProvider } from '../errors/classes.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import { isSamePath } from '../http/path-variants.ts'
import { resolveOrigin, type Origin, type OriginSource } from '../http/origin.ts'
import { parseOwnTarget } from '../http/redirect-target.ts'
import type { AuthRequest, HeaderReader, IncomingRequest } from '../types/request.ts'
import type { Trace } from '../types/trace.ts'

/** The inputs of reading a session: the configuration and the cookies. */
export interface SessionContext {
  readonly config: ResolvedConfig
  readonly origin: Origin
  /** Cookies and keys for the protocol of the request. */
  readonly profile: CookieSet
  readonly jar: CookieJar
  /** Headers of the request, where there is one. */
  readonly headers?: HeaderReader
  /** No cookie can be set, so that nothing is extended. */
  readonly readOnly?: boolean
}

/** The inputs of an action. */
export interface Context extends SessionContext {
  readonly request: AuthRequest
  /** The request before it was parsed; what functions of the application are given is made from it. */
  readonly original: IncomingRequest
  /** Where the browser ends up after the flow; has passed the `redirect` callback. */
  readonly returnTo: string
  /** The steps so far; reading a session has none. */
  readonly trace?: Trace | undefined
}

/** Cookie names and keys for an origin. */
export function profileFor(config: ResolvedConfig, origin: Origin): CookieSet {
  return (config.useSecureCookies ?? origin.secure) ? config.secure : config.plain
}

/** Warns that a redirect proxy refuses all other deployments, while no list names the permitted ones. */
export function warnOfUnlistedProxy({
  config,
  origin,
}: Pick<SessionContext, 'config' | 'origin'>): void {
  if (!config.unlistedProxies.has(origin.href)) return
  const line = "redirectProxyOrigins: ['https://*.preview.example.com']"
  config.log.warn(
    'redirect-proxy-origins',
    `It is at ${origin.href}. Write, with your own host: ${line}; [] if there are no others.`,
  )
}

/** The context in which a session is read. */
export function createSessionContext(
  config: ResolvedConfig,
  source: OriginSource & Pick<SessionContext, 'readOnly'>,
): SessionContext {
  const origin = resolveOrigin(config.origin, source)
  const jar = new CookieJar(source.headers.get('cookie') ?? '')
  return {
    config,
    origin,
    profile: profileFor(config, origin),
    jar,
    headers: source.headers,
    readOnly: source.readOnly ?? false,
  }
}

/** The context of an action. */
export function toContext(
  session: SessionContext,
  rest: Pick<Context, 'request' | 'original' | 'returnTo' | 'trace'>,
): Context {
  return { ...session, headers: rest.request.headers, ...rest }
}

/** Seals a value for the cookies of this application; see `SealedBox`. */
export function sealValue(
  { config, origin, profile }: SessionContext,
  kind: SealedKind,
  payload: Readonly<Record<string, unknown>>,
  maxAge: number,
): Promise<string> {
  return profile.box.seal(kind, { ...payload, [AUDIENCE]: config.audience.of(origin) }, maxAge)
}

/**
 * Opens a cookie that was sealed by {@link sealValue}: of several with that name the first that opens and is accepted.
 *
 * @param accepts - whether a payload is the one that is looked for. Default: every one is
 * @returns the payload, or `undefined` where none is
 */
export async function openCookie(
  { profile, jar }: SessionContext,
  kind: SealedKind,
  name: string,
  accepts: (payload: Opened['payload']) => boolean = () => true,
): Promise<Opened['payload'] | undefined> {
  for (const sealed of jar.values(name)) {
    const opened = await profile.box.open(kind, sealed)
    if (opened && accepts(opened.payload)) return opened.payload
  }
  return undefined
}

/** Where the actions are as a rule, below the path of the application: beside its pages, or anywhere in its API. */
const APPLICATION = /^(.*?)(?:\/api(?:\/.+)?)?\/auth$/

interface Located {
  readonly config: Pick<ResolvedConfig, 'actionBase'>
}

const actionPaths = createCache<string>({ entries: 64 })

/**
 * Path of an action, as it is in a URL.
 *
 * @param action - its name, and the id of a provider: neither has a character that would have to be encoded
 */
export function actionPath(
  { actionBase }: Pick<ResolvedConfig, 'actionBase'>,
  action: string,
): string {
  // Any host does. The base is what an application wrote, and may have characters that a URL has encoded.
  const base = actionPaths.get(
    actionBase,
    () => new URL(`${actionBase}/`, 'https://host.invalid').pathname,
  )
  return base + action
}

/** Absolute URL of an action. */
export function actionUrl(
  { config, origin }: Pick<SessionContext, 'config' | 'origin'>,
  action: string,
  parameters?: Readonly<Record<string, string | undefined>>,
): string {
  const url = origin.href + actionPath(config, action)
  return parameters ? withParameters(new URL(url), parameters) : url
}

/**
 * Path of the page of a route that a router knows below the path of the application. Where that path cannot be distinguished from the one of the
 * actions, it is everything before their last segment.
 *
 * @param sent - path of the address
 * @returns `undefined` where the address is the page's own
 */
export function pathOfRoute(
  { actionBase }: Located['config'],
  sent: string,
  route: string,
): string | undefined {
  const base = APPLICATION.exec(actionBase)?.[1] ?? actionBase.slice(0, actionBase.lastIndexOf('/'))
  if (isSamePath(sent, route) || isSamePath(sent, base + route)) return undefined
  return sent.startsWith(`${base}/`) ? base + route : route
}

/**
 * The home page of the application. Where the actions are at `/app/auth` or `/app/api/auth`, the application is at `/app`.
 */
export function homeUrl({ config, origin }: Pick<Context, 'origin'> & Located): string {
  const [, path = ''] = APPLICATION.exec(config.actionBase) ?? []
  return origin.href + path
}

/** The sign-in page: the application's own, or the built-in one. */
export function signInUrl(context: Pick<SessionContext, 'config' | 'origin'>): URL {
  const { config, origin } = context
  return parseOwnTarget(config.pages.signIn, origin.href) ?? new URL(actionUrl(context, 'signin'))
}

/** A URL with parameters added; those that are `undefined` are left out. */
export function withParameters(
  url: URL,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const result = new URL(url)
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) result.searchParams.set(name, value)
  }
  return result.href
}

/**
 * The provider with an id.
 *
 * @throws InvalidProvider when it is not configured
 * @throws AuthError that says what is wrong with it, when it was left out
 */
export function requireProvider(
  { providers, skipped }: ResolvedConfig,
  id: string,
): ResolvedProvider {
  const provider = providers.get(id)
  if (provider) return provider
  const out = skipped.find((one) => one.id === id)
  if (out) throw out.error
  // One that could not be made has no id, and may be the one that was meant.
  const unmade = skipped.filter((one) => one.id === undefined).map(({ error }) => error.message)
  const configured = `Configured: ${[...providers.keys()].join(', ')}.`
  // Any visitor can send any name; one that is not an id is not repeated.
  const name = /^[\w.~-]{1,64}$/.test(id) ? ` "${id}"` : ' of the request'
  throw new InvalidProvider(
    [`The provider${name} is not configured.`, configured, ...unmade].join(' '),
  )
}

/**
 * The provider the request names.
 *
 * @throws InvalidProvider when it names none, or one that is not configured
 * @throws AuthError that says what is wrong with it, when it was left out
 */
export function requestedProvider({
  config,
  request,
}: Pick<Context, 'config' | 'request'>): ResolvedProvider {
  if (request.providerId !== undefined) return requireProvider(config, request.providerId)
  throw new InvalidProvider('The request names no provider.')
}
