import { ActingRefused } from '../errors/classes.ts'
import { lazy } from '../kit/lazy.ts'
import type { SessionContext } from '../request/context.ts'
import type { Actor } from '../types/actor.ts'
import type { AnyFeature, WritingContext } from '../types/feature.ts'
import { createFeatureContext } from './feature-context.ts'
import type { Guard } from './insert-owned.ts'
import { ownRecords } from './own-records.ts'

const loadSessions = lazy(() => import('../sessions/api/sessions.ts'))
const loadExport = lazy(() => import('./export-user.ts'))
const loadDeletion = lazy(() => import('./delete-user.ts'))

/** What the request of a feature can do. */
export interface OfRequest extends Pick<WritingContext, 'mail'> {
  readonly users: Pick<WritingContext['users'], 'register' | 'proveEmail'>
  /** What is wrong with the request by now. Of none where it has no user. */
  readonly guard: Guard | undefined
  /** When it began, in milliseconds. Default: now. */
  readonly begunAt: number | undefined
  /** The administrator who acts for the user: ends no sessions and deletes no user, which is for the user alone. */
  readonly actor: Actor | null
  /** What is done around an ending of sessions. Default: nothing. */
  readonly around?: AroundEnding | undefined
}

/**
 * Runs what may end sessions of the user of a request.
 *
 * @param userId - the user whose sessions end; absent where it is the user whom a proof is about
 */
export type AroundEnding = <Result>(end: () => Promise<Result>, userId?: string) => Promise<Result>

/** The context of what may write, with what its request can do. */
export function createWritingContext(
  feature: AnyFeature,
  context: SessionContext,
  { mail, users, guard, begunAt, actor, around = (end) => end() }: OfRequest,
): WritingContext {
  const base = createFeatureContext(feature, context)
  const requireUser = (what: string): void => {
    if (actor) throw new ActingRefused(`${actor.sub} acts for a user, and ${what}.`)
  }
  return Object.freeze({
    ...base,
    users: Object.freeze({ ...base.users, ...users }),
    mail,
    records: ownRecords(feature, context.config, { guard, begunAt }),
    async deleteUser(userId, options) {
      requireUser('deletes no user')
      return (await loadDeletion()).deleteUser(context.config, userId, { ...options, feature })
    },
    async askDeletion(userId) {
      requireUser('deletes no user')
      return (await loadDeletion()).askDeletion(context, userId)
    },
    async exportUser(userId) {
      requireUser('exports no user')
      return (await loadExport()).exportUser(context.config, userId)
    },
    async endSessions(userId, change) {
      requireUser('ends no sessions')
      const { endAfterChange } = await loadSessions()
      await around(() => endAfterChange(context, userId, change), userId)
    },
  } satisfies WritingContext)
}
