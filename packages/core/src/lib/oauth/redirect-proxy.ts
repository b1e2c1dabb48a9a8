import type { OAuthProvider } from '../config/providers.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import type { Context } from '../context.ts'
import { randomToken } from '../crypto/random.ts'
import type { SealedBox } from '../crypto/sealed-box.ts'
import { InvalidCheck, InvalidRequest } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import {
  newState,
  restOfState,
  TRANSACTION_MAX_AGE,
  transactionIdOf,
} from '../transaction/transaction.ts'

/** Parameters of an authorization response (RFC 6749, section 4.1.2) that are sent on; nothing else of it is. */
export const FORWARDED = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
] as const

/** Where an answer has to go, sealed in the `state` of the sign-in it belongs to. */
export interface ProxiedAnswer {
  /** Of the transaction. */
  readonly id: string
  /** Address of the deployment that asks. */
  readonly callback: string
  /** The service speaks a protocol of its own: every parameter is part of its answer. */
  readonly whole?: boolean
}

/** A `state` that says, sealed, where the answer has to go. */
export async function proxyState(
  box: SealedBox,
  { id, callback, whole = false }: ProxiedAnswer,
): Promise<string> {
  const payload = { id, origin: callback, random: randomToken(), ...(whole ? { whole } : {}) }
  return newState(id, await box.seal('proxy', payload, TRANSACTION_MAX_AGE))
}

function isProxy({ config, origin }: Context, { redirectProxyUrl }: OAuthProvider): boolean {
  const url = redirectProxyUrl ?? config.redirectProxyUrl
  return url !== undefined && URL.canParse(url) && new URL(url).origin === origin.href
}

interface Target {
  readonly url: URL
  readonly whole: boolean
}

/** Where a sealed `state` says that the answer has to go. */
async function targetOf(box: SealedBox, state: string): Promise<Target> {
  const opened = await box.open('proxy', restOfState(state))
  const target = opened?.payload['origin']
  const intact = opened?.payload['id'] === transactionIdOf(state)
  if (intact && typeof target === 'string' && URL.canParse(target)) {
    return { url: new URL(target), whole: opened?.payload['whole'] === true }
  }
  throw new InvalidCheck(
    'The `state` does not open: it was made up, was sealed with another secret, or is over 15 minutes old.',
  )
}

function repeated(): InvalidRequest {
  return new InvalidRequest(
    'A parameter of the authorization response stands there more than once.',
  )
}

/** What decides where an answer may go. */
export interface Forwarding {
  readonly box: SealedBox
  readonly origins: ResolvedConfig['redirectProxyOrigins']
  /** Id of the provider whose callback was called. */
  readonly provider: string
  /** Parameters that stand there more than once. */
  readonly duplicates: ReadonlySet<string>
}

/**
 * The address to send an authorization response on to.
 *
 * @throws InvalidCheck when the `state` does not open, belongs to another provider, or names an origin that is not listed
 * @throws InvalidRequest when a parameter that is sent on stands there more than once
 */
export async function forwardingAddress(
  parameters: URLSearchParams,
  { box, origins, provider, duplicates }: Forwarding,
): Promise<string> {
  const { url: target, whole } = await targetOf(box, parameters.get('state') ?? '')
  // A code must not reach the token endpoint of another provider than the one that gave it (RFC 9700, section 4.4).
  if (!target.pathname.endsWith(`/callback/${provider}`)) {
    throw new InvalidCheck(`The sign-in was started with another provider than "${provider}".`)
  }
  if (!origins.has(target)) {
    throw new InvalidCheck(
      `The \`state\` names ${target.origin}, which \`redirectProxyOrigins\` does not list.`,
    )
  }
  for (const name of whole ? new Set(parameters.keys()) : FORWARDED) {
    if (duplicates.has(name)) throw repeated()
    const value = parameters.get(name)
    if (value !== null) target.searchParams.set(name, value)
  }
  return target.href
}

/**
 * On the deployment at `redirectProxyUrl`: sends an answer on to the deployment that asked, if that is on the list.
 *
 * @returns nothing when the answer is for this deployment
 * @throws InvalidCheck when it may not be sent on
 */
export async function forwardFromProxy(
  context: Context,
  provider: OAuthProvider,
  parameters: URLSearchParams,
): Promise<FlowResult | undefined> {
  const state = parameters.get('state')
  if (state === null || !isProxy(context, provider)) return undefined
  // A `state` of this deployment's own carries no sealed origin.
  if (!restOfState(state).includes('.')) return undefined
  const { config, profile, jar } = context
  const to = await forwardingAddress(parameters, {
    box: profile.box,
    origins: config.redirectProxyOrigins,
    provider: provider.id,
    duplicates: context.request.duplicates,
  })
  return { kind: 'redirect', to, jar }
}
