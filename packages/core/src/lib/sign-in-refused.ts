import { isAuthError } from './errors/auth-error.ts'
import type { Context } from './context.ts'
import { emit } from './events/emit.ts'
import { findKnownAddress } from './limits/subjects.ts'
import { findIdentifier } from './limits/names.ts'
import { FlowFailure } from './responses/cookies-on-failure.ts'

/** What is known of a sign-in when it fails. */
export type FailedSignIn = Pick<Context, 'config' | 'original' | 'request'>

/**
 * Tells the application of a sign-in that was refused or failed.
 *
 * @param ref - reference that the log has
 */
export async function tellRefused(
  context: FailedSignIn,
  thrown: unknown,
  ref?: string,
): Promise<void> {
  const { config, request } = context
  const { replayDetected, signInRefused } = config.events
  if (!replayDetected && !signInRefused) return
  const error = thrown instanceof FlowFailure ? thrown.error : thrown
  const { providerId } = request
  const provider = providerId === undefined ? undefined : config.providers.get(providerId)
  const identifier = provider && findIdentifier(provider, request.body)
  const address = await findKnownAddress(context)
  const known = {
    ...(providerId !== undefined && { provider: providerId }),
    ...(address !== undefined && { address }),
    ...(ref !== undefined && { ref }),
  }
  const reason = isAuthError(error) ? error.type : 'AuthError'
  if (isAuthError(error) && error.cause?.['replayed'] === 'challenge') {
    await emit(config, 'replayDetected', { what: 'challenge', ...known })
  }
  await emit(config, 'signInRefused', {
    reason,
    ...known,
    ...(identifier !== undefined && { identifier }),
  })
}
