import type { Log } from '../logger/logger.ts'
import type { ProviderType } from '../types/account.ts'
import type { AuthConfig } from '../types/config.ts'
import type { WarningCode } from '../types/logger.ts'
import { findUnknownOptions } from './option-names.ts'
import type { AnyConfig, ResolvedConfig, ResolvedSession } from './resolved-config.ts'

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

/** Warns of options that are wrong or weak without regard to the others. */
export function warnOptions(
  log: Log,
  input: Pick<AnyConfig, 'debug' | 'experimental' | 'theme'>,
  others: readonly WarningCode[],
): void {
  if (input.debug) log.warn('debug-enabled')
  for (const code of others) log.warn(code)
  for (const sentence of findUnknownOptions(input)) log.warn('unknown-option', sentence)
  if (input.experimental?.enableWebAuthn) log.warn('experimental-webauthn')
  warnTheme(log, input.theme)
}

/** Capabilities that the adapter lacks and the configuration could use. None where the application sets `adapterRequires`. */
export function findWeaknesses(
  { adapter, adapterRequires }: Pick<AuthConfig, 'adapter' | 'adapterRequires'>,
  kinds: ReadonlySet<ProviderType>,
  strategy: 'jwt' | 'database',
): readonly string[] {
  if (!adapter || adapterRequires) return []
  const oauth = kinds.has('oauth') || kinds.has('oidc')
  const provesOthers = kinds.has('email') && kinds.size > 1
  const concerned = [
    (kinds.has('email') || kinds.has('webauthn')) && {
      capability: 'atomicConsume' as const,
      effect:
        'two who use a link, a code or a passkey at the same moment may both get in, and codes typed at the same moment count as one',
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

/** Warns of providers, and of capabilities that the adapter lacks for them. */
export function warnProviders(
  log: Log,
  input: AnyConfig,
  {
    providers,
    skipped,
    strategy,
  }: Pick<ResolvedConfig, 'providers' | 'skipped'> & Pick<ResolvedSession, 'strategy'>,
): void {
  for (const { error } of skipped) log.warn('provider-left-out', error.message)
  for (const { id, config } of providers.values()) {
    if (config.deprecated) log.warn('deprecated-provider', `"${id}": ${config.deprecated}`)
  }
  const kinds = new Set([...providers.values()].map(({ kind }) => kind))
  for (const weakness of findWeaknesses(input, kinds, strategy)) {
    log.warn('adapter-capability', weakness)
  }
}
