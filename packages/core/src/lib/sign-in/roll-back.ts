import type { Adapter, AdapterUser } from '../types/adapter.ts'

/**
 * Removes a user that was made in vain, unless somebody has proven the address meanwhile: then it is theirs. An id that was
 * only suggested may not be that of the user: a database whose ids are numbers reads one that begins with a 3 as the id of
 * user 3. So it has to be found under that very id first.
 */
export async function rollBackUser(
  store: Adapter,
  suggested: AdapterUser,
  created?: AdapterUser,
): Promise<void> {
  const { id } = created ?? suggested
  try {
    const user = await store.getUser?.(id)
    const theirs = Boolean(user?.emailVerified) !== Boolean(suggested.emailVerified)
    if (user?.id === id && !theirs) await store.deleteUser?.(id)
  } catch {
    // What made it necessary is what gets reported.
  }
}
