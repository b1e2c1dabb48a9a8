import { andThen, orElse, type MaybePromise } from '../kit/and-then.ts'
import type { Core } from './auth.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { createSessionContext } from '../request/context.ts'
import { newReference } from '../crypto/reference.ts'
import { asError } from '../errors/auth-error.ts'
import type { Log } from '../logger/logger.ts'
import type { Update } from '../sessions/expose.ts'
import type { ReadResult } from '../sessions/strategy.ts'
import { onlySession } from './resolver.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { SessionSource, SessionRead } from '../types/operations.ts'

/** The log of a request, also where the configuration is not usable. */
export async function findLog(core: Core, source: SessionSource): Promise<Log> {
  try {
    return (await core.resolve(source)).log
  } catch (cause) {
    return core.logFor(cause)
  }
}

function readWith<S>(
  config: ResolvedConfig,
  source: SessionSource,
  update: Update | undefined,
): MaybePromise<SessionRead<S>> {
  const context = createSessionContext(config, source)
  const read = selectStrategy(config).read(context, 'server', update)
  return andThen(read, toSessionRead<S>)
}

function toSessionRead<S>({ session, jar }: ReadResult): SessionRead<S> {
  // The type of a session is what the `session` callback of the configuration returns.
  return { session: session as S | null, cookies: jar.changes() }
}

/** Reads the session, or changes it. A failure is logged, and no session. */
export function readSession<S>(
  core: Core,
  source: SessionSource,
  update?: Update,
): MaybePromise<SessionRead<S>> {
  return orElse(
    () =>
      andThen(core.resolve(source, onlySession), (config) => readWith<S>(config, source, update)),
    async (cause) => {
      const log = await findLog(core, source)
      log.error(asError(cause), newReference())
      return { session: null, cookies: [] }
    },
  )
}
