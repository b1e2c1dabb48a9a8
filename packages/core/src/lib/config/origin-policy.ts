import { toOrigin, type OriginPolicy } from '../http/origin.ts'
import type { AuthConfig } from '../types/config.ts'
import type { WarningCode } from '../types/logger.ts'
import type { Settings } from './env.ts'

function selectPolicy(
  input: Pick<AuthConfig, 'trustHost' | 'allowedHosts'>,
  settings: Settings,
): OriginPolicy {
  const trusted = input.trustHost ?? settings.trustHost
  if (settings.url) return { kind: 'fixed', origin: toOrigin(settings.url) }
  if (input.allowedHosts) {
    const hosts = new Set(input.allowedHosts.map((host) => host.toLowerCase()))
    return { kind: 'listed', hosts, forwarded: trusted ?? settings.platform !== undefined }
  }
  if (trusted === true) return { kind: 'trusted', by: 'trustHost' }
  if (trusted === undefined && settings.platform) return { kind: 'trusted', by: settings.platform }
  if (trusted === undefined && !settings.production) return { kind: 'trusted', by: 'development' }
  const fix =
    'Set AUTH_URL=https://your-host, or list `allowedHosts`; behind a proxy that sets the host itself, AUTH_TRUST_HOST=true.'
  return { kind: 'untrusted', fix }
}

/**
 * How the origin of a request is found, and whether its headers are trusted for it.
 *
 * @returns with a warning where nothing but the request says where a production application is: anybody can send one
 */
export function resolveOriginPolicy(
  input: Pick<AuthConfig, 'trustHost' | 'allowedHosts'>,
  settings: Settings,
): [OriginPolicy, WarningCode[]] {
  const policy = selectPolicy(input, settings)
  const alone = policy.kind === 'trusted' && policy.by === 'trustHost'
  return [policy, settings.production && alone ? ['trust-host'] : []]
}
