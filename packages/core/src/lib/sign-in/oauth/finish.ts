import { prepareOAuth } from './account.ts'
import { prove } from '../proof.ts'
import type { ProviderOfKind } from '../../config/providers.ts'
import type { Context } from '../../request/context.ts'
import { InvalidCheck } from '../../errors/classes.ts'
import type { FlowResult } from '../../http/result.ts'
import { authenticate } from './authenticate.ts'
import { selectStrategy } from '../../sessions/select.ts'
import { emit } from '../../request/emit.ts'
import { findKnownAddress } from '../../limits/subjects.ts'
import { refuseEnded } from '../../sessions/in-progress.ts'
import { consumeTransaction } from '../transaction/single-use.ts'
import type { Transaction } from '../transaction/transaction.ts'
import { completeSignIn } from '../complete.ts'

/**
 * The answer to a sign-in that has been finished already: a reload, the back button or a second click. It changes nothing.
 *
 * @param otherwise - what is wrong when nobody is signed in
 * @throws InvalidCheck when nobody is
 */
export async function alreadyCompleted(context: Context, otherwise: string): Promise<FlowResult> {
  const current = await selectStrategy(context.config).current(context)
  if (current) return { kind: 'redirect', to: context.returnTo, jar: context.jar }
  throw new InvalidCheck(otherwise)
}

const FINISHED =
  'This sign-in has been finished already, with a copy of its cookies or at the same moment.'

/**
 * Finishes a sign-in that this browser started: uses it up, finds out who signed in, and issues the session.
 *
 * @throws AuthError when the response does not verify, or the sign-in is refused
 */
export async function finish(
  context: Context,
  provider: ProviderOfKind<'oauth'>,
  transaction: Transaction,
  parameters: URLSearchParams,
): Promise<FlowResult> {
  const { startedBy, returnTo, createdAt } = transaction
  // Before anything is verified: an answer that fails uses up the sign-in as well.
  if (!(await consumeTransaction(context, transaction))) {
    const address = await findKnownAddress(context)
    await emit(context.config, 'replayDetected', {
      what: 'authorization-response',
      provider: provider.id,
      ...(address !== undefined && { address }),
    })
    return alreadyCompleted({ ...context, returnTo }, FINISHED)
  }
  const epoch = await refuseEnded(context.config, createdAt)
  const response = { transaction, parameters }
  const identity = await authenticate(provider, response, context.config.clock())
  const evidence = { kind: 'oauth' as const, provider, epoch, ...identity }
  return completeSignIn(
    { ...context, returnTo },
    prove(startedBy === undefined ? evidence : { ...evidence, startedBy }),
    prepareOAuth,
  )
}
