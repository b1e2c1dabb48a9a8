import type { ResolvedConfig } from '../config/resolved-config.ts'
import { randomToken } from '../crypto/random.ts'
import { ActingRefused } from '../errors/classes.ts'
import { normalizeAddress } from '../kit/email-address.ts'
import { lazy } from '../kit/lazy.ts'
import type { SessionContext } from '../request/context.ts'
import type { Actor } from '../types/facts.ts'
import type { AnyFeature, WritingContext } from '../types/feature.ts'
import type { FeatureContext, FeatureUser } from '../types/feature-context.ts'
import { toFeatureUser } from '../kit/feature-user.ts'
import type { Guard } from './insert-owned.ts'
import { ownRecords } from './own-records.ts'

const loadSessions = lazy(() => import('../sessions/api/sessions.ts'))
const loadDeletion = lazy(() => import('./delete-user.ts'))

/** The user with an id, or `null`. Without a store nothing but the id is known. */
export async function findUser(
  { adapter }: Pick<ResolvedConfig, 'adapter'>,
  id: string,
): Promise<FeatureUser | null> {
  if (!adapter?.getUser) return toFeatureUser({ id })
  const user = await adapter.getUser(id)
  // A database with numeric ids may find user 3 by an id that begins with a 3.
  return user?.id === id ? toFeatureUser(user) : null
}

async function findUserByEmail(
  { adapter }: Pick<ResolvedConfig, 'adapter'>,
  given: string,
): Promise<FeatureUser | null> {
  const email = normalizeAddress(given)
  const user = email === undefined ? null : await adapter?.getUserByEmail?.(email)
  return user ? toFeatureUser(user) : null
}

/** @throws RangeError for fewer than 16 bytes or more than 64 */
function random(bytes: number = 32): string {
  if (Number.isSafeInteger(bytes) && bytes >= 16 && bytes <= 64) return randomToken(bytes)
  throw new RangeError('A random text has 16 to 64 bytes.')
}

/** What every part of a feature is given. */
export function createFeatureContext(
  { name }: AnyFeature,
  { config }: Pick<SessionContext, 'config'>,
): FeatureContext {
  return Object.freeze({
    now: config.clock,
    random,
    users: Object.freeze({
      find: (id: string) => findUser(config, id),
      findByEmail: (email: string) => findUserByEmail(config, email),
    }),
    log: (level: 'warn' | 'debug', message: string): void => {
      if (level === 'debug') config.log.debug(message, { feature: name })
      else config.log.warn('feature', `${name}: ${message}`)
    },
  })
}

/** What the request of a feature can do. */
export interface OfRequest extends Pick<WritingContext, 'mail'> {
  readonly users: Pick<WritingContext['users'], 'register' | 'proveEmail'>
  /** Whether the request still is that of its user. Of none where it has none. */
  readonly guard: Guard | undefined
  /** The administrator who acts for the user: ends no sessions and deletes no user, which is for the user alone. */
  readonly actor: Actor | null
}

/** The context of what may write, with what its request can do. */
export function createWritingContext(
  feature: AnyFeature,
  context: SessionContext,
  { mail, users, guard, actor }: OfRequest,
): WritingContext {
  const base = createFeatureContext(feature, context)
  const requireUser = (what: string): void => {
    if (actor) throw new ActingRefused(`${actor.sub} acts for a user, and ${what}.`)
  }
  return Object.freeze({
    ...base,
    users: Object.freeze({ ...base.users, ...users }),
    mail,
    records: ownRecords(feature, context.config, guard),
    async deleteUser(userId) {
      requireUser('deletes no user')
      return (await loadDeletion()).deleteUser(context.config, userId)
    },
    async endSessions(userId, change) {
      requireUser('ends no sessions')
      await (await loadSessions()).endAfterChange(context, userId, change)
    },
  } satisfies WritingContext)
}
