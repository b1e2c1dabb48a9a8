import type { GateContext } from '@latchstring/core/features'
import type { App } from '../apps.ts'
import type { RecoverySettings } from './options.ts'
import { findRecovery, isDue, mayRecover } from './requests.ts'

/** Whether a sign-in of a user with apps is led to where they are replaced. */
export async function leadsOn(
  context: GateContext,
  settings: RecoverySettings,
  apps: readonly App[],
): Promise<boolean> {
  const { user } = context.signIn
  if (user === null || !mayRecover(settings, context.signIn)) return false
  return isDue(context, await findRecovery(context, user.id, apps))
}
