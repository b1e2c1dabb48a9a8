import type { ResolvedConfig } from '../config/resolved-config.ts'
import {
  actionPath,
  actionUrl,
  signInUrl,
  type Context,
  type SessionContext,
} from '../request/context.ts'
import { providerVariable } from '../config/env.ts'
import {
  describePolicy,
  isLoopback,
  resolveOrigin,
  type Origin,
  type OriginSource,
} from '../http/origin.ts'
import { isAuthError } from '../errors/auth-error.ts'
import type { Account } from '../types/account.ts'
import type { User } from '../types/user.ts'
import { listEmulated } from './keyless.ts'

const DECIDED_BY: Readonly<Record<string, string>> = {
  development: 'the request, because AUTH_URL is not set',
}

/** The providers: those configured, those at emulators, and those left out. */
function describeProviders(
  config: ResolvedConfig,
  origin: Origin,
  emulated: readonly string[],
): readonly string[] {
  const real = [...config.providers.values()].filter(({ id }) => !emulated.includes(id))
  const skipped = config.skipped.flatMap(({ id }) =>
    id === undefined || emulated.includes(id) ? [] : [id],
  )
  return [
    ...real.map(({ id, kind }) =>
      kind === 'oauth' || kind === 'oidc'
        ? `${id} (callback URL ${actionUrl({ config, origin }, `callback/${id}`)})`
        : id,
    ),
    ...emulated.map((id) => `${id} (no keys: at the emulator of \`npx @latchstring/cli dev\`)`),
    ...skipped.map((id) => `${id} (left out)`),
  ]
}

/** The line at the start: the address of the application and its source, the providers and the kind of sessions. */
function describeStart(config: ResolvedConfig, source: OriginSource): string {
  const origin = resolveOrigin(config.origin, source)
  const decided = describePolicy(config.origin)
  const providers = describeProviders(config, origin, listEmulated(config, source))
  const { strategy } = config.session
  const store = config.adapter ? 'with an adapter' : 'without an adapter'
  return [
    `${actionUrl({ config, origin }, '')} (decided by ${DECIDED_BY[decided] ?? decided}).`,
    `Providers: ${providers.join(', ') || 'none'}.`,
    `Sessions: strategy "${strategy}", ${store}.`,
  ].join(' ')
}

/** Variables that look as if they were meant for a provider: `GITHUB_ID`, `AUTH_GITHUB_CLIENT_ID`. */
export function findSimilar(
  variables: readonly string[],
  id: string,
  option: 'clientId' | 'clientSecret',
): string | undefined {
  const wanted = providerVariable(id, option)
  const [, stem = '', end = ''] = /^AUTH_(.+)_(ID|SECRET)$/.exec(wanted) ?? []
  const form = new RegExp(`^(?:[A-Z]+_){0,2}${stem}_(?:OAUTH_)?(?:(?:CLIENT|APP|API)_?)?${end}$`)
  return variables.find((name) => name !== wanted && form.test(name))
}

function warnOfVariables(
  { log, development }: ResolvedConfig,
  skipped: ResolvedConfig['skipped'],
): void {
  for (const { id } of skipped) {
    if (id === undefined) continue
    for (const option of ['clientId', 'clientSecret'] as const) {
      const wanted = providerVariable(id, option)
      const variables = development?.variables ?? []
      const found = variables.includes(wanted) ? undefined : findSimilar(variables, id, option)
      if (found === undefined) continue
      log.warn(
        'development',
        `${found} is set, but the provider "${id}" reads ${wanted}. Rename the variable.`,
      )
    }
  }
}

/** The origin that the browser requested, if it is known. */
function requestedOrigin({ headers, url }: OriginSource): string | undefined {
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  if (!host) return undefined
  const forwarded = headers.get('x-forwarded-proto')
  const scheme = forwarded ?? (url?.startsWith('https:') ? 'https' : 'http')
  const address = `${scheme}://${host}`
  return URL.canParse(address) ? new URL(address).origin : undefined
}

/** Cookies and redirects are for AUTH_URL: a sign-in from another address cannot complete. */
function warnOfAddress({ origin: policy, log }: ResolvedConfig, source: OriginSource): void {
  if (policy.kind !== 'fixed') return
  const requested = requestedOrigin(source)
  if (requested === undefined || requested === policy.origin.href) return
  log.warn(
    'development',
    `AUTH_URL is ${policy.origin.href}, but a request was sent to ${requested}. Open the application at ${policy.origin.href}, or correct AUTH_URL: scheme, host and port have to be the same.`,
  )
}

/**
 * Logs the start of a configuration, and mistakes that its first request shows.
 *
 * @param skipped - as before providers without keys were emulated
 */
