import { InvalidCheck, WebAuthnVerificationError } from '../../errors/classes.ts'
import type { FlowResult } from '../../http/result.ts'
import { sameId } from '../../kit/account-id.ts'
import { lazy } from '../../kit/lazy.ts'
import type { Context } from '../../request/context.ts'
import { methodsOf } from '../../sign-in/methods.ts'
import { findPasskeyStep, type PasskeyStep } from '../../sign-in/passkey/waiting-step.ts'
import type { WebAuthnEvidence } from '../../sign-in/proof.ts'
import { resumeSignIn } from './resume.ts'

const loadPasskey = lazy(() => import('../../sign-in/passkey/account.ts'))

/** @throws WebAuthnVerificationError where it is no second factor of the user whose sign-in waits */
function requireSecond({ waiting, userId }: PasskeyStep, evidence: WebAuthnEvidence): void {
  if (!sameId(evidence.user.id, userId)) {
    throw new WebAuthnVerificationError('The passkey is of another user than the sign-in.')
  }
  if (waiting.evidence['kind'] !== 'webauthn' || evidence.userVerified === true) return
  throw new WebAuthnVerificationError(
    'The sign-in began with a passkey: without verification of the user, another one shows the same factor again.',
  )
}

/**
 * Goes on with a sign-in that waits, for which a passkey of its user was asked.
 *
 * @param id - of the row of the sign-in
 * @throws InvalidCheck where it does not wait in this browser any more
 * @throws WebAuthnVerificationError where the passkey is no second factor of its user
 */
export async function passByPasskey(
  context: Context,
  evidence: WebAuthnEvidence,
  id: string,
): Promise<FlowResult> {
  const step = await findPasskeyStep(context)
  if (step?.waiting.row.id !== id) {
    throw new InvalidCheck('The sign-in that the passkey was asked for does not wait any more.')
  }
  requireSecond(step, evidence)
  const { requireLinked, resolveWebAuthnUser, storeFirstUse } = await loadPasskey()
  await requireLinked(evidence)
  await resolveWebAuthnUser(context, evidence, null)
  const shown = methodsOf(evidence)?.split('~') ?? []
  const { feature, waiting } = step
  const result = await resumeSignIn(context, waiting, {
    feature: feature.name,
    methods: [...new Set([...shown, 'mfa'])],
    ends: undefined,
  })
  // Checked again: a removal meanwhile has ended the sessions that existed, but not this one.
  await Promise.all([requireLinked(evidence), storeFirstUse(context, evidence)])
  return result
}
