import type { Context } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { InvalidProvider, SignOutError } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import type { EndSessionProps } from '../pages/end-session.ts'
import { pageProps, pageResult } from '../pages/page-result.ts'
import { endSessionRequest, signedOutUrl } from './end-session-request.ts'
import {
  findSessionProvider,
  type AskedProvider,
  type SessionProvider,
} from './session-provider.ts'

/** How the browser is sent to a provider: scripts and server functions follow an address, a form can also show a page. */
export type Leave = 'address' | 'page'

/**
 * The provider whose session ends as well. A store that fails is logged, and the sign-out goes on here.
 *
 * @throws InvalidProvider when a provider is named that is not configured
 */
export async function findEnding(
  context: Context,
  asked: AskedProvider,
): Promise<SessionProvider | undefined> {
  try {
    return await findSessionProvider(context, asked)
  } catch (error) {
    if (error instanceof InvalidProvider) throw error
    context.config.log.error(asError(error))
    return undefined
  }
}

/** Sends the browser to a provider. A failure is only logged: the session has ended by then. */
export async function leaveQuietly(
  context: Context,
  ended: SessionProvider,
  how: Leave,
): Promise<FlowResult | undefined> {
  try {
    return await leave(context, ended, how)
  } catch (cause) {
    const { id } = ended.provider
    const message = `The session ended here, and the browser could not be sent to "${id}" to end it there as well.`
    context.config.log.error(new SignOutError(message, { err: asError(cause) }))
    return undefined
  }
}

async function leave(
  context: Context,
  ended: SessionProvider,
  how: Leave,
): Promise<FlowResult | undefined> {
  const { config } = context
  const request = await endSessionRequest(context, ended)
  if (!request) {
    const { id } = ended.provider
    config.log.info('no-end-session', `Set \`endSession\` of "${id}", if there is one.`)
    return undefined
  }
  const { provider, url, action, fields, withoutIdToken, jar } = request
  config.log.info(
    'register-address',
    `Register ${signedOutUrl(context)} as post-logout redirect URI with "${provider.id}": otherwise the provider shows an error, or does not redirect back.`,
  )
  if (url === undefined && how === 'page') {
    return endSessionForm({ ...context, jar }, { action, name: provider.name, fields })
  }
  return { kind: 'redirect', to: url ?? withoutIdToken, status: 303, jar }
}

// Most requests fit into an address, and need no page.
const endSessionPage = lazy(() => import('../pages/end-session.ts'))

/** A page whose button posts a logout request to a provider. */
export async function endSessionForm(
  context: Context,
  props: Pick<EndSessionProps, 'action' | 'name' | 'fields'>,
): Promise<FlowResult> {
  const { renderEndSession } = await endSessionPage()
  const { returnTo, jar } = context
  const page = renderEndSession({ ...(await pageProps(context)), ...props, stayUrl: returnTo })
  return pageResult(page, jar)
}
