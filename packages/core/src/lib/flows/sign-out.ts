import type { Context } from '../context.ts'
import { AdapterError, SignOutError } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { strategyOf } from '../session/select.ts'

async function revoke(context: Context): Promise<CookieJar> {
  try {
    return await strategyOf(context.config).revoke(context)
  } catch (cause) {
    if (!(cause instanceof AdapterError)) throw cause
    throw new SignOutError('The store failed while the session was being ended.', { err: cause })
  }
}

/**
 * POST signout.
 *
 * @throws SignOutError when the store fails: the cookie stays, so that the person can try again
 */
export async function signOut(context: Context): Promise<FlowResult> {
  return { kind: 'redirect', to: context.returnTo, jar: await revoke(context) }
}
