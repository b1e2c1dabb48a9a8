import type { SessionContext } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { lazy } from '../kit/lazy.ts'
import type { EndedReason } from '../types/pages.ts'
import { selectStrategy } from './select.ts'

// Loaded when used: without the feed of endings and the list of devices there is no reason to show.
const notices = lazy(() => import('./endings/ended-notice.ts'))
const lookUps = lazy(() => import('./endings/look-up.ts'))

/** The reason why the session of a browser ended, and the cookies without the notice. */
interface WhyEnded extends Again {
  readonly ended: EndedReason | undefined
}

interface Again {
  readonly jar: CookieJar
  /** The session could not be read: the page does not wait again for a store that is away. */
  readonly unread: boolean
}

/** The cookies after a session was read that is over: reading it where no cookie could be set has left it in the browser. */
async function readAgain(context: SessionContext): Promise<Again> {
  const read = (jar: CookieJar): Again => ({ jar, unread: false })
  const strategy = selectStrategy(context)
  // A cookie that is not a session asks no feed: a visitor can send any number of those.
  if (!(await strategy.binding(context))) return read(context.jar)
  try {
    const { askForEndings } = await lookUps()
    // Another instance may have refused the session and sent the browser here, before this one has heard of the ending.
    await askForEndings(context.config)
    if (await strategy.current(context)) return read(context.jar)
    return read((await strategy.read(context, 'server')).jar)
  } catch (error) {
    // The sign-in page is shown all the same.
    context.config.log.error(asError(error))
    return { jar: context.jar, unread: true }
  }
}

/**
 * Takes the notice that was set when a session was refused. It is shown once.
 *
 * @returns no notice where no session can have been ended elsewhere
 */
export async function whyEnded(context: SessionContext): Promise<WhyEnded> {
  const { config, jar } = context
  if (!config.revocation && !config.session.devices) return { ended: undefined, jar, unread: false }
  const { takeEndedNotice } = await notices()
  const again = await readAgain(context)
  return { ...again, ...takeEndedNotice(context, again.jar) }
}
