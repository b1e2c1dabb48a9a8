import { SessionRequired } from '../../errors/classes.ts'

/** Why a session is over that was made anew. */
export const RAISED = 'raised'

/** The error of a session that ended, or was made anew by another request, before it could be made anew. */
export const endedMeanwhile = (): SessionRequired =>
  new SessionRequired('The session ended, or was made anew, while a factor was shown for it.')

/** What the session that is made anew says of its sign-in, and whose it is. */
export interface Raising {
  /** Id of the session of the request. */
  readonly sessionId: string
  /** Id of its user in the store. */
  readonly owner: string
  /** When the user signed in, in seconds. */
  readonly signedInAt: number
  /** How, with what was shown since; see `KnownSignIn`. */
  readonly methods: string
}
