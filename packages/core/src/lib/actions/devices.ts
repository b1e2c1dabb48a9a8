import { actionUrl, type Context } from '../request/context.ts'
import { csrfToken } from '../sessions/csrf/token.ts'
import { InvalidRequest, UnknownAction } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { signOut } from '../sign-out/end-session.ts'
import { renderDevices } from '../pages/devices.ts'
import { acceptsPage } from '../failures/failure-result.ts'
import { pageProps, pageResult } from '../pages/page-result.ts'
import { endSessions } from '../sessions/endings/endings.ts'
import { requireEstablishedWay } from '../sessions/marks.ts'
import {
  givenTarget,
  loadSessions,
  requireSessionPage,
  type PageSession,
} from './require-session-page.ts'

/** Seconds that a sign-in may be old for ending other sessions, unless `requireFresh` says otherwise. */
const ENDING_MAX_AGE = 3600

/** @throws UnknownAction where devices are not recorded */
function requireDevices({ config }: Context): void {
  if (config.session.devices) return
  throw new UnknownAction('Devices are not recorded. Set `session.devices`.')
}

const devicesUrl = (context: Context): string =>
  actionUrl(context, 'devices', { callbackUrl: givenTarget(context) })

/** GET devices: the sessions of the user. */
export async function showDevices(context: Context): Promise<FlowResult> {
  requireDevices(context)
  return requireSessionPage(context, devicesUrl(context), () => listOnPage(context))
}

async function listOnPage(context: Context): Promise<FlowResult> {
  const { config, returnTo } = context
  const { listSessions } = await loadSessions()
  const devices = await listSessions(context)
  if (!acceptsPage(context.request)) {
    return { kind: 'json', status: 200, body: { devices }, jar: context.jar }
  }
  const { token, jar } = await csrfToken(context)
  const page = renderDevices({
    ...(await pageProps(context)),
    // The current session first.
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

/** The sessions that a request ends. */
type EndingTarget = { readonly device: string } | { readonly end: 'others' | 'all' }

function readTarget({ request }: Context): EndingTarget {
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

/** Seconds that the sign-in may be old for ending other sessions; `undefined` for any age. */
function endingMaxAge({ config }: Context): number | undefined {
  const { devices } = config.session
  const { requireFresh: seconds = ENDING_MAX_AGE } = typeof devices === 'object' ? devices : {}
  return seconds === false ? undefined : seconds
}

/** Ends sessions. That of the request ends last, by a sign-out. */
async function endSessionsOf(
  context: Context,
  target: EndingTarget,
  { current, owner }: PageSession,
): Promise<FlowResult> {
  const { config, jar } = context
  const { findSession, isDevice, noSuchDevice, requireRecentSignIn } = await loadSessions()
  const isHere = 'device' in target && (await isDevice(config, current.sessionId, target.device))
  if (isHere) return signOut(context)
  const seconds = endingMaxAge(context)
  requireRecentSignIn(config, current, seconds)
  if (seconds !== undefined) await requireEstablishedWay(config, current)
  if ('end' in target) {
    const { sessionId: except, generation } = current
    const others = { kind: 'user', id: owner, except, generation } as const
    await endSessions(config, others, { reason: 'signed-out-everywhere', by: owner })
    if (target.end === 'all') return signOut(context)
  } else {
    const ending = await findSession(context, target.device, owner)
    if (ending) await endSessions(config, ending, { reason: 'ended-by-user', by: owner })
    // A person who presses the button twice sees the list again.
    else if (!acceptsPage(context.request)) throw noSuchDevice()
  }
  return { kind: 'redirect', to: devicesUrl(context), status: 303, jar }
}

/**
 * POST devices: ends sessions of the user of the session.
 *
 * @throws InvalidRequest when the request names no target, or a script names a device that the user does not have
 * @throws AdapterError when the store fails
 */
export async function endDevices(context: Context): Promise<FlowResult> {
  requireDevices(context)
  return requireSessionPage(context, devicesUrl(context), async (session) =>
    endSessionsOf(context, readTarget(context), session),
  )
}
