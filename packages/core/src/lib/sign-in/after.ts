import type { Context } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { emit } from '../request/emit.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { lazy } from '../kit/lazy.ts'
import type { Identity } from '../sessions/strategy.ts'

const loadLastUsed = lazy(() => import('./last-used.ts'))
const labels = lazy(() => import('../sessions/devices/label.ts'))
const loadNewDevice = lazy(() => import('../limits/new-device.ts'))

/** The cookies, with the way in that was used, where there are others. */
async function keepWayIn(context: Context, { account }: Identity): Promise<CookieJar> {
  const { config, jar } = context
  if (!account || config.providers.size < 2) return jar
  try {
    return (await loadLastUsed()).rememberLastUsed(context, account.provider)
  } catch (error) {
    // The session has been made, and only a mark is missing.
    config.log.error(asError(error))
    return jar
  }
}

/**
 * What follows a session that was made: the browser remembers the way in, and the application is told of the sign-in and of a
 * browser that it does not know.
 *
 * @param context - with the cookies of the session
 * @returns the cookies, with those that the browser remembers
 */
export async function afterSignIn(context: Context, identity: Identity): Promise<CookieJar> {
  const { user, account, profile, isNewUser, signedInAt } = identity
  // Who adds a way in to a session has not signed in.
  const isSignIn = signedInAt === undefined
  const jar = isSignIn ? await keepWayIn(context, identity) : context.jar
  await emit(context.config, 'signIn', {
    user,
    account,
    ...(profile === undefined ? {} : { profile }),
    ...(account?.type === 'credentials' ? {} : { isNewUser }),
  })
  if (!context.config.events.newDevice || !isSignIn) return jar
  const { meetBrowser } = await loadNewDevice()
  const { readLabel } = await labels()
  const label = readLabel(context.headers?.get('user-agent'))
  return meetBrowser({ ...context, jar }, { user, account, label, isNewUser })
}
