import { InvalidCheck, SessionRequired } from '../../errors/classes.ts'
import type { Asked } from '../../features/answers.ts'
import { findUser } from '../../features/feature-context.ts'
import type { Guard } from '../../features/insert-owned.ts'
import type { FlowResult } from '../../http/result.ts'
import { sameId } from '../../kit/account-id.ts'
import { lazy } from '../../kit/lazy.ts'
import type { Context } from '../../request/context.ts'
import { methodsShown } from '../../sign-in/methods.ts'
import { countTry, findWaiting, giveBackTry, type WaitingSignIn } from '../../sign-in/waiting.ts'
import type { FeatureUser } from '../../types/feature-context.ts'
import type { ShownSignIn } from '../../types/feature-gate.ts'
import { askToSignIn } from '../require-session-page.ts'
import { askPageAgain, callAction, readAndSpend, stepOf } from './call-action.ts'
import { respond } from './respond.ts'
import { resumeSignIn } from './resume.ts'

// A passkey is another way to do a step.
export { passByPasskey } from './pass-by-passkey.ts'

const loadRefused = lazy(() => import('./refused-step.ts'))

/** What a sign-in has shown until now. `null` where its provider is gone: it cannot go on. */
function shownBy({ config }: Context, waiting: WaitingSignIn): ShownSignIn | null {
  const provider = String(waiting.evidence['provider'])
  const kind = config.providers.get(provider)?.kind
  return kind === undefined ? null : { provider, kind, amr: methodsShown(waiting) }
}

/** Runs a step of a sign-in for its user. */
async function takeStep(
  context: Context,
  asked: Asked,
  { waiting, user }: { readonly waiting: WaitingSignIn; readonly user: FeatureUser },
): Promise<FlowResult> {
  const inputs = await readAndSpend(context, asked, user)
  const guard: Guard = async (owner) => {
    if (owner && !sameId(owner.id, user.id)) return undefined
    const found = await findWaiting(context, stepOf(asked))
    return found?.row.id === waiting.row.id
      ? null
      : new SessionRequired('The sign-in that waited ended while its step was done.')
  }
  const person = { user, actor: null, facts: null, signIn: shownBy(context, waiting) }
  const cookies = { jar: context.jar }
  const given = await callAction(context, asked, { ...person, inputs, guard, cookies })
  const after = { ...context, jar: cookies.jar }
  // The session of an action that begins acting is another one.
  if (given.kind === 'actAs') throw new InvalidCheck('A sign-in that waits acts for no user.')
  if (given.kind === 'signIn') throw new InvalidCheck('A sign-in that waits begins no other one.')
  if (given.kind === 'busy') await giveBackTry(context, waiting)
  if (given.kind === 'refused' && asked.action.kind === 'change') {
    await (await loadRefused()).emitRefusal(context, waiting, given.code)
  }
  if (given.kind !== 'passed') {
    return respond(after, asked, given, (word) => askPageAgain(context, asked, word, person))
  }
  const { methods, ends } = given
  return resumeSignIn(after, waiting, { feature: asked.feature.name, methods, ends })
}

/** Runs a step of the sign-in of this browser that waits. */
export async function answerPending(context: Context, asked: Asked): Promise<FlowResult> {
  const found = await findWaiting(context, stepOf(asked))
  const isForm = asked.action.kind === 'change'
  const waiting = found && isForm ? await countTry(context, found) : found
  const user = waiting?.userId === undefined ? null : await findUser(context.config, waiting.userId)
  if (waiting && user) {
    const step = (): Promise<FlowResult> => takeStep(context, asked, { waiting, user })
    return isForm ? (await loadRefused()).tellOfFailure(context, waiting, step) : step()
  }
  if (found && isForm) await (await loadRefused()).emitRefusal(context, found)
  return askToSignIn(context, 'SessionRequired', context.returnTo)
}
