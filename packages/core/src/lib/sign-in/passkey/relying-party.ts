import { partyProblem, readOrigins } from '../../config/relying-party.ts'
import type { ProviderOfKind } from '../../config/providers.ts'
import { actionUrl, type Context } from '../../request/context.ts'
import type { WebAuthnHookOptions, WebAuthnHookRequest } from '../../types/webauthn.ts'
import { CallbackRouteError, InvalidConfiguration } from '../../errors/classes.ts'
import { naming } from '../../errors/own-function.ts'
import { isObject } from '../../kit/json.ts'
import type { RelayingParty } from '../../types/relying-party.ts'

/**
 * The arguments of functions of the application.
 *
 * @param query - replaces the parameters of the request
 */
export function hookParameters(
  context: Context,
  { config, store }: ProviderOfKind<'webauthn'>,
  query: Readonly<Record<string, string>> = Object.fromEntries(context.request.query),
): readonly [options: WebAuthnHookOptions, request: WebAuthnHookRequest] {
  const { method, action, body } = context.request
  const url = new URL(actionUrl(context, `${action}/${config.id}`, query))
  return [
    { provider: config, adapter: store, url },
    { method, url, query, body: Object.fromEntries(body) },
  ]
}

/** The relying party of a challenge: its RP ID, and the origins of its pages. */
export interface PartyScope {
  readonly rpId: string
  readonly origins: readonly string[]
}

/** A relying party, checked. */
export interface Party extends PartyScope {
  readonly name: string
}

function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** @param answer - of a function of the application, whose type is unchecked */
function requireParty(answer: unknown, provider: string): RelayingParty {
  const { id, name, origin } = isObject(answer) ? answer : {}
  const origins: unknown[] = Array.isArray(origin) ? origin : [origin]
  if (isFilledText(id) && isFilledText(name) && origins.every(isFilledText))
    return { id, name, origin: origins }
  throw new InvalidConfiguration(
    `\`getRelayingParty\` of "${provider}" has to return { id, name, origin }: texts that are not empty, and for \`origin\` also an array of them.`,
  )
}

function firstOf(value: string | readonly string[] | undefined): string | undefined {
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
    id: firstOf(id) ?? hostname,
    name: firstOf(name) ?? host,
    origin: origin ?? context.origin.href,
  }
}

/**
 * The relying party of a request for options. An answer is verified for the relying party in its challenge.
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
  const problem = partyProblem(id, origins)
  if (problem !== undefined) throw new InvalidConfiguration(problem)
  return { rpId: id, name, origins }
}
