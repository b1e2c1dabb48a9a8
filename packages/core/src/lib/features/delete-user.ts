import type { ResolvedConfig } from '../config/resolved-config.ts'
import { MissingAdapterMethods } from '../errors/classes.ts'
import { sameId } from '../kit/account-id.ts'
import { toFeatureUser } from '../config/feature-user.ts'
import { lazy } from '../kit/lazy.ts'
import type { UserDeletion } from '../types/feature-points.ts'
import { clearRows } from './clear-rows.ts'
import { askDeleting, removeAccount } from './points.ts'

const loadEndings = lazy(() => import('../sessions/endings/endings.ts'))

/** Ends the sessions of a user, where the configuration has a way to. */
async function endAll(config: ResolvedConfig, id: string): Promise<void> {
  const { session, revocation, adapter } = config
  const canEnd =
    session.strategy === 'jwt'
      ? revocation !== undefined
      : adapter?.deleteSessionsByUserId !== undefined
  if (canEnd) await (await loadEndings()).endSessions(config, { kind: 'user', id }, 'user-deleted')
}

async function removeAccounts(config: ResolvedConfig, userId: string): Promise<void> {
  const { adapter = {} } = config
  for (const account of (await adapter.listAccountsByUserId?.(userId)) ?? []) {
    await removeAccount(config, adapter, { ...account, userId }, 'keeps-it')
  }
}

/**
 * Deletes a user with accounts, sessions and rows of features. Every feature is asked before anything is removed; the user goes last, so that
 * it can be called again after a failure.
 *
 * @throws MissingAdapterMethods where the store cannot delete users
 * @throws CallbackRouteError where a feature fails, AdapterError where the store does
 */
export async function deleteUser(config: ResolvedConfig, userId: string): Promise<UserDeletion> {
  const { adapter } = config
  if (!adapter?.getUser || !adapter.deleteUser) {
    throw new MissingAdapterMethods(
      'Deleting a user needs getUser and deleteUser, and the adapter lacks them. Use one that has every method, such as @latchstring/adapter-sql.',
    )
  }
  const user = await adapter.getUser(userId)
  // A database with numeric ids may find user 3 by an id that begins with a 3.
  if (!user || !sameId(user.id, userId)) {
    // What a deletion that broke off has left.
    await clearRows(config, userId)
    await endAll(config, userId)
    return 'missing'
  }
  const refused = await askDeleting(config, toFeatureUser(user))
  if (refused !== undefined) return { refused }
  await endAll(config, userId)
  await removeAccounts(config, userId)
  await clearRows(config, userId)
  await adapter.deleteUser(userId)
  // What was stored by a request under way.
  await clearRows(config, userId)
  await endAll(config, userId)
  return 'deleted'
}
