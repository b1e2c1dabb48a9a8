import { ActingRefused, InvalidConfiguration, StepUpRequired } from '../../errors/classes.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import type { SessionContext } from '../../request/context.ts'
import { lazy } from '../../kit/lazy.ts'
import { mayBeActing } from '../acting/acting-cookie.ts'
import { keepsMethods } from '../../config/session.ts'
import { UNTIMED } from '../signed-in-by.ts'
import type { Current } from '../strategy.ts'

export { endedMeanwhile } from './raised.ts'

const loadSealed = lazy(() => import('./raise-sealed.ts'))
const loadStored = lazy(() => import('./raise-stored.ts'))

/** The words of both, each once. */
const joined = (methods: string | undefined, shown: readonly string[]): string =>
  [...new Set([...(methods ?? '').split('~'), ...shown])].filter(Boolean).join('~')

/** Whether a session can be made anew. */
export const mayRaise = (context: SessionContext, current: Current): boolean =>
  !current.actor &&
  !mayBeActing(context) &&
  keepsMethods(context.config.session) &&
  current.signedInAt !== undefined &&
  current.methods !== UNTIMED

/**
 * Makes the session of a request anew, with what its user has just shown beside what the sign-in has shown. Its time stays that of the sign-in.
 * No one signs in: no gate is asked, no callback is called and no event is emitted.
 *
 * @param shown - in the words of RFC 8176
 * @returns the cookies, with that of the new session
 * @throws ActingRefused in an acting session
 * @throws InvalidConfiguration where tokens of the application have no place for it
 * @throws StepUpRequired where nothing says when the user has signed in
 * @throws SessionRequired where the session has ended meanwhile, or was made anew
 * @throws AdapterError when the store fails
 */
export async function raiseSession(
  context: SessionContext,
  { current, owner }: { readonly current: Current; readonly owner: string },
  shown: readonly string[],
): Promise<CookieJar> {
  const { session } = context.config
  if (current.actor || mayBeActing(context)) {
    throw new ActingRefused('What only the user can show is not shown in an acting session.')
  }
  if (!keepsMethods(session)) {
    throw new InvalidConfiguration(
      'A session is not made anew with a second factor: tokens of `session.generateSessionToken` do not say how the user signed in. Set `session.absoluteMaxAge`, or leave `generateSessionToken` out.',
    )
  }
  const { sessionId, signedInAt, methods: known } = current
  if (signedInAt === undefined || known === UNTIMED) {
    throw new StepUpRequired('The time at which this session was opened was not recorded.')
  }
  const raising = { sessionId, owner, signedInAt, methods: joined(known, shown) }
  return session.strategy === 'jwt'
    ? (await loadSealed()).raiseSealed(context, raising)
    : (await loadStored()).raiseStored(context, session.store, raising)
}
