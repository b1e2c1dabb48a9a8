import type { ProviderOfKind } from '../../config/providers.ts'
import type { Context } from '../../request/context.ts'
import { CallbackRouteError, InvalidConfiguration } from '../../errors/classes.ts'
import { naming } from '../../errors/own-function.ts'
import { isObject } from '../../kit/json.ts'
import type { RelayingParty } from '../../types/relying-party.ts'
import { hookParameters } from './hook-parameters.ts'

/** Whose answers are taken: an RP ID, and pages at these origins. */
export interface Audience {
  readonly rpId: string
  /** Origins that answers may come from. */
  readonly origins: readonly string[]
}

/** A relying party, checked. */
export interface Party extends Audience {
  readonly name: string
}

/** Characters all origins may have together, as JSON: they are in a cookie, beside two others of the kind. */
const MAX_ORIGINS = 2000

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

function readOrigins(configured: string | readonly string[], provider: string): readonly string[] {
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

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** What a function of the application answered. */
function requireParty(answer: unknown, provider: string): RelayingParty {
  const { id, name, origin } = isObject(answer) ? answer : {}
  const origins: unknown[] = Array.isArray(origin) ? origin : [origin]
  if (isText(id) && isText(name) && origins.every(isText)) return { id, name, origin: origins }
  throw new InvalidConfiguration(
    `\`getRelayingParty\` of "${provider}" has to return { id, name, origin }: texts that are not empty, and for \`origin\` also an array of them.`,
  )
}

function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value[0] : value
}

async function readParty(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
): Promise<RelayingParty> {
  const { relyingParty, relayingParty, getRelayingParty } = provider.config
  if (getRelayingParty) {
    const subject = `The \`getRelayingParty\` function of "${provider.id}"`
    const asked = hookParameters(context, provider)
    const party = await naming(CallbackRouteError, subject, () => getRelayingParty(...asked))
    return requireParty(party, provider.id)
  }
  const { hostname, host } = new URL(context.origin.href)
  const { id, name, origin } = relyingParty ?? relayingParty ?? {}
  return {
    id: first(id) ?? hostname,
    name: first(name) ?? host,
    origin: origin ?? context.origin.href,
  }
}

/**
 * The relying party for a request. It is asked for when options are made; an answer is verified for the one that its
 * challenge was made for.
 *
 * @throws InvalidConfiguration when browsers would refuse it
 * @throws CallbackRouteError when the function of the application throws
 */
export async function requireRelyingParty(
  context: Context,
  provider: ProviderOfKind<'webauthn'>,
): Promise<Party> {
  const { id, name, origin } = await readParty(context, provider)
  const origins = readOrigins(origin, provider.id)
  for (const one of origins) requireSuffix(id, one)
  return { rpId: id, name, origins }
}
