import { requirePage, showWay } from '../sign-in/account-page.ts'
import { LONGEST_NAME } from '../sign-in/passkey/passkey-name.ts'
import { listWaysIn } from '../sign-in/ways-in.ts'
import { actionUrl, type Context } from '../request/context.ts'
import { csrfToken } from '../sessions/csrf/token.ts'
import type { FlowResult } from '../http/result.ts'
import { renderAccount } from '../pages/account.ts'
import { acceptsPage } from '../failures/failure-result.ts'
import { pageProps, pageResult } from '../pages/page-result.ts'
import { askToSignIn, findPresent, givenTarget, loadSessions } from './require-session-page.ts'
import { pageUrl } from './account-changes.ts'

// The action loads both at once.
export { changeWays } from './account-changes.ts'

/** GET account: how the person can sign in. */
export async function showAccount(context: Context): Promise<FlowResult> {
  requirePage(context)
  const { config, returnTo } = context
  const present = await findPresent(context)
  if (!present) return askToSignIn(context, 'SessionRequired', pageUrl(context))
  const ways = await listWaysIn(config, present.owner)
  const listed = await Promise.all(ways.listed.map(async (way) => showWay(config, ways, way)))
  const { email = null, credentials } = ways
  if (!acceptsPage(context.request)) {
    const { listSessions } = await loadSessions()
    const devices = config.session.devices ? await listSessions(context) : null
    const body = { ways: listed, email, credentials, longestLabel: LONGEST_NAME, devices }
    return { kind: 'json', status: 200, body, jar: context.jar }
  }
  const { token, jar } = await csrfToken(context)
  const page = renderAccount({
    ...(await pageProps(context)),
    methods: listed,
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
