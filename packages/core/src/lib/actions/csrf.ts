import type { Context } from '../request/context.ts'
import { csrfToken } from '../sessions/csrf/token.ts'
import type { FlowResult } from '../http/result.ts'

/** GET csrf. */
export async function getCsrf(context: Context): Promise<FlowResult> {
  const { config, jar, profile } = context
  if (!config.csrf) {
    config.log.warn('csrf-disabled')
    const body = { error: 'UnknownAction', message: 'CSRF tokens are turned off.' }
    return { kind: 'json', status: 404, body, jar: jar.delete(profile.cookies.csrfToken) }
  }
  const { token, jar: changed } = await csrfToken(context)
  return { kind: 'json', status: 200, body: { csrfToken: token }, jar: changed }
}
