import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Context } from '../request/context.ts'
import { InvalidConfiguration, InvalidRequest, MissingAdapterMethods } from '../errors/classes.ts'
import { endSessions } from '../sessions/endings/endings.ts'
import { catchUpTo } from '../sessions/endings/look-up.ts'
import { selectStrategy } from '../sessions/select.ts'

/**
 * Checks that the sessions of a user can be ended, before one of them is.
 *
 * @throws InvalidConfiguration for sealed sessions without a feed of endings
 * @throws MissingAdapterMethods for a store that cannot find the sessions of a user
 */
export function requireEndings({ session, revocation, adapter }: ResolvedConfig): void {
  if (session.strategy === 'jwt' && !revocation) {
    throw new InvalidConfiguration(
      'A sign-out with `everywhere` needs sessions that can be ended, which those of the strategy "jwt" cannot be without ' +
        '`session.revocation`. Set it to true, or `session.strategy` to "database".',
    )
  }
  if (session.strategy === 'database' && !adapter?.deleteSessionsByUserId) {
    throw new MissingAdapterMethods(
      'A sign-out with `everywhere` needs deleteSessionsByUserId; the adapter lacks it. ' +
        'Use one with the capability "revocation", such as @latchstring/adapter-sql.',
    )
  }
}

/**
 * Ends all other sessions of the user of the request. That of the request ends last, as by any sign-out.
 *
 * @throws AdapterError when the store fails
 * @throws InvalidRequest when the session does not say whose it is
 */
export async function endOthers(context: Context): Promise<void> {
  const { config } = context
  // A session that another process has just ended must not end the others.
  await catchUpTo(config, 0)
  const current = await selectStrategy(config).current(context)
  if (!current) return
  const owner = current.owner ?? current.userId
  if (owner === undefined) {
    throw new InvalidRequest('The session names no user. Keep `sub` in its token.')
  }
  const { sessionId: except, generation } = current
  const others = { kind: 'user', id: owner, except, generation } as const
  await endSessions(config, others, { reason: 'signed-out-everywhere', by: owner })
}
