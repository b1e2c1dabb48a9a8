import { actionUrl, type Context } from '../request/context.ts'
import { csrfToken } from '../sessions/csrf/token.ts'
import { InvalidRequest, StepUpRequired, UnknownAction } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { signOut } from '../sign-out/end-session.ts'
import { renderDevices } from '../pages/devices.ts'
import { acceptsPage } from '../failures/failure-result.ts'
import { pageProps, pageResult } from '../pages/page-result.ts'
import { endSessions } from '../sessions/endings/endings.ts'
import {
  askToSignIn,
  findPresent,
  givenTarget,
  loadSessions,
  type Present,
} from './require-session-page.ts'

/** Seconds since the sign-in of whoever ends other sessions, unless `requireFresh` says so. */
const FRESH = 3600

/** There is no such action where nothing lists devices. */
function requireList({ config }: Context): void {
  if (config.session.devices) return
  throw new UnknownAction('Devices are not recorded. Set `session.devices`.')
}

const listUrl = (context: Context): string =>
  actionUrl(context, 'devices', { callbackUrl: givenTarget(context) })

/** GET devices: where the person is signed in. */
export async function showDevices(context: Context): Promise<FlowResult> {
  requireList(context)
  const { config, returnTo } = context
  if (!(await findPresent(context)))
    return askToSignIn(context, 'SessionRequired', listUrl(context))
  const { listSessions } = await loadSessions()
  const devices = await listSessions(context)
  if (!acceptsPage(context.request)) {
    return { kind: 'json', status: 200, body: { devices }, jar: context.jar }
  }
  const { token, jar } = await csrfToken(context)
  const page = renderDevices({
    ...(await pageProps(context)),
    // The one that people look for first.
    devices: devices
      .toSorted((one, other) => Number(other.current) - Number(one.current))
      .map((device) => ({
        ...device,
        provider: config.providers.get(device.provider ?? '')?.name ?? device.provider,
      })),
    now: config.clock(),
    action: actionUrl(context, 'devices'),
    csrfToken: token,
    callbackUrl: givenTarget(context),
    homeUrl: returnTo,
  })
  return pageResult(page, jar)
}

/** What a form or a script asks to be ended. */
type Asked = { readonly device: string } | { readonly end: 'others' | 'all' }

function readAsked({ request }: Context): Asked {
  const { body, duplicates } = request
  const [device, end] = [body.get('device'), body.get('end')]
  const isTwice = duplicates.has('device') || duplicates.has('end')
  if (!isTwice && end === undefined && typeof device === 'string' && device !== '') {
    return { device }
  }
  if (!isTwice && device === undefined && (end === 'others' || end === 'all')) return { end }
  throw new InvalidRequest(
    'The request does not say which sessions end. Send `device` with the `id` of one, or `end` with "others" or "all".',
  )
}

/** How old the sign-in may be of whoever ends other sessions. */
function freshFor({ config }: Context): number | undefined {
  const { devices } = config.session
  const { requireFresh: seconds = FRESH } = typeof devices === 'object' ? devices : {}
  return seconds === false ? undefined : seconds
}

/** Ends what is asked for. The session of the request ends as by a sign-out, after the others. */
async function endAsked(
  context: Context,
  asked: Asked,
  { current, owner }: Present,
): Promise<FlowResult> {
  const { config, jar } = context
  const { findSession, isDevice, noSuchDevice, requireRecentSignIn } = await loadSessions()
  const isHere = 'device' in asked && (await isDevice(config, current.sessionId, asked.device))
  if (isHere) return signOut(context)
  requireRecentSignIn(config, current, freshFor(context))
  if ('end' in asked) {
    const { sessionId: except, generation } = current
    const others = { kind: 'user', id: owner, except, generation } as const
    await endSessions(config, others, { reason: 'signed-out-everywhere', by: owner })
    if (asked.end === 'all') return signOut(context)
  } else {
    const ending = await findSession(context, asked.device, owner)
    if (ending) await endSessions(config, ending, { reason: 'ended-by-user', by: owner })
    // Whoever presses a button twice sees the list, in which it is not any more.
    else if (!acceptsPage(context.request)) throw noSuchDevice()
  }
  return { kind: 'redirect', to: listUrl(context), status: 303, jar }
}

/**
 * POST devices: ends sessions of the person who asks, and of nobody else.
 *
 * @throws InvalidRequest when nothing is asked for, or a script names a device that the person does not have
 * @throws AdapterError when the store fails
 */
export async function endDevices(context: Context): Promise<FlowResult> {
  requireList(context)
  const present = await findPresent(context)
  if (!present) return askToSignIn(context, 'SessionRequired', listUrl(context))
  try {
    return await endAsked(context, readAsked(context), present)
  } catch (error) {
    if (error instanceof StepUpRequired)
      return askToSignIn(context, 'StepUpRequired', listUrl(context))
    throw error
  }
}
