import { SessionRequired } from '../../errors/classes.ts'

/** Why a session is over that was made anew. */
export const RAISED = 'raised'

/** The error of a session that ended, or was made anew by another request, before it could be made anew. */
export const endedMeanwhile = (): SessionRequired =>
  new SessionRequired('The session ended, or was made anew, while a factor was shown for it.')
