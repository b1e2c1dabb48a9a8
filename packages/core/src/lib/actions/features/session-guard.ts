import { SessionRequired } from '../../errors/classes.ts'
import type { Guard } from '../../features/insert-owned.ts'
import { sameId } from '../../kit/account-id.ts'
import type { SessionContext } from '../../request/context.ts'
import type { FeatureUser } from '../../types/feature-context.ts'
import { findPageSession } from '../require-session-page.ts'

/** Looks whether the session of a request still is that of a user. It says nothing of other users. */
export const sessionGuard =
  (context: SessionContext, { id }: FeatureUser): Guard =>
  async (owner) => {
    if (owner && !sameId(owner.id, id)) return undefined
    if (sameId((await findPageSession(context))?.owner, id)) return null
    return new SessionRequired(
      'The session ended while the request was doing what it was sent for.',
    )
  }
