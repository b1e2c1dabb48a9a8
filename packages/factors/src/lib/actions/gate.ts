import type { GateAnswer, GateContext } from '@latchstring/core/features'
import { appsOf } from '../apps.ts'
import type { Settings } from '../options.ts'
import { leadsOn } from '../recovery/gate.ts'

/**
 * Asks for a second factor. A sign-in that has shown two passes: by the step of this feature, or by a passkey whose authenticator has
 * verified its user.
 */
export const askGate =
  ({ asks, recovery }: Settings) =>
  async (context: GateContext): Promise<GateAnswer> => {
    const { user, amr } = context.signIn
    // Without a user there is nothing to protect yet: the gate is asked again about who was stored.
    if (user === null || amr.includes('mfa')) return 'pass'
    const apps = await appsOf(context, user.id)
    if (apps.length > 0) {
      if (recovery && (await leadsOn(context, recovery, apps))) return { step: 'replace' }
      return { step: 'challenge' }
    }
    return (await asks(user)) ? { step: 'enrol' } : 'pass'
  }
