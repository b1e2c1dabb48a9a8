import { ActingRefused } from '../../errors/classes.ts'
import type { SessionContext } from '../../request/context.ts'
import { selectStrategy } from '../select.ts'
import type { Current } from '../strategy.ts'

/**
 * The session of the request, for what is the user's own to do.
 *
 * @throws ActingRefused in an acting session
 */
export async function currentOfUser(context: SessionContext): Promise<Current | null> {
  const current = await selectStrategy(context).current(context)
  if (!current?.actor) return current
  throw new ActingRefused(
    `${current.actor.sub} acts for ${current.userId}, and this is for the user alone.`,
  )
}
