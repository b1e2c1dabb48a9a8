import { InvalidCheck } from '../../errors/classes.ts'
import type { Answer, Asked } from '../../features/answers.ts'
import type { Guard } from '../../features/insert-owned.ts'
import type { FlowResult } from '../../http/result.ts'
import { normalizeAddress } from '../../kit/email-address.ts'
import type { Context } from '../../request/context.ts'
import { claimProof, findByLink, requirePurpose, settle } from '../../sign-in/email/proofs/use.ts'
import type { MailProof } from '../../types/feature-mail.ts'
import { askPageAgain, callAction, purposeOf, readAndSpend, type Person } from './call-action.ts'
import { respond, respondWrongCode } from './respond.ts'

type Given = Exclude<Answer, { readonly kind: 'passed' | 'actAs' }>

function requireOwnAnswer(given: Answer): Given {
  if (given.kind !== 'passed' && given.kind !== 'actAs') return given
  throw new InvalidCheck('An action with a proof by mail ends no step, and acts for no user.')
}

/** The owner of an address that is being proven is the person whom a first proof hands the user to. */
const proofGuard =
  (proof: MailProof | null): Guard =>
  async (owner) =>
    proof !== null && normalizeAddress(owner?.email) === proof.email ? true : undefined

/** Runs a change with what a mail has proven. A refusal leaves the proof usable, and any other answer uses it up. */
async function changeWithProof(
  context: Context,
  asked: Asked,
  person: Person,
): Promise<FlowResult> {
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
  const cookies = { jar: context.jar }
  const read = { ...person, inputs, proof, cookies, guard: proofGuard(proof) }
  const given = requireOwnAnswer(await callAction(context, asked, read))
  const jar = await settle({ ...context, jar: cookies.jar }, claimed, given.kind === 'refused')
  return respond({ ...context, jar }, asked, given, again)
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
  return respond(context, asked, requireOwnAnswer(given), (word) =>
    askPageAgain(context, asked, word, person),
  )
}
