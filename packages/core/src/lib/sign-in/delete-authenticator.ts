import type { ResolvedConfig } from '../config/resolved-config.ts'
import { asError } from '../errors/auth-error.ts'
import type { Adapter, AdapterAccount, AdapterAuthenticator } from '../types/adapter.ts'

/** Stores an authenticator that was deleted, unless another request has done so. */
export async function restoreAuthenticator(
  adapter: Adapter,
  authenticator: AdapterAuthenticator,
): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    Boolean(await adapter.getAuthenticator?.(authenticator.credentialID))
  if (await isThere()) return
  try {
    await adapter.createAuthenticator?.(authenticator)
  } catch (error) {
    if (!(await isThere())) throw error
  }
}

/**
 * Deletes the authenticator of an account that has been unlinked, where the adapter can. A row that stays opens nothing, so that
 * a store that fails is only told of.
 */
export async function deleteAuthenticator(
  { adapter = {}, log }: Pick<ResolvedConfig, 'adapter' | 'log'>,
  { provider, providerAccountId }: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  authenticator: AdapterAuthenticator,
): Promise<void> {
  // The method of an adapter that does not declare it may be another one.
  if (adapter.capabilities?.authenticatorDeletion !== true) return
  const { credentialID, userId } = authenticator
  try {
    await adapter.deleteAuthenticator?.({ credentialID, userId })
    // Whoever puts the account back looks for the authenticator afterwards: the later of the two sees what both have done.
    const isBack = await adapter.getAccount?.(providerAccountId, provider)
    if (isBack) await restoreAuthenticator(adapter, authenticator)
  } catch (error) {
    log.error(asError(error))
  }
}
