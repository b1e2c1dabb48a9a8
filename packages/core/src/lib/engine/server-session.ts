import type { Core } from './auth.ts'
import { createSessionContext } from '../request/context.ts'
import { newReference } from '../crypto/reference.ts'
import { asError } from '../errors/auth-error.ts'
import type { Log } from '../logger/logger.ts'
import type { KnownSignIn } from '../sessions/strategy.ts'
import type { Update } from '../sessions/expose.ts'
import { onlySession } from './resolver.ts'
import { isPromise } from '../kit/promise.ts'
import { selectStrategy } from '../sessions/select.ts'
import { mayHaveSession } from '../sessions/session-cookie.ts'
import type { SessionSource, SessionRead } from '../types/operations.ts'

/** Seconds after which a store that was away may answer again. */
export const RETRY_AFTER = 5

/** The log of a request, also where the configuration is not usable. */
export async function findLog(core: Core, source: SessionSource): Promise<Log> {
  try {
    return (await core.resolve(source)).log
  } catch (cause) {
    return core.logFor(cause)
  }
}

/** A session that could not be read, as with a store that is away: there may be one. */
export interface UnreadSession {
  readonly cause: unknown
  /** Reference of its line in the log. */
  readonly ref: string
}

/** How a session is read on the server. */
interface Reading {
  /** Data for the callbacks, where the session is changed. */
  readonly update?: Update
  /** Called with a failure, which has been logged: a guard must not take it for a sign-out. */
  readonly failed?: (failure: UnreadSession) => void
  /** Called with how a session began, which is decoded when that is called. */
  readonly found?: (known: () => Promise<KnownSignIn>) => void
}

/** Reads the session, or changes it. A failure is logged, and no session. */
export async function readSession<S>(
  core: Core,
  source: SessionSource,
  { update, failed, found }: Reading = {},
): Promise<SessionRead<S>> {
  try {
    const resolved = core.resolve(source, onlySession)
    const config = isPromise(resolved) ? await resolved : resolved
    const context = createSessionContext(config, source)
    // Most visitors of most sites are signed out: that is found out without waiting for anything.
    if (!mayHaveSession(context)) return { session: null, cookies: [] }
    const { session, jar, known } = await selectStrategy(context).read(context, 'server', update)
    if (known) found?.(known)
    // The type of a session is what the `session` callback of the configuration returns.
    return { session: session as S | null, cookies: jar.changes() }
  } catch (cause) {
    const log = await findLog(core, source)
    const ref = newReference()
    log.error(asError(cause), ref)
    failed?.({ cause, ref })
    return { session: null, cookies: [] }
  }
}
