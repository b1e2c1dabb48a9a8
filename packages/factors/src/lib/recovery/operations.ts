import type { UserContext } from '@latchstring/core/features'
import { cancelRecovery } from './cancel.ts'
import { findRecovery } from './requests.ts'

/** A request to replace what was lost. */
export interface ListedRecovery {
  readonly askedAt: Date
  /** From then on a sign-in can set up a new app. */
  readonly dueAt: Date
}

export async function listRecovery(
  context: UserContext,
): Promise<{ readonly recovery?: ListedRecovery }> {
  const row = await findRecovery(context, context.user.id)
  if (row === null) return {}
  return { recovery: { askedAt: new Date(row.askedAt), dueAt: new Date(row.dueAt) } }
}

export const cancelOwn = async (context: UserContext): Promise<boolean> =>
  cancelRecovery(context, context.user.id)
