import type { Context } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { InvalidProvider, SignOutError } from '../errors/classes.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { endSessionRequest, signedOutUrl } from './end-session-request.ts'
import {
  findSessionProvider,
  type AskedProvider,
  type SessionProvider,
} from './session-provider.ts'

// A page, for requests that are too long for an address.
const forms = lazy(() => import('./end-session-result.ts'))

/** How the browser can be sent to a provider: a script and a server function follow an address, a form shows pages as well. */
export type Leave = 'address' | 'page'

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
    const { endSessionForm } = await forms()
    return endSessionForm({ ...context, jar }, { action, name: provider.name, fields })
  }
  return { kind: 'redirect', to: url ?? withoutIdToken, status: 303, jar }
}

/** The session is over by now, whatever becomes of the rest. */
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

/** Has to be known before the session is over. A store that cannot tell keeps nobody from signing out here. */
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
