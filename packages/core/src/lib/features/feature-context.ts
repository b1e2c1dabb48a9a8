import type { ResolvedConfig } from '../config/resolved-config.ts'
import { randomToken } from '../crypto/random.ts'
import { sameId } from '../kit/account-id.ts'
import { toFeatureUser } from '../config/feature-user.ts'
import { normalizeAddress } from '../kit/email-address.ts'
import type { SessionContext } from '../request/context.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { FeatureContext, FeatureUser } from '../types/feature-context.ts'

/** The user with an id as the store has it, or `null`; `undefined` without a store. */
export async function findStoredUser(
  { adapter }: Pick<ResolvedConfig, 'adapter'>,
  id: string,
): Promise<AdapterUser | null | undefined> {
  if (!adapter?.getUser) return undefined
  const user = await adapter.getUser(id)
  // A database with numeric ids may find user 3 by an id that begins with a 3.
  return user && sameId(user.id, id) ? user : null
}

/** The user with an id, or `null`. Without a store nothing but the id is known. */
export async function findUser(
  config: Pick<ResolvedConfig, 'adapter'>,
  id: string,
): Promise<FeatureUser | null> {
  const user = await findStoredUser(config, id)
  return user === null ? null : toFeatureUser(user ?? { id })
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
