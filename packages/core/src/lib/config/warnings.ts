import { ADDRESS_HINT } from './budgets/client-address.ts'
import { memoize } from '../kit/cache.ts'
import type { Log } from '../logger/logger.ts'
import type { ProviderType } from '../types/account.ts'
import type { AuthConfig } from '../types/config.ts'
import type { WarningCode } from '../types/logger.ts'
import { warnOfVersions } from './installed-versions.ts'
import { findUnknownOptions } from './option-names.ts'
import type { ConfiguredProvider } from './providers.ts'
import type { AnyConfig, ResolvedConfig, ResolvedSession } from './resolved-config.ts'
import { reasonsOf } from './skipped-providers.ts'
import type { UnreadSettings } from './unread-options.ts'

/** A colour that pages and mails can compute with: hexadecimal, or a name. */
const COLOUR = /^\s*(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]+)?\s*$/i

/** Warns of colours that no page takes: contrast cannot be computed for every notation of CSS. */
function warnTheme(log: Log, theme: AnyConfig['theme'] = {}): void {
  for (const name of ['brandColor', 'buttonText'] as const) {
    const colour = theme[name]
    if (colour === undefined || COLOUR.test(colour)) continue
    log.warn(
      'theme-colour',
      `\`theme.${name}\` is neither hexadecimal nor a name. Write it like "#3d52b5" or "navy".`,
    )
  }
}

/** Seconds of ten years: more is a time in milliseconds. */
const TEN_YEARS = 315_360_000

/** Warns of times that were meant in milliseconds, with which sessions would go on for ever. */
function warnTimes(log: Log, { session = {}, jwt = {} }: Pick<AnyConfig, 'session' | 'jwt'>): void {
  const times = {
    'session.maxAge': session.maxAge,
    'session.updateAge': session.updateAge,
    'session.absoluteMaxAge': session.absoluteMaxAge,
    'jwt.maxAge': jwt.maxAge,
  }
  for (const [name, seconds = 0] of Object.entries(times)) {
    if (seconds > TEN_YEARS) log.warn('session-seconds', `\`${name}\` is ${seconds}.`)
  }
}

/** Warns of options that are wrong or weak without regard to the others. */
export function warnOptions(
  log: Log,
  input: Pick<AnyConfig, 'debug' | 'experimental' | 'theme' | 'session' | 'jwt'>,
  others: readonly WarningCode[],
): void {
  if (input.debug) log.warn('debug-enabled')
  for (const code of others) log.warn(code)
  for (const sentence of findUnknownOptions(input)) log.warn('unknown-option', sentence)
  if (input.experimental?.enableWebAuthn) log.warn('experimental-webauthn')
  warnTheme(log, input.theme)
  warnTimes(log, input)
}

/** Warns at the start of a production server that no line says where the address of a client is: the connection may be that of a proxy. */
export function warnAddress(
  log: Log,
  { limits, providers, mailSender }: Pick<ResolvedConfig, 'limits' | 'providers' | 'mailSender'>,
): void {
  if (!limits?.warns || limits.address.kind !== 'unset') return
  // Sign-ins at providers are not limited.
  const kinds = [...providers.values()].map(({ kind }) => kind)
  if (mailSender || kinds.some((kind) => kind !== 'oauth' && kind !== 'oidc'))
    log.warn('client-address', ADDRESS_HINT)
}

/** Whether addresses are proven of users who sign in in another way than by mail. */
const provesBeside = (kinds: ReadonlySet<ProviderType>, sendsMail: boolean): boolean =>
  sendsMail && [...kinds].some((kind) => kind !== 'email')

/**
 * Capabilities that the adapter lacks and the configuration could use. None where the application sets `adapterRequires`.
 *
 * @param kinds - of the providers that sign in
 * @param sendsMail - whether a provider sends mails, by which addresses are proven
 */
export function findWeaknesses(
  { adapter, adapterRequires }: Pick<AuthConfig, 'adapter' | 'adapterRequires'>,
  kinds: ReadonlySet<ProviderType>,
  strategy: 'jwt' | 'database',
  sendsMail: boolean = kinds.has('email'),
): readonly string[] {
  if (!adapter || adapterRequires) return []
  const oauth = kinds.has('oauth') || kinds.has('oidc')
  const provesOthers = provesBeside(kinds, sendsMail)
  const concerned = [
    (kinds.has('email') || kinds.has('webauthn')) && {
      capability: 'atomicConsume' as const,
      effect: 'two who use a link or a passkey at the same moment may both get in',
    },
    oauth && {
      capability: 'atomicConsume' as const,
      effect:
        'a sign-in at a provider whose cookies were copied may be finished more than once, within 15 minutes and with a new code each time',
    },
    oauth && {
      capability: 'uniqueConstraints' as const,
      effect: 'two first sign-ins of a person at the same moment may make two users',
    },
    provesOthers && {
      capability: 'accountUpdates' as const,
      effect:
        'an account that was linked to a user before the first proof of the address by mail still signs in after it',
    },
    provesOthers &&
      strategy === 'database' && {
        capability: 'revocation' as const,
        effect: 'a session from before the first proof of an address by mail goes on after it',
      },
  ].filter((one) => one !== false)
  return concerned
    .filter(({ capability }) => adapter.capabilities?.[capability] !== true)
    .map(
      ({ capability, effect }) =>
        `Without "${capability}" ${effect}. Use an adapter that declares it, such as @latchstring/adapter-sql; ` +
        'or set `adapterRequires` to what you need, `[]` for nothing.',
    )
}

/** How many configurations of an application are searched for settings without effect: a function makes one for each request. */
const MAX_SEARCHED = 32

const searches = memoize((_application: object) => ({ count: 0 }))

/**
 * Warns of options and variables of providers that have no effect, and once of the versions of frameworks.
 *
 * @param application - whose configurations are searched, the first ones alone
 */
export function warnUnread(log: Log, find: () => UnreadSettings, application: object): void {
  const searched = searches(application)
  if (searched.count === 0) warnOfVersions(log)
  if (searched.count >= MAX_SEARCHED) return
  searched.count += 1
  const { options, variables } = find()
  for (const sentence of options) log.warn('unknown-option', sentence)
  for (const sentence of variables) log.warn('unread-variable', sentence)
}

/** Warns of providers, and of capabilities that the adapter lacks for them. */
export function warnProviders(
  log: Log,
  input: AnyConfig,
  {
    providers,
    mailSender,
    skipped,
    strategy,
  }: Pick<ResolvedConfig, 'providers' | 'mailSender' | 'skipped'> &
    Pick<ResolvedSession, 'strategy'>,
): void {
  const beside = { mailSender, features: input.features }
  for (const reason of reasonsOf(skipped, beside)) log.warn('provider-left-out', reason)
  const all = new Map<string, ConfiguredProvider>(providers)
  if (mailSender) all.set(mailSender.id, mailSender)
  for (const { id, config } of all.values()) {
    if (config.deprecated) log.warn('deprecated-provider', `"${id}": ${config.deprecated}`)
    if (config.weakness) log.warn('weak-provider', `"${id}": ${config.weakness}`)
  }
  const kinds = new Set([...providers.values()].map(({ kind }) => kind))
  for (const weakness of findWeaknesses(input, kinds, strategy, mailSender !== undefined)) {
    log.warn('adapter-capability', weakness)
  }
}
