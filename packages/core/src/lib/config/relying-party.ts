import { InvalidConfiguration } from '../errors/classes.ts'
import type { OriginPolicy } from '../http/origin.ts'
import type { Log } from '../logger/logger.ts'
import type { WebAuthnConfig } from '../types/webauthn.ts'
import type { ConfiguredProvider } from './providers.ts'

/** Whether a text is a host name as browsers write it, and no address: what an RP ID can be (section 5.1.3, step 7). */
function isDomain(id: string): boolean {
  const url = `https://${id}/`
  if (!URL.canParse(url) || new URL(url).hostname !== id) return false
  return !id.startsWith('[') && !/^\d+(?:\.\d+){3}$/.test(id)
}

const isUnder = (rpId: string, hostname: string): boolean =>
  hostname === rpId || hostname.endsWith(`.${rpId}`)

/** Origins of native applications, such as `android:apk-key-hash:…`, have no host. */
const isWeb = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:'

/**
 * Why no browser takes a relying party (Web Authentication Level 3, sections 5.1.3 and 5.11). An origin outside of the RP ID is a
 * related one, which browsers look up at the RP ID over https; one at least has to be within it.
 *
 * @param origins - as in `URL.origin`
 */
export function partyProblem(rpId: string, origins: readonly string[]): string | undefined {
  if (!isDomain(rpId)) {
    return `\`relyingParty.id\` is ${JSON.stringify(rpId)}, and browsers take only host names, in lower case and without a port, and no addresses. Use a host name, such as localhost on this machine.`
  }
  const web = origins.map((origin) => new URL(origin)).filter(isWeb)
  // A name of one part above a host is a public suffix, such as `com`.
  if (!/\.|^localhost$/.test(rpId) && web.some((one) => one.hostname.endsWith(`.${rpId}`))) {
    return `\`relyingParty.id\` is ${JSON.stringify(rpId)}, which belongs to every domain below it. Use a host name of the application.`
  }
  const [foreign, ...others] = web.filter(({ hostname }) => !isUnder(rpId, hostname))
  if (!foreign) return undefined
  const outside = [foreign, ...others].find(({ protocol }) => protocol !== 'https:')
  if (!outside && others.length + 1 < web.length) return undefined
  return `\`relyingParty.id\` is ${JSON.stringify(rpId)}, which is neither the host of ${(outside ?? foreign).origin} nor a domain it belongs to.`
}

/** Longest list of origins, in characters of JSON. It is in a cookie, of which a browser may have three. */
const MAX_ORIGINS = 2000

/**
 * The origins of an option, each checked.
 *
 * @throws InvalidConfiguration that names the provider when one is no origin, or they are too long together
 */
export function readOrigins(
  configured: string | readonly string[],
  provider: string,
): readonly string[] {
  const origins = typeof configured === 'string' ? [configured] : configured
  const wrong = origins.find((origin) => !URL.canParse(origin) || origin.endsWith('/'))
  if (origins.length === 0 || wrong !== undefined) {
    throw new InvalidConfiguration(
      `\`relyingParty.origin\` of "${provider}" has to be an origin such as https://app.example.com, or several of them.`,
    )
  }
  if (JSON.stringify(origins).length > MAX_ORIGINS) {
    throw new InvalidConfiguration(
      `The origins of \`relyingParty.origin\` of "${provider}" are longer than ${MAX_ORIGINS} characters together, as JSON. Name those of the request with \`getRelayingParty\`.`,
    )
  }
  return origins
}

/** The RP ID and the origins of a provider, as far as they are fixed. */
function fixedParty(
  { id: provider, relyingParty, relayingParty }: WebAuthnConfig,
  own: string | undefined,
): { readonly rpId: string | undefined; readonly origins: readonly string[] } {
  const { id, origin } = relyingParty ?? relayingParty ?? {}
  return {
    rpId: listOf(id)[0] ?? (own === undefined ? undefined : new URL(own).hostname),
    origins: origin === undefined ? listOf(own) : readOrigins(origin, provider),
  }
}

const listOf = (value: string | readonly string[] | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : (value ?? [])

/**
 * Checks relying parties as far as they are fixed: those that a function or the host of a request decides are checked with each request.
 *
 * @returns the policy
 * @throws InvalidConfiguration when browsers would refuse one that the application has named
 */
export function checkRelyingParties(
  providers: ReadonlyMap<string, ConfiguredProvider>,
  policy: OriginPolicy,
  log: Log,
): OriginPolicy {
  const own = policy.kind === 'fixed' ? policy.origin.href : undefined
  for (const { kind, config } of providers.values()) {
    if (kind !== 'webauthn' || config.getRelayingParty) continue
    const { rpId, origins } = fixedParty(config, own)
    if (rpId === undefined) continue
    const problem = partyProblem(rpId, origins)
    if (problem === undefined) continue
    const isNamed = (config.relyingParty ?? config.relayingParty)?.id !== undefined
    if (isNamed) throw new InvalidConfiguration(`The provider "${config.id}": ${problem}`)
    // The other ways to sign in work.
    log.warn('webauthn-host', `The provider "${config.id}" cannot be used: ${problem}`)
  }
  return policy
}
