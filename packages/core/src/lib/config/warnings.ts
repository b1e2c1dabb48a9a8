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
