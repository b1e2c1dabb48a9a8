import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { AuthRequest } from '../types/request.ts'
import type { ProviderOfKind } from '../config/providers.ts'
import { requestedProvider, type Context } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { InvalidLogoutToken, InvalidProvider, UnknownAction } from '../errors/classes.ts'
import { emit } from '../request/emit.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { findKnownAddress } from '../limits/subjects.ts'
import { describeMore, takeLine } from '../logger/lines.ts'

/** Whether sessions can be ended without their browser. */
export function endsFromOutside({ session, revocation }: ResolvedConfig): boolean {
  return session.strategy === 'jwt' ? revocation !== undefined : Boolean(session.devices)
}

/** Whether a request is a form, and not JSON. */
export function isFormPost({ headers }: Pick<AuthRequest, 'headers'>): boolean {
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1)
  return type.trim().toLowerCase() === 'application/x-www-form-urlencoded'
}

const loadBackChannel = lazy(() => import('../sign-out/back-channel.ts'))
const loadFrontChannel = lazy(() => import('../sign-out/front-channel.ts'))

/** Why a request is refused. The error is only made where it is logged. */
interface Refused {
  readonly reason: string
  readonly toError: () => Error
}

/** The refusal of a request that is not a form with one `logout_token`. */
function refuseForm({ request: { unreadable } }: Context): Refused {
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

/** Ends the sessions that the token of a request names. */
async function endByToken(
  context: Context,
  provider: ProviderOfKind<'oidc'>,
): Promise<Refused | undefined> {
  const token = readToken(context)
  if (token === undefined) return refuseForm(context)
  try {
    const { endByLogoutToken } = await loadBackChannel()
    const refusal = await endByLogoutToken(context.config, provider, token)
    return refusal && { reason: refusal.problem, toError: () => refusal.toError(provider) }
  } catch (thrown) {
    const error = asError(thrown)
    return { reason: error.name, toError: () => error }
  }
}

/** Emits `replayDetected` for a token that was used before. */
async function reportReplay(context: Context, provider: string): Promise<void> {
  const address = await findKnownAddress(context)
  const from = address === undefined ? {} : { address }
  await emit(context.config, 'replayDetected', { what: 'logout-token', provider, ...from })
}

/** Logs a refusal, or once in a window that there were more for the same reason. */
function logRefused(config: ResolvedConfig, provider: string, { reason, toError }: Refused): void {
  const line = takeLine(config, `logout ${provider} ${reason}`)
  if (line === 'own') config.log.error(toError())
  if (line !== 'more') return
  const what = `logout requests for "${provider}" were refused for the reason "${reason}"`
  config.log.error(new InvalidLogoutToken(describeMore(what)))
}

/** The response does not say what is wrong, which only the log has. */
async function receive(context: Context): Promise<FlowResult> {
  const { config, jar } = context
  const provider = requestedProvider(context)
  if (provider.kind !== 'oidc') {
    throw new InvalidProvider(`"${provider.id}" is not an OpenID Connect provider.`)
  }
  const refused = await endByToken(context, provider)
  if (refused === undefined) return { kind: 'json', status: 200, body: {}, jar }
  logRefused(config, provider.id, refused)
  if (refused.reason === 'replayed') await reportReplay(context, provider.id)
  return { kind: 'json', status: 400, body: { error: 'invalid_request' }, jar }
}

/** @throws UnknownAction with the option to set, where sessions cannot be ended without their browser */
function requireRemoteEndings({ config }: Context): void {
  if (endsFromOutside(config)) return
  throw new UnknownAction(
    'Providers cannot end sessions here. Set `session.revocation` with the strategy "jwt", or `session.devices` with "database".',
  )
}

/**
 * POST backchannel-logout.
 *
 * @throws UnknownAction with the option to set, where sessions cannot be ended without their browser
 */
export async function backChannelLogout(context: Context): Promise<FlowResult> {
  requireRemoteEndings(context)
  return receive(context)
}

/**
 * GET frontchannel-logout, which a frame on a page of the provider requests.
 *
 * @throws UnknownAction with the option to set, without \`frontChannelLogout\` of the provider, or where sessions do not record by which
 * session at the provider they were opened
 * @throws InvalidRequest when `iss` or `sid` is missing or repeated
 */
export async function frontChannelLogout(context: Context): Promise<FlowResult> {
  const provider = requestedProvider(context)
  const isSet =
    provider.kind === 'oidc' &&
    'frontChannelLogout' in provider.config &&
    provider.config.frontChannelLogout === true
  if (!isSet) {
    throw new UnknownAction(
      `"${provider.id}" ends no sessions by a frame. Set its option \`frontChannelLogout\`, and read the guide about sign-out first.`,
    )
  }
  requireRemoteEndings(context)
  const { endInFrame } = await loadFrontChannel()
  return { kind: 'json', status: 200, body: {}, jar: await endInFrame(context) }
}
