import type { Context } from '../context.ts'
import { AdapterError, SignOutError } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { withCookiesOnFailure } from '../responses/cookies-on-failure.ts'
import { selectStrategy } from '../session/select.ts'
import { clearSessionCookie } from '../session/session-cookie.ts'

/** The cookies of the request, without the session. */
async function revoke(context: Context): Promise<CookieJar> {
  try {
    return await selectStrategy(context.config).revoke(context)
  } catch (cause) {
    if (!(cause instanceof AdapterError)) throw cause
    throw new SignOutError('The store failed while the session was being ended.', { err: cause })
  }
}

/** A sealed session is nothing but its cookie, so that it ends in this browser whatever the store does. */
async function revokeSealed(context: Context): Promise<CookieJar> {
  const jar = clearSessionCookie(context)
  return withCookiesOnFailure(jar, async () => {
    try {
      return await revoke(context)
    } catch (error) {
      if (error instanceof SignOutError) error.cookies = jar.changes()
      throw error
    }
  })
}

/**
 * POST signout.
 *
 * @throws FlowFailure with a SignOutError and the cookies that end a sealed session, when the store fails
 * @throws SignOutError when the store fails with a session in it: that goes on, and cannot be ended without its cookie
 */
export async function signOut(context: Context): Promise<FlowResult> {
  const isSealed = context.config.session.strategy === 'jwt'
  const jar = await (isSealed ? revokeSealed(context) : revoke(context))
  return { kind: 'redirect', to: context.returnTo, jar }
}
