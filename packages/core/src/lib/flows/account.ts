import { listWaysIn, canSpare, removeWayIn, type WayIn, type WaysIn } from '../accounts/ways-in.ts'
import { checkSeconds } from '../config/validate.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { actionUrl, type Context } from '../context.ts'
import { csrfToken } from '../csrf/token.ts'
import {
  InvalidConfiguration,
  InvalidRequest,
  StepUpRequired,
  UnknownAction,
} from '../errors/classes.ts'
import { emit } from '../events/emit.ts'
import type { FlowResult } from '../http/result.ts'
import { renderAccount } from '../pages/account.ts'
import { acceptsPage } from '../responses/failure-result.ts'
import { pageProps, pageResult } from '../responses/page-result.ts'
import { askToSignIn, findPresent, givenTarget, loadSessions, type Present } from './present.ts'

/** Seconds since the sign-in of whoever removes a way in, unless `requireFresh` says so. */
const FRESH = 3600

/** 128 bits. */
const ID_LENGTH = 22

/** An account or a passkey, as people and scripts see it. */
interface ShownWay {
  /** By which it is removed: a keyed hash, which has no other use. */
  readonly id: string
  readonly type: 'account' | 'passkey'
  /** Id of the provider. */
  readonly provider: string
  /** Name of the provider. */
  readonly name: string
  /** Of a passkey: whether it is on several devices. */
  readonly synced: boolean | undefined
  readonly removable: boolean
}

/** There is no such action without the option. */
function requirePage({ config }: Context): void {
  const { account, session } = config
  if (!account.page) throw new UnknownAction('There is no account page. Set `account.page`.')
  const seconds = freshFor(config)
  checkSeconds('account.page.requireFresh', seconds, 1)
  // Sealed sessions always have such an age.
  if (session.devices || session.absoluteMaxAge || seconds === undefined) return
  throw new InvalidConfiguration(
    '`account.page` asks how long ago the sign-in was, which the strategy "database" notes with `session.devices` or ' +
      '`session.absoluteMaxAge`. Set one of them, or `account.page.requireFresh` to false.',
  )
}

const pageUrl = (context: Context): string =>
  actionUrl(context, 'account', { callbackUrl: givenTarget(context) })

const nameWay = ({ account }: WayIn): string =>
  JSON.stringify([account.userId, account.provider, account.providerAccountId])

async function show(config: ResolvedConfig, ways: WaysIn, way: WayIn): Promise<ShownWay> {
  const { provider, type } = way.account
  return {
    id: (await config.macs.sign('way-in', nameWay(way))).slice(0, ID_LENGTH),
    type: type === 'webauthn' ? 'passkey' : 'account',
    provider,
    name: config.providers.get(provider)?.name ?? provider,
    synced: way.authenticator?.credentialBackedUp,
    removable: canSpare(ways, way),
  }
}

/** The one that is called so, with whatever secret the page was made. */
async function findWay(
  { macs }: ResolvedConfig,
  { listed }: WaysIn,
  id: string,
): Promise<WayIn | undefined> {
  for (const way of listed) {
    const names = await macs.all('way-in', nameWay(way))
    if (names.some((name) => name.slice(0, ID_LENGTH) === id)) return way
  }
  return undefined
}

/** GET account: how the person can sign in. */
export async function showAccount(context: Context): Promise<FlowResult> {
  requirePage(context)
  const { config, returnTo } = context
  const present = await findPresent(context)
  if (!present) return askToSignIn(context, 'SessionRequired', pageUrl(context))
  const ways = await listWaysIn(config, present.owner)
  const listed = await Promise.all(ways.listed.map(async (way) => show(config, ways, way)))
  const { email = null, credentials } = ways
  if (!acceptsPage(context.request)) {
    const { listSessions } = await loadSessions()
    const devices = config.session.devices ? await listSessions(context) : null
    const body = { ways: listed, email, credentials, devices }
    return { kind: 'json', status: 200, body, jar: context.jar }
  }
  const { token, jar } = await csrfToken(context)
  const page = renderAccount({
    ...(await pageProps(context)),
    ways: listed,
    email,
    action: actionUrl(context, 'account'),
    devicesUrl: config.session.devices
      ? actionUrl(context, 'devices', { callbackUrl: pageUrl(context) })
      : undefined,
    csrfToken: token,
    callbackUrl: givenTarget(context),
    homeUrl: returnTo,
  })
  return pageResult(page, jar)
}

function readAsked({ request: { body, duplicates } }: Context): string {
  const asked = body.get('remove')
  if (!duplicates.has('remove') && typeof asked === 'string' && asked !== '') return asked
  throw new InvalidRequest(
    'The request does not say what is removed. Send `remove` with the `id` of an account or a passkey.',
  )
}

function freshFor({ account: { page } }: ResolvedConfig): number | undefined {
  const { requireFresh: seconds = FRESH } = typeof page === 'object' ? page : {}
  return seconds === false ? undefined : seconds
}

/** Whether the sessions of a user can be ended at all: where they cannot, what has been removed opens none. */
const endsSessions = ({ session, revocation, adapter }: ResolvedConfig): boolean =>
  session.strategy === 'jwt'
    ? revocation !== undefined
    : adapter?.deleteSessionsByUserId !== undefined

async function tell(context: Context, { user }: WaysIn, way: WayIn): Promise<void> {
  const { account, authenticator } = way
  const { config } = context
  const { endAfterChange } = await loadSessions()
  const change = account.type === 'webauthn' ? 'passkey-removed' : 'account-unlinked'
  if (endsSessions(config)) await endAfterChange(context, user.id, change)
  await emit(config, 'unlinkAccount', { user, account, ...(authenticator && { authenticator }) })
}

async function removeAsked(
  context: Context,
  id: string,
  { current, owner }: Present,
): Promise<FlowResult> {
  const { config, jar } = context
  const { requireFresh } = await loadSessions()
  requireFresh(config, current, freshFor(config))
  const ways = await listWaysIn(config, owner)
  const way = await findWay(config, ways, id)
  const removed = way !== undefined && (await removeWayIn(config, ways, way))
  if (removed) await tell(context, ways, way)
  // A person sees the list: without what was removed by a second press, or with the last way in, which has no button.
  else if (!acceptsPage(context.request)) {
    throw new InvalidRequest(
      way
        ? 'This is the only way in which the user can sign in. Add another one first.'
        : 'The account or passkey does not belong to the user, or has been removed already.',
    )
  }
  return { kind: 'redirect', to: pageUrl(context), status: 303, jar }
}

/**
 * POST account: removes an account or a passkey of the person who asks, and of nobody else.
 *
 * @throws InvalidRequest when nothing is asked for, or a script names what the person does not have, or the last way in
 * @throws AdapterError when the store fails
 */
export async function removeWay(context: Context): Promise<FlowResult> {
  requirePage(context)
  const present = await findPresent(context)
  if (!present) return askToSignIn(context, 'SessionRequired', pageUrl(context))
  try {
    return await removeAsked(context, readAsked(context), present)
  } catch (error) {
    if (error instanceof StepUpRequired) {
      return askToSignIn(context, 'StepUpRequired', pageUrl(context))
    }
    throw error
  }
}
