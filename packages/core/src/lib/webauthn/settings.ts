import type { SessionContext } from '../context.ts'
import { InvalidConfiguration } from '../errors/classes.ts'
import type { WebAuthnConfig } from '../types/provider.ts'
import type { ResidentKey, UserVerification } from '../types/relying-party.ts'

/** Milliseconds a ceremony may take; its challenge lives as long. */
export const MAX_TIMEOUT = 300_000

/** A provider with its defaults, for the origin of a request. */
export interface Settings {
  readonly provider: string
  readonly rpId: string
  readonly rpName: string
  /** Origins that answers may come from. */
  readonly origins: readonly string[]
  readonly userVerification: UserVerification
  readonly residentKey: ResidentKey
  readonly listCredentials: boolean
  readonly checkUserHandle: boolean
  /** Milliseconds. */
  readonly timeout: number
}

/** Browsers refuse everything else (Web Authentication Level 3, section 5.1.3, step 7). */
function requireSuffix(rpId: string, origin: string): void {
  // Origins of native applications, such as `android:apk-key-hash:…`, have no host.
  const { hostname, protocol } = new URL(origin)
  if (protocol !== 'https:' && protocol !== 'http:') return
  if (hostname === rpId || hostname.endsWith(`.${rpId}`)) return
  throw new InvalidConfiguration(
    `\`relyingParty.id\` is ${JSON.stringify(rpId)}, which is neither the host of ${origin} nor a domain it belongs to.`,
  )
}

function originsOf(configured: string | readonly string[], provider: string): readonly string[] {
  const origins = typeof configured === 'string' ? [configured] : configured
  const wrong = origins.find((origin) => !URL.canParse(origin) || origin.endsWith('/'))
  if (origins.length > 0 && wrong === undefined) return origins
  throw new InvalidConfiguration(
    `\`relyingParty.origin\` of "${provider}" has to be an origin such as https://app.example.com, or several of them.`,
  )
}

/**
 * The settings of a provider.
 *
 * @throws InvalidConfiguration when browsers would refuse the relying party
 */
export function settingsOf(
  { origin }: Pick<SessionContext, 'origin'>,
  config: WebAuthnConfig,
): Settings {
  const { relyingParty = {}, timeout = MAX_TIMEOUT } = config
  const { hostname, host } = new URL(origin.href)
  const rpId = relyingParty.id ?? hostname
  const origins = originsOf(relyingParty.origin ?? origin.href, config.id)
  for (const one of origins) requireSuffix(rpId, one)
  return {
    provider: config.id,
    rpId,
    rpName: relyingParty.name ?? host,
    origins,
    userVerification: config.userVerification ?? 'required',
    residentKey: config.residentKey ?? 'required',
    listCredentials: config.listCredentials ?? false,
    checkUserHandle: config.checkUserHandle ?? true,
    timeout: Math.min(Math.max(1, timeout), MAX_TIMEOUT),
  }
}
