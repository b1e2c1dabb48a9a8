import type { Log } from '../logger/logger.ts'
import type { WarningCode } from '../types/logger.ts'
import type { AnyConfig, ResolvedConfig, ResolvedSession } from './resolved-config.ts'
import { findWeaknesses } from './capabilities.ts'

/** Warns of what the options say by themselves. */
export function warnOptions(
  log: Log,
  input: Pick<AnyConfig, 'debug' | 'experimental'>,
  others: readonly WarningCode[],
): void {
  if (input.debug) log.warn('debug-enabled')
  for (const code of others) log.warn(code)
  if (input.experimental?.enableWebAuthn) log.warn('experimental-webauthn')
}

/** What pages and mails read: hexadecimal, or a word. */
const COLOUR = /^\s*(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]+)?\s*$/i

/** Warns of colours of the theme that no page takes: text has to be readable on them, which cannot be computed for all of CSS. */
export function warnTheme(log: Log, theme: AnyConfig['theme'] = {}): void {
  for (const name of ['brandColor', 'buttonText'] as const) {
    const colour = theme[name]
    if (colour === undefined || COLOUR.test(colour)) continue
    log.warn(
      'theme-colour',
      `\`theme.${name}\` is neither hexadecimal nor a name. Write it like "#3d52b5" or "navy".`,
    )
  }
}

/** Warns of providers, and of what the store promises less than they could use. */
export function warnProviders(
  log: Log,
  input: AnyConfig,
  {
    providers,
    leftOut,
    strategy,
  }: Pick<ResolvedConfig, 'providers' | 'leftOut'> & Pick<ResolvedSession, 'strategy'>,
): void {
  for (const { error } of leftOut) log.warn('provider-left-out', error.message)
  for (const { id, config } of providers.values()) {
    if (config.deprecated) log.warn('deprecated-provider', `"${id}": ${config.deprecated}`)
  }
  const kinds = new Set([...providers.values()].map(({ kind }) => kind))
  for (const weakness of findWeaknesses(input, kinds, strategy)) {
    log.warn('adapter-capability', weakness)
  }
}
