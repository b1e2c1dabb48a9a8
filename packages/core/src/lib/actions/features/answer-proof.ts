import { isProven } from '../../config/first-proof.ts'
import {
  AccessDenied,
  InvalidCheck,
  InvalidConfiguration,
  Verification,
} from '../../errors/classes.ts'
import type { Answer, Asked } from '../../features/answers.ts'
import type { Guard } from '../../features/insert-owned.ts'
import type { FlowResult } from '../../http/result.ts'
import { sameId } from '../../kit/account-id.ts'
import { lazy } from '../../kit/lazy.ts'
import { normalizeAddress } from '../../kit/email-address.ts'
import type { Context } from '../../request/context.ts'
import type { ClaimedProof } from '../../sign-in/email/proofs/open.ts'
import { claimProof, findByLink, requirePurpose, settle } from '../../sign-in/email/proofs/use.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import type { MailProof } from '../../types/feature-mail.ts'
import { askPageAgain, callAction, purposeOf, readAndSpend, spendForProof } from './call-action.ts'
import type { Person, ReadRequest } from './shown.ts'
import { respond, respondWrongCode } from './respond.ts'
import { sessionGuard } from './session-guard.ts'

type Given = Exclude<Answer, { readonly kind: 'passed' | 'actAs' }>

const loadSignIn = lazy(() => import('./sign-in-proven.ts'))

function requireOwnAnswer(given: Answer): Given {
  if (given.kind !== 'passed' && given.kind !== 'actAs') return given
  throw new InvalidCheck('An action with a proof by mail ends no step, and acts for no user.')
}

const UNPROVEN =
  'A row was stored for a user whose address the proof is for, and who was not handed over: call `users.proveEmail()` first.'

/** Whether a proof is about an owner, as far as it names a user. */
const isOfProof = ({ userId }: MailProof, owner: AdapterUser | undefined): boolean =>
  owner === undefined || userId === null || sameId(owner.id, userId)

const isOfAddress = (
  { email }: MailProof,
  owner: { readonly email?: string | null } | null,
): boolean => normalizeAddress(owner?.email) === email

/**
 * Looks whether a proof still stands for an owner: the person with its address is the one whom a first proof hands the user to. A proof of
 * another address holds as long as its user is as they were.
 */
const proofGuard =
  (context: Context, claimed: ClaimedProof, { user }: Person): Guard =>
  async (owner) => {
    const { proof, holds } = claimed
    if (isOfProof(proof, owner)) {
      if (isOfAddress(proof, owner ?? user)) {
        return owner && !isProven(owner) ? new InvalidConfiguration(UNPROVEN) : null
      }
      if (proof.userId !== null) {
        return (await holds()) ? null : new Verification('The user of the proof has changed since.')
      }
    }
    return user ? sessionGuard(context, user)(owner) : undefined
  }

/** Whether a gate of the phase `may` has shut the user out, before anything was handed over. */
const isShutOut = (thrown: unknown): boolean =>
  thrown instanceof AccessDenied && thrown.cause?.['feature'] !== undefined

/** Calls a change. The proof is usable again where a gate has shut the user out: whether it lets the user in may be another matter soon. */
async function callClaimed(
  context: Context,
  asked: Asked,
  { read, claimed }: { readonly read: ReadRequest; readonly claimed: ClaimedProof },
): Promise<Given> {
  try {
    return requireOwnAnswer(await callAction(context, asked, read))
  } catch (thrown) {
    if (isShutOut(thrown)) await settle(context, claimed, true)
    throw thrown
  }
}

/** Spends what a proof may be tried. It is usable again where there is no try left by now. */
async function spendClaimed(context: Context, asked: Asked, claimed: ClaimedProof): Promise<void> {
  try {
    await spendForProof(context, asked, claimed.row.id)
  } catch (thrown) {
    await settle(context, claimed, true)
    throw thrown
  }
}

/** Runs a change with what a mail has proven. A refusal leaves the proof usable, and any other answer uses it up. */
async function changeWithProof(
  context: Context,
  asked: Asked,
  person: Person,
): Promise<FlowResult> {
  const begunAt = context.config.clock()
  const inputs = await readAndSpend(context, asked, person.user)
  const purpose = requirePurpose(asked.feature, purposeOf(asked.action))
  const claimed = await claimProof(context, purpose)
  const token = context.request.body.get('proof')
  const link =
    typeof token === 'string' && token !== '' ? { purpose: purpose.name, token } : undefined
  const proof = claimed?.proof ?? null
  const again = (word: string): Promise<Answer> =>
    askPageAgain(context, asked, word, { ...person, proof, link })
  if (!claimed) return respondWrongCode(context, asked, await again(purpose.proof.page))
  await spendClaimed(context, asked, claimed)
  const cookies = { jar: context.jar }
  const guard = proofGuard(context, claimed, person)
  const begun = asked.feature.provider
    ? await (await loadSignIn()).beginSignIn(context, claimed.proof, begunAt)
    : undefined
  const read = { ...person, inputs, proof, cookies, guard, begunAt, around: begun?.around }
  const given = await callClaimed(context, asked, { read, claimed })
  const isKept = ['refused', 'busy', 'usedUp'].includes(given.kind)
  const jar = await settle({ ...context, jar: cookies.jar }, claimed, isKept)
  const after = { ...context, jar }
  if (given.kind !== 'signIn') return respond(after, asked, given, again)
  const { signInProven } = await loadSignIn()
  return signInProven(after, asked, { userId: given.userId, proof: claimed.proof, begun })
}

/** Runs an action that takes a proof by mail. A page only looks at it: it may have been opened by a scanner. */
export async function answerProof(
  context: Context,
  asked: Asked,
  person: Person,
): Promise<FlowResult> {
  if (asked.action.kind === 'change') return changeWithProof(context, asked, person)
  const inputs = await readAndSpend(context, asked, person.user)
  const purpose = requirePurpose(asked.feature, purposeOf(asked.action))
  const token = context.request.query.get('proof') ?? ''
  const opened = token === '' ? undefined : await findByLink(context, purpose, token)
  const given = await callAction(context, asked, {
    ...person,
    inputs,
    ...(opened && { proof: opened.proof, link: { purpose: purpose.name, token } }),
  })
  const answered = requireOwnAnswer(given)
  if (answered.kind === 'signIn') throw new InvalidCheck('A page signs in no user.')
  return respond(context, asked, answered, (word) => askPageAgain(context, asked, word, person))
}
