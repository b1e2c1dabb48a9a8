import { deviceLikeCookie } from '../config/cookies.ts'
import type { OAuthProvider } from '../config/providers.ts'
import { AccessDenied, OAuthSignInError } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { sameId } from '../kit/account-id.ts'
import type { Context, SessionContext } from '../request/context.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { CookieOption } from '../types/cookies.ts'
import type { PendingSignIn } from './pending-sign-in.ts'

/*
 * A person who is asked to sign in again is to come back as who they were: the page that asked, and a form that was kept, are theirs. A cookie says
 * that the sign-in page asked so. It holds how recent the sign-in has to be, and can only make a browser refuse what it would take otherwise.
 */

/** Seconds for which the sign-in page waits for the same person. */
const WAITS_FOR = 600

const cookieOf = ({ profile }: Pick<SessionContext, 'profile'>): CookieOption =>
  deviceLikeCookie(profile.device, 'step-up')

/** Seconds that are asked for where the page that leads to the sign-in page does not say. */
const RECENT = '300'

const asSeconds = (text: string | undefined): string =>
  text !== undefined && /^\d{1,9}$/.test(text) ? text : RECENT

/** Notes that the sign-in page asks who is signed in to sign in again, or that it does not. */
export function noteStepUp(context: Context, jar: CookieJar, asks: boolean): CookieJar {
  const cookie = cookieOf(context)
  if (asks) {
    const value = asSeconds(context.request.query.get('max_age'))
    return jar.set(cookie, value, { maxAge: WAITS_FOR })
  }
  return jar.mentions(cookie.name) ? jar.delete(cookie) : jar
}

/**
 * Refuses a sign-in as another user in a browser that was asked to sign in again, while the session that was asked still is there. An account
 * that no user has is another person's as well: it is not linked to the user, who was asked for one of theirs.
 *
 * @returns the request without the note
 * @throws AccessDenied where it is another user: nothing is stored, and the session stays
 */
export async function requireSamePerson<C extends SessionContext>(
  context: C,
  pending: PendingSignIn,
): Promise<C> {
  const cookie = cookieOf(context)
  // A passkey is added by a ceremony of its own.
  if (pending.addsTo !== undefined || context.jar.values(cookie.name).length === 0) return context
  const current = await selectStrategy(context).current(context)
  const owner = current?.owner ?? current?.userId
  if (owner !== undefined && context.config.adapter) {
    const user = pending.adds === true ? null : await pending.known()
    if (!user || !sameId(user.id, owner)) {
      throw new AccessDenied(
        'The user who is signed in was asked to sign in again, and another one did, or with an account that is not theirs. Sign out first to use another account.',
      )
    }
  }
  return { ...context, jar: context.jar.delete(cookie) }
}

/**
 * Asks a service when the person has authenticated there, in a browser that was asked to sign in again: its session may be an old one. With
 * OpenID Connect the ID token has to say so (OpenID Connect Core 1.0, section 3.1.2.1).
 *
 * @param parameters - of the authorization request, as the caller wants them
 * @throws OAuthSignInError where the service has to say so, and cannot
 */
export function askForTime(
  context: SessionContext,
  { id, kind, config }: OAuthProvider,
  parameters: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const [noted] = context.jar.values(cookieOf(context).name)
  const { stepUp = kind === 'oidc' ? 'checked' : 'trusted' } = config
  if (noted === undefined || stepUp === 'trusted') return parameters
  if (kind === 'oauth') {
    throw new OAuthSignInError(
      `The provider "${id}" cannot say when the person has authenticated there, and \`stepUp\` asks it to. OpenID Connect can.`,
    )
  }
  const asked = [asSeconds(noted), parameters.get('max_age')].filter((text) => text !== undefined)
  // What the caller got wrong is refused where all parameters are read.
  if (!asked.every((text) => /^\d{1,9}$/.test(text))) return parameters
  return new Map([...parameters, ['max_age', String(Math.min(...asked.map(Number)))]])
}
