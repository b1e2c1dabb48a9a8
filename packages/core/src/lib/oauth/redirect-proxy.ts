import type { OAuthProvider } from '../config/providers.ts'
import type { Context } from '../context.ts'
import { InvalidCheck } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { restOfState, transactionIdOf } from '../transaction/transaction.ts'

/** Parameters of an authorization response that are sent on; nothing else is. */
const FORWARDED = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri'] as const

function isProxy({ config, origin }: Context, { redirectProxyUrl }: OAuthProvider): boolean {
  const url = redirectProxyUrl ?? config.redirectProxyUrl
  return url !== undefined && URL.canParse(url) && new URL(url).origin === origin.href
}

/** Where a sealed `state` says that the answer has to go. */
async function targetOf(context: Context, state: string): Promise<URL | undefined> {
  const id = transactionIdOf(state)
  const opened = await context.profile.box.open('proxy', restOfState(state))
  const target = opened?.payload['origin']
  if (opened?.payload['id'] !== id || typeof target !== 'string') return undefined
  return URL.canParse(target) ? new URL(target) : undefined
}

/**
 * On the deployment at `redirectProxyUrl`: sends an answer on to the deployment that asked, if that is on the list.
 *
 * @returns nothing when the answer is for this deployment
 * @throws InvalidCheck when the `state` does not open, or names an origin that is not listed
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
  const target = await targetOf(context, state)
  if (!target || !context.config.redirectProxyOrigins.has(target.origin)) {
    throw new InvalidCheck('The `state` names no origin that `redirectProxyOrigins` lists.')
  }
  for (const name of FORWARDED) {
    const value = parameters.get(name)
    if (value !== null) target.searchParams.set(name, value)
  }
  return { kind: 'redirect', to: target.href, jar: context.jar }
}
