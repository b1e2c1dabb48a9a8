import { actionUrl, type Context } from '../context.ts'
import { InvalidConfiguration, MissingAdapter } from '../errors/classes.ts'
import type { RelayingParty } from '../types/relying-party.ts'
import type { WebAuthnConfig, WebAuthnHookOptions, WebAuthnHookRequest } from '../types/webauthn.ts'
import {
  type Authentication,
  authenticationOf,
  type Registration,
  registrationOf,
} from './ceremony-options.ts'

/** A provider with its defaults, for a request. */
export interface Settings {
  readonly provider: string
  readonly rpId: string
  readonly rpName: string
  /** Origins that answers may come from. */
  readonly origins: readonly string[]
  readonly checkUserHandle: boolean
  readonly authentication: Authentication
  readonly registration: Registration
  readonly functions: WebAuthnConfig['simpleWebAuthn']
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

/** What functions of the application are told of a request. */
export function hookParameters(
  context: Context,
  provider: WebAuthnConfig,
): readonly [options: WebAuthnHookOptions, request: WebAuthnHookRequest] {
  const { method, action, query, body } = context.request
  const url = new URL(actionUrl(context, `${action}/${provider.id}`, Object.fromEntries(query)))
  const { adapter } = context.config
  if (!adapter) throw new MissingAdapter('WebAuthn needs an adapter.')
  return [
    { provider, adapter, url },
    { method, url, query: Object.fromEntries(query), body: Object.fromEntries(body) },
  ]
}

function first(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value[0] : value
}

async function relyingPartyOf(context: Context, config: WebAuthnConfig): Promise<RelayingParty> {
  const { relyingParty, relayingParty, getRelayingParty } = config
  const { hostname, host } = new URL(context.origin.href)
  const dynamic = await getRelayingParty?.(...hookParameters(context, config))
  const { id, name, origin } = dynamic ?? relyingParty ?? relayingParty ?? {}
  return {
    id: first(id) ?? hostname,
    name: first(name) ?? host,
    origin: origin ?? context.origin.href,
  }
}

/**
 * The settings of a provider.
 *
 * @throws InvalidConfiguration when browsers would refuse the relying party
 */
export async function settingsOf(context: Context, config: WebAuthnConfig): Promise<Settings> {
  const party = await relyingPartyOf(context, config)
  const origins = originsOf(party.origin, config.id)
  for (const one of origins) requireSuffix(party.id, one)
  return {
    provider: config.id,
    rpId: party.id,
    rpName: party.name,
    origins,
    checkUserHandle: config.checkUserHandle ?? true,
    authentication: authenticationOf(config),
    registration: registrationOf(config),
    functions: config.simpleWebAuthn,
  }
}
