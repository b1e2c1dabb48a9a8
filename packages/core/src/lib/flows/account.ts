import { LONGEST_NAME } from '../accounts/passkey-name.ts'
import { listWaysIn, canSpare, type WayIn, type WaysIn } from '../accounts/ways-in.ts'
import { checkSeconds } from '../config/validate.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { actionUrl, type Context } from '../context.ts'
import { csrfToken } from '../csrf/token.ts'
import { InvalidConfiguration, UnknownAction } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { renderAccount } from '../pages/account.ts'
import { acceptsPage } from '../responses/failure-result.ts'
import { pageProps, pageResult } from '../responses/page-result.ts'
import { askToSignIn, findPresent, givenTarget, loadSessions } from './present.ts'

/** Seconds since the sign-in of whoever changes something, unless `requireFresh` says so. */
const FRESH = 3600

/** 128 bits. */
const ID_LENGTH = 22

/** An account or a passkey, as people and scripts see it. */
interface ShownWay {
  /** By which it is removed or renamed: a keyed hash, which has no other use. */
  readonly id: string
  readonly type: 'account' | 'passkey'
  /** Id of the provider. */
  readonly provider: string
  /** Name of the provider. */
  readonly name: string
  /** Of a passkey: whether it is on several devices. */
  readonly synced: boolean | undefined
  /** Of a passkey: what its owner calls it, or `null`. */
  readonly label: string | null | undefined
  readonly removable: boolean
  /** Of a passkey: whether it can be given a name. */
  readonly renamable: boolean | undefined
}

/** A column of that name may hold something else. */
const readLabel = (name: unknown): string | null =>
  typeof name === 'string' && name !== '' ? name : null

/** Whether names of passkeys are stored. */
export const keepsNames = ({ adapter }: ResolvedConfig): boolean =>
  adapter?.capabilities?.authenticatorNames === true

/** How old the sign-in may be of whoever changes something there. */
export function freshFor({ account: { page } }: ResolvedConfig): number | undefined {
  const { requireFresh: seconds = FRESH } = typeof page === 'object' ? page : {}
  return seconds === false ? undefined : seconds
}

/** There is no such action without the option. */
export function requirePage({ config }: Context): void {
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

/** The page again, which leads where it led. */
export const pageUrl = (context: Context): string =>
  actionUrl(context, 'account', { callbackUrl: givenTarget(context) })

const nameWay = ({ account }: WayIn): string =>
  JSON.stringify([account.userId, account.provider, account.providerAccountId])

async function show(config: ResolvedConfig, ways: WaysIn, way: WayIn): Promise<ShownWay> {
  const { provider, type } = way.account
  const { authenticator } = way
  return {
    id: (await config.macs.sign('way-in', nameWay(way))).slice(0, ID_LENGTH),
    type: type === 'webauthn' ? 'passkey' : 'account',
    provider,
    name: config.providers.get(provider)?.name ?? provider,
    synced: authenticator?.credentialBackedUp,
    // Names of before are shown still where they cannot be changed any more.
    label: authenticator && readLabel(authenticator.name),
    renamable: authenticator && keepsNames(config),
    removable: canSpare(ways, way),
  }
}

/** The one that is called so, with whatever secret the page was made. */
export async function findWay(
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
    longestLabel: LONGEST_NAME,
  })
  return pageResult(page, jar)
}
