import { type AuthError, isAuthError } from '../errors/auth-error.ts'
import type { Context } from '../request/context.ts'
import { emit } from '../request/emit.ts'
import { findKnownAddress } from '../limits/subjects.ts'
import { findIdentifier } from '../limits/names.ts'
import { FlowFailure } from '../failures/cookies-on-failure.ts'

/** The known facts of a sign-in that failed. */
export type FailedSignIn = Pick<Context, 'config' | 'original' | 'request'>

/** The facts of a request that both events contain. */
async function requestFacts(
  context: FailedSignIn,
  ref: string | undefined,
): Promise<{ readonly provider?: string; readonly address?: string; readonly ref?: string }> {
  const { providerId } = context.request
  const address = await findKnownAddress(context)
  return {
    ...(providerId !== undefined && { provider: providerId }),
    ...(address !== undefined && { address }),
    ...(ref !== undefined && { ref }),
  }
}

/** The name or address that was entered, or that the link of a mail has. */
function submittedIdentifier({ config, request }: FailedSignIn): string | undefined {
  const provider = config.providers.get(request.providerId ?? '')
  if (!provider) return undefined
  const isLink = provider.kind === 'email' && !request.body.has('email')
  return findIdentifier(provider, isLink ? request.query : request.body)
}

/** A single-use value that was used again, if the error of the flow marks one. */
function findReplayed(cause: unknown): 'challenge' | 'mail-link' | undefined {
  return cause === 'challenge' || cause === 'mail-link' ? cause : undefined
}

/** The code of the feature that has refused, if one did. */
function refusedBy(error: AuthError | undefined): { readonly feature?: string } {
  const code = error?.cause?.['feature']
  return typeof code === 'string' ? { feature: code } : {}
}

/**
 * Emits the events of a sign-in that was refused or failed.
 *
 * @param ref - reference that the log has
 */
export async function emitRefused(
  context: FailedSignIn,
  thrown: unknown,
  ref?: string,
): Promise<void> {
  const { config } = context
  const { events } = config
  if (!events.replayDetected && !events.signInRefused) return
  const inner = thrown instanceof FlowFailure ? thrown.error : thrown
  const error = isAuthError(inner) ? inner : undefined
  const known = await requestFacts(context, ref)
  const identifier = submittedIdentifier(context)
  const named = identifier === undefined ? {} : { identifier }
  const what = findReplayed(error?.cause?.['replayed'])
  if (what) {
    await emit(config, 'replayDetected', { what, ...known, ...(what === 'mail-link' && named) })
  }
  await emit(config, 'signInRefused', {
    reason: error?.type ?? 'AuthError',
    ...refusedBy(error),
    ...known,
    ...named,
  })
}
