import type { ResolvedConfig } from '../config/resolved-config.ts'
import { MissingAdapterMethods } from '../errors/classes.ts'
import { sameId } from '../kit/account-id.ts'
import { toFeatureUser } from '../config/feature-user.ts'
import { lazy } from '../kit/lazy.ts'
import type { SessionContext } from '../request/context.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { DeletionAnswer, UserDeletion, UserDeletionOptions } from '../types/feature-points.ts'
import { canEndSessions } from '../sessions/endings/can-end.ts'
import { clearRows } from './clear-rows.ts'
import { askDeleting, removeAccount } from './points.ts'
import { createSay } from './texts.ts'

const loadEndings = lazy(() => import('../sessions/endings/endings.ts'))

/** Ends the sessions of a user, where the configuration has a way to. */
async function endAll(config: ResolvedConfig, id: string): Promise<void> {
  if (!canEndSessions(config)) return
  await (await loadEndings()).endSessions(config, { kind: 'user', id }, 'user-deleted')
}

async function removeAccounts(config: ResolvedConfig, userId: string): Promise<void> {
  const { adapter = {} } = config
  for (const account of (await adapter.listAccountsByUserId?.(userId)) ?? []) {
    await removeAccount(config, adapter, { ...account, userId }, 'keeps-it')
  }
}

/** @throws MissingAdapterMethods where the store cannot delete users */
async function findUser(
  { adapter }: ResolvedConfig,
  userId: string,
): Promise<{ readonly user: AdapterUser | null; readonly remove: () => Promise<unknown> }> {
  if (!adapter?.getUser || !adapter.deleteUser) {
    throw new MissingAdapterMethods(
      'Deleting a user needs getUser and deleteUser, and the adapter lacks them. Use one that has every method, such as @latchstring/adapter-sql.',
    )
  }
  const user = await adapter.getUser(userId)
  // A database with numeric ids may find user 3 by an id that begins with a 3.
  return {
    user: user && sameId(user.id, userId) ? user : null,
    remove: async () => adapter.deleteUser?.(userId),
  }
}

/**
 * Asks every feature whether a user may be deleted.
 *
 * @throws MissingAdapterMethods where the store cannot delete users
 * @throws CallbackRouteError where a feature fails, AdapterError where the store does
 */
export async function askDeletion(
  context: Pick<SessionContext, 'config' | 'headers'>,
  userId: string,
): Promise<DeletionAnswer> {
  const { config, headers = new Headers() } = context
  const { user } = await findUser(config, userId)
  if (!user) return 'missing'
  const refusal = await askDeleting(config, toFeatureUser(user))
  if (!refusal) return 'pass'
  const say = await createSay(refusal.feature, { config, headers })
  return { refused: refusal.code, why: say(refusal.text) }
}

/** What asks for a deletion. */
interface Asking extends UserDeletionOptions {
  /** The feature that asks. Its rows go after the user. */
  readonly feature: AnyFeature
}

/**
 * Deletes a user with accounts, sessions and rows of features. Every feature is asked before anything is removed; the user goes last, so that
 * it can be called again after a failure.
 *
 * @throws MissingAdapterMethods where the store cannot delete users
 * @throws CallbackRouteError where a feature fails, AdapterError where the store does
 */
export async function deleteUser(
  config: ResolvedConfig,
  userId: string,
  { feature, first }: Asking,
): Promise<UserDeletion> {
  const { user, remove } = await findUser(config, userId)
  if (!user) {
    // What a deletion that broke off has left.
    await clearRows(config, userId)
    await endAll(config, userId)
    return 'missing'
  }
  const refused = await askDeleting(config, toFeatureUser(user))
  if (refused) return { refused: refused.code }
  await first?.()
  await endAll(config, userId)
  await removeAccounts(config, userId)
  await clearRows(config, userId, feature.tables)
  await remove()
  // What was stored by a request under way.
  await clearRows(config, userId)
  await endAll(config, userId)
  return 'deleted'
}