export function logStart(
  config: ResolvedConfig,
  source: OriginSource,
  skipped: ResolvedConfig['skipped'],
): void {
  try {
    config.log.info('started', describeStart(config, source))
  } catch (error) {
    // A request without a known address is refused with its own error.
    if (!isAuthError(error)) throw error
  }
  warnOfVariables(config, skipped)
  warnOfAddress(config, source)
}

/** Logs the path of the handlers, when a request for an action has another path. */
export function warnOfMount(config: ResolvedConfig, url: string): void {
  const { pathname } = new URL(url)
  const base = `${config.actionBase}/`
  const found = /^(.*)\/(?:session|signin|signout|csrf|providers|callback|error)(?:\/[^/]+)?$/.exec(
    pathname,
  )
  if (!found || pathname.startsWith(base)) return
  const [, mount = ''] = found
  config.log.warn(
    'development',
    `The handlers are mounted at ${mount || '/'}, but actions are under ${base}: the path of AUTH_URL or \`basePath\` says so. Remove the path from AUTH_URL, or set \`basePath: '${mount || '/'}'\`.`,
  )
}

/** Logs a session cookie that cannot be opened, which to the visitor is a sign-out without a reason. */
export function warnOfUnopenedSession({ config, origin, profile, jar }: SessionContext): void {
  const { name } = profile.cookies.sessionToken
  if (!jar.getChunked(name)) return
  const { strategy } = config.session
  const problem =
    strategy === 'jwt'
      ? 'cannot be opened with any secret of the configuration: AUTH_SECRET has changed'
      : 'belongs to no session in the store: it has ended or expired'
  const host = new URL(origin.href).host
  const neighbour = isLoopback(host)
    ? `, or another application on ${host.replace(/:\d+$/, '')} has set it, because browsers share cookies between ports. Give each its own name by the option \`cookies.sessionToken.name\``
    : '. If that happened to all users at once, add the old secret behind the new one'
  config.log.warn('development', `The session cookie "${name}" ${problem}${neighbour}.`)
}

/** The user and the account of a sign-in. */
interface SignInFacts {
  readonly user: Pick<User, 'email'>
  readonly account: Pick<Account, 'type' | 'provider'> | null
}

/** Logs that a service sent no email address, without which accounts are not linked and no mail can be sent. */
export function warnOfMissingEmail(
  { config }: Pick<Context, 'config'>,
  { user, account }: SignInFacts,
): void {
  if (account?.type !== 'oauth' && account?.type !== 'oidc') return
  if (user.email) return
  config.log.warn(
    'development',
    `The provider "${account.provider}" gave no email address, so the user has none. If the application needs it, ask for the scope that has it, or read it in \`profile\`.`,
  )
}

/** Logs that a proxy lets every request pass, although it looks like a protection. */
export function warnOfOpenProxy({ log }: ResolvedConfig): void {
  log.warn(
    'development',
    'The proxy (middleware) protects nothing: it extends sessions and lets every request pass, because there is no `authorized` callback. To keep people out who are not signed in, set `callbacks: { authorized: ({ auth }) => auth !== null }`, with `config.matcher` for the paths; or decide in the function of `auth((request) => …)`. See docs/protect.md.',
  )
}

/** Milliseconds for a response of the application, which may have to build the page first. */
const TIMEOUT_MS = 5000

async function isMounted(address: string): Promise<boolean> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
  })
  await response.body?.cancel()
  const type = response.headers.get('content-type') ?? ''
  return response.status < 500 && type.startsWith('application/json')
}

/** Logs that the actions are not mounted, by a request for one of them to an application on this machine. */
export async function warnOfMissingRoute({ config, origin }: SessionContext): Promise<void> {
  if (!isLoopback(new URL(origin.href).host)) return
  const address = actionUrl({ config, origin }, 'csrf')
  try {
    if (await isMounted(address)) return
  } catch {
    // Without a response nothing is known.
    return
  }
  config.log.warn(
    'development',
    `${address} is not answered by Latchstring, so sign-ins cannot end. Mount the handlers at ${actionPath(config, '')}, in Next.js by app${actionPath(config, '')}[...latchstring]/route.ts with \`export const { GET, POST } = handlers\`.`,
  )
}

/** Logs that the sign-in page of the application does not exist, by a request for it to an application on this machine. */
export async function warnOfMissingPage({
  config,
  origin,
}: Pick<SessionContext, 'config' | 'origin'>): Promise<void> {
  const page = config.pages.signIn
  const { href } = signInUrl({ config, origin })
  if (page === undefined || !isLoopback(new URL(href).host)) return
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(href, { signal, redirect: 'manual' })
    await response.body?.cancel()
    if (response.status !== 404) return
  } catch {
    // Without a response nothing is known.
    return
  }
  config.log.warn(
    'development',
    `\`pages.signIn\` is ${JSON.stringify(page)}, and ${href} answers 404: people who have to sign in get there. Add that page, or remove the option for the built-in one.`,
  )
}
