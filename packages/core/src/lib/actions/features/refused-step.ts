import { isAuthError } from '../../errors/auth-error.ts'
import { FlowFailure } from '../../failures/cookies-on-failure.ts'
import type { FlowResult } from '../../http/result.ts'
import { findKnownAddress } from '../../limits/subjects.ts'
import type { Context } from '../../request/context.ts'
import { emit } from '../../request/emit.ts'
import type { WaitingSignIn } from '../../sign-in/waiting.ts'
import type { ErrorType } from '../../types/error-type.ts'

async function tell(
  context: Context,
  { evidence }: WaitingSignIn,
  what: { readonly reason: ErrorType; readonly feature?: string },
): Promise<void> {
  const { config } = context
  if (!config.events.signInRefused) return
  const address = await findKnownAddress(context)
  await emit(config, 'signInRefused', {
    ...what,
    provider: String(evidence['provider']),
    ...(address !== undefined && { address }),
  })
}

/**
 * Emits the event of a sign-in that was refused at a step.
 *
 * @param code - of the error of a feature. Default: too many forms were sent, or it is not there any more
 */
export async function emitRefusal(
  context: Context,
  waiting: WaitingSignIn,
  code?: string,
): Promise<void> {
  await tell(
    context,
    waiting,
    code === undefined ? { reason: 'SessionRequired' } : { reason: 'AccessDenied', feature: code },
  )
}

const codeIn = (error: unknown): { readonly feature?: string } => {
  const code = isAuthError(error) ? error.cause?.['feature'] : undefined
  return typeof code === 'string' ? { feature: code } : {}
}

/** Runs a step, and emits the event where it fails. */
export async function tellOfFailure(
  context: Context,
  waiting: WaitingSignIn,
  step: () => Promise<FlowResult>,
): Promise<FlowResult> {
  try {
    return await step()
  } catch (thrown) {
    const error = thrown instanceof FlowFailure ? thrown.error : thrown
    const reason = isAuthError(error) ? error.type : 'AuthError'
    await tell(context, waiting, { reason, ...codeIn(error) })
    throw thrown
  }
}
