import { actionUrl, signInUrl, withParameters, type Context } from '../context.ts'
import { csrfToken } from '../csrf/token.ts'
import { InvalidRequest, StepUpRequired, UnknownAction } from '../errors/classes.ts'
import { errorRow } from '../errors/table.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../lazy.ts'
import { signOut } from '../logout/end-session.ts'
import { renderDevices } from '../pages/devices.ts'
import { acceptsPage } from '../responses/failure-result.ts'
import { pageProps, pageResult } from '../responses/page-result.ts'
import { loadRevocation } from '../revocation/load.ts'
import { selectStrategy } from '../session/select.ts'
import type { Current } from '../session/strategy.ts'

// What applications do with sessions as well.
const loadSessions = lazy(() => import('../sessions/sessions.ts'))

/** Seconds since the sign-in of whoever ends other sessions, unless `requireFresh` says so. */
const FRESH = 3600

/** The session of the request, and whose it is. */
interface Present {
  readonly current: Current
  readonly owner: string
}

/** There is no such action where nothing lists devices. */
function requireList({ config }: Context): void {
  if (config.session.devices) return
  throw new UnknownAction('Devices are not recorded. Set `session.devices`.')
}

/** Where the reader of the list wants to go from there, if the request says so. */
function givenTarget({ request: { body, query }, returnTo }: Context): string | undefined {
  return body.has('callbackUrl') || query.has('callbackUrl') ? returnTo : undefined
}

const listUrl = (context: Context): string =>
  actionUrl(context, 'devices', { callbackUrl: givenTarget(context) })

/** Nobody is signed in, or too long ago: a person signs in and is led back, a script is told. */
function askToSignIn(context: Context, error: 'SessionRequired' | 'StepUpRequired'): FlowResult {
  const { jar } = context
  const { status, message } = errorRow(error)
  if (!acceptsPage(context.request)) return { kind: 'json', status, body: { error, message }, jar }
  const parameters = { callbackUrl: listUrl(context), error: 'SessionRequired' }
  const to = withParameters(signInUrl(context), parameters)
  return { kind: 'redirect', to, status: 303, jar }
}

/**
 * Who asks. Callbacks may have ended the session, and are asked.
 *
 * @throws AdapterError when the store cannot tell which sessions have ended
 */
async function findPresent(context: Context): Promise<Present | undefined> {
  const { catchUpTo } = await loadSessions()
  // Whoever was signed out at another instance a moment ago must not sign out the one who did it.
  await catchUpTo(context.config, 0)
  const strategy = selectStrategy(context.config)
  const { session } = await strategy.read({ ...context, readOnly: true }, 'server')
  const current = session && (await strategy.current(context))
  if (!current) return undefined
  const owner = current.owner ?? current.userId
  if (owner !== undefined) return { current, owner }
  throw new InvalidRequest('The session names no user. Keep `sub` in its token.')
}

/** GET devices: where the person is signed in. */
export async function showDevices(context: Context): Promise<FlowResult> {
  requireList(context)
  const { config, returnTo } = context
  if (!(await findPresent(context))) return askToSignIn(context, 'SessionRequired')
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
  const { findSession, isDevice, noSuchDevice, requireFresh } = await loadSessions()
  const { endSessions } = await loadRevocation()
  const isHere = 'device' in asked && (await isDevice(config, current.sessionId, asked.device))
  if (isHere) return signOut(context)
  requireFresh(config, current, freshFor(context))
  if ('end' in asked) {
    const others = { kind: 'user', id: owner, except: current.sessionId } as const
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
  if (!present) return askToSignIn(context, 'SessionRequired')
  try {
    return await endAsked(context, readAsked(context), present)
  } catch (error) {
    if (error instanceof StepUpRequired) return askToSignIn(context, 'StepUpRequired')
    throw error
  }
}
