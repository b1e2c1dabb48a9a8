import type { ProviderOfKind } from '../config/providers.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { requestedProvider, type Context } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { InvalidLogoutToken, InvalidProvider, UnknownAction } from '../errors/classes.ts'
import { emit } from '../request/emit.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { findKnownAddress } from '../limits/subjects.ts'
import { describeMore, takeLine } from '../logger/lines.ts'
import { endsFromOutside, isFormPost } from '../sign-out/receivers.ts'

const backChannel = lazy(() => import('../sign-out/back-channel.ts'))
const frontChannel = lazy(() => import('../sign-out/front-channel.ts'))

/** Why a request is refused, and what the log says of it, which is only asked for where there is a line for it. */
interface Refused {
  readonly reason: string
  readonly toError: () => Error
}

/** What is said of a request without the one `logout_token` of a form. */
function asNoForm({ request: { unreadable } }: Context): Refused {
  const reason = 'form'
  const message = `${reason}: the request is not a form with one \`logout_token\`.`
  const cause = unreadable === undefined ? { reason } : { reason, err: unreadable }
  return { reason, toError: () => new InvalidLogoutToken(message, cause) }
}

/** The one `logout_token` of the form (OpenID Connect Back-Channel Logout 1.0, section 2.5). */
function readToken({ request }: Context): string | undefined {
  const token = request.body.get('logout_token')
  if (typeof token !== 'string' || request.duplicates.has('logout_token')) return undefined
  return isFormPost(request) ? token : undefined
}

/** Ends what a request asks for, or says why not. */
async function endAsked(
  context: Context,
  provider: ProviderOfKind<'oidc'>,
): Promise<Refused | undefined> {
  const token = readToken(context)
  if (token === undefined) return asNoForm(context)
  try {
    const { endByLogoutToken } = await backChannel()
    const refusal = await endByLogoutToken(context.config, provider, token)
    return refusal && { reason: refusal.problem, toError: () => refusal.toError(provider) }
  } catch (thrown) {
    const error = asError(thrown)
    return { reason: error.name, toError: () => error }
  }
}

/** Tells the application of a token that was used before. */
async function tellReplayed(context: Context, provider: string): Promise<void> {
  const address = await findKnownAddress(context)
  const from = address === undefined ? {} : { address }
  await emit(context.config, 'replayDetected', { what: 'logout-token', provider, ...from })
}

/** Logs a refusal, or once in a window that there were more of its kind. */
function logRefused(config: ResolvedConfig, provider: string, { reason, toError }: Refused): void {
  const line = takeLine(config, `logout ${provider} ${reason}`)
  if (line === 'own') config.log.error(toError())
  if (line !== 'more') return
  const what = `logout requests for "${provider}" were refused for the reason "${reason}"`
  config.log.error(new InvalidLogoutToken(describeMore(what)))
}

/** Whatever is wrong is in the log, and no business of whoever sent it. */
async function receive(context: Context): Promise<FlowResult> {
  const { config, jar } = context
  const provider = requestedProvider(context)
  if (provider.kind !== 'oidc') {
    throw new InvalidProvider(`"${provider.id}" is not an OpenID Connect provider.`)
  }
  const refused = await endAsked(context, provider)
  if (refused === undefined) return { kind: 'json', status: 200, body: {}, jar }
  logRefused(config, provider.id, refused)
  if (refused.reason === 'replayed') await tellReplayed(context, provider.id)
  return { kind: 'json', status: 400, body: { error: 'invalid_request' }, jar }
}

/** @throws UnknownAction with what to set, where no session can be ended from outside */
function requireEndings({ config }: Context): void {
  if (endsFromOutside(config)) return
  throw new UnknownAction(
    'Providers cannot end sessions here. Set `session.revocation` with the strategy "jwt", or `session.devices` with "database".',
  )
}

/**
 * POST backchannel-logout. There is no such action where no session can be ended from outside.
 *
 * @throws UnknownAction with what to set
 */
export async function backChannelLogout(context: Context): Promise<FlowResult> {
  requireEndings(context)
  return receive(context)
}

/**
 * GET frontchannel-logout, which a frame on a page of the provider asks for. There is no such action for a provider without the
 * option, and where a session does not say by which session at the provider it was opened.
 *
 * @throws UnknownAction with what to set
 * @throws InvalidRequest when `iss` or `sid` is missing, or there twice
 */
export async function frontChannelLogout(context: Context): Promise<FlowResult> {
  const provider = requestedProvider(context)
  const isSet =
    provider.kind === 'oidc' &&
    'frontChannelLogout' in provider.config &&
    provider.config.frontChannelLogout === true
  if (!isSet) {
    throw new UnknownAction(
      `"${provider.id}" ends no sessions by a frame. Set its option \`frontChannelLogout\`, and read docs/logout.md first.`,
    )
  }
  requireEndings(context)
  const { endInFrame } = await frontChannel()
  return { kind: 'json', status: 200, body: {}, jar: await endInFrame(context) }
}
