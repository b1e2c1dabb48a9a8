import { CallbackRouteError, InvalidConfiguration } from '../../errors/classes.ts'
import { hiding, withoutSecrets } from '../../errors/hide-secrets.ts'
import { naming } from '../../errors/own-function.ts'
import { lazy } from '../../kit/lazy.ts'
import type { FeatureAction, FeatureValues, WritingContext } from '../../types/feature.ts'
import type { FeatureUser } from '../../types/feature-context.ts'
import { readAnswer, type Answer, type Asked } from '../../features/answers.ts'
import { createFeatureContext } from '../../features/feature-context.ts'
import { readInputs } from '../../features/inputs.ts'
import { ownReadRecords } from '../../features/own-records.ts'
import { withProofFields } from '../../features/proof-fields.ts'
import { requestTexts } from '../../pages/request-texts.ts'
import type { Context } from '../../request/context.ts'
import { startEvenTime } from './even-time.ts'
import { createRemember, type Person, type ReadRequest, shownTo, VISITOR } from './shown.ts'
import { openWriting } from './writing-context.ts'

const loadBudgets = lazy(() => import('../../limits/feature-budgets.ts'))

export const pathOf = ({ feature, word }: Asked): string => `${feature.name}/${word}`

/** The step of a sign-in that an action belongs to. */
export const stepOf = ({ feature, word, action }: Asked): string =>
  `${feature.name}/${action.kind === 'machine' ? word : (action.step ?? word)}`

/** The purpose of the mails whose proofs an action takes. */
export const purposeOf = (action: FeatureAction): string | undefined =>
  action.kind === 'machine' ? undefined : action.proof

/** What stands in the log in place of a secret input. */
const HIDDEN = '[input]'

/** The inputs of a request that no log may have. */
const secretsOf = ({ action: { inputs = {} } }: Asked, given: FeatureValues): readonly string[] =>
  Object.entries(inputs).flatMap(([name, { secret }]) => {
    const value = given[name]
    return secret && typeof value === 'string' ? [value] : []
  })

/** What an action answers. */
async function run(context: Context, asked: Asked, read: ReadRequest): Promise<unknown> {
  const { feature, action } = asked
  const secrets = secretsOf(asked, read.inputs)
  const hide = hiding(secrets, HIDDEN)
  const hidden = <Log extends Pick<WritingContext, 'log'>>(given: Log): Log =>
    secrets.length === 0
      ? given
      : { ...given, log: (level, message) => given.log(level, hide(message)) }
  const shown = await shownTo(context, asked, read)
  const call = async (): Promise<unknown> => {
    if (action.kind === 'page') {
      const { run: show } = await action.load()
      const records = ownReadRecords(feature, context.config)
      const base = createFeatureContext(feature, context)
      return show(Object.freeze({ ...hidden(base), ...shown, records }))
    }
    // Before anything is waited for: it notes when the request began.
    const time = startEvenTime()
    const writing = openWriting(feature, context, {
      asked: context,
      ...read,
      onProving: time.hide,
    })
    const { run: change } = await action.load()
    const remember = createRemember(context, asked, read)
    try {
      return await change(Object.freeze({ ...hidden(writing), ...shown, remember }))
    } finally {
      await time.wait()
    }
  }
  return withoutSecrets(secrets, HIDDEN, () =>
    naming(CallbackRouteError, `The action "${pathOf(asked)}"`, call),
  )
}

/** Calls what an action does, and reads its answer. */
export async function callAction(
  context: Context,
  asked: Asked,
  read: ReadRequest,
): Promise<Answer> {
  const { feature } = asked
  const answered = readAnswer(asked, await run(context, asked, read))
  if (answered.kind !== 'page' || !feature.proofs) return answered
  const { page } = answered
  const texts = await requestTexts(context.config, context.request.headers)
  return {
    ...answered,
    page: { ...page, blocks: withProofFields(feature, page.blocks, read.link, texts) },
  }
}

/** Whether a request for an action may see a page. */
function covers(form: Asked, page: Asked): boolean {
  const { session } = form.action
  if (session === 'pending' && page.action.session === 'pending') {
    return stepOf(form) === stepOf(page)
  }
  if (session === 'proof' && page.action.session === 'proof') {
    return purposeOf(form.action) === purposeOf(page.action)
  }
  const { session: wanted } = page.action
  return wanted === session || wanted === 'none' || (session === 'fresh' && wanted === undefined)
}

/** Asks the page that a refused form was on, with what the form sent. */
export async function askPageAgain(
  context: Context,
  asked: Asked,
  word: string,
  { user, actor, facts, signIn = null, ...given }: Person & Pick<ReadRequest, 'proof' | 'link'>,
): Promise<Answer> {
  const { feature } = asked
  const page = feature.actions?.[word]
  // A refusal shows nothing that its own request may not see.
  if (page?.kind !== 'page' || !covers(asked, { feature, word, action: page })) {
    throw new InvalidConfiguration(
      `The page "${feature.name}/${word}" needs another session or step than the form that leads back to it.`,
    )
  }
  const inputs = readInputs(context.request, page.inputs)
  // The user of a sign-in that waits is not signed in.
  const isSeen = page.session === 'pending' || asked.action.session !== 'pending'
  return callAction(
    context,
    { feature, word, action: page },
    { ...given, ...(isSeen ? { user, actor, facts, signIn } : VISITOR), inputs },
  )
}

/** The inputs of a request, once the budgets of its action are spent. */
export async function readAndSpend(
  context: Context,
  { feature, action }: Asked,
  user: FeatureUser | null,
): Promise<FeatureValues> {
  const inputs = readInputs(context.request, action.inputs)
  if (action.budgets) {
    await (await loadBudgets()).spendBudgets(context, { feature, action, user, inputs })
  }
  return inputs
}

/** Spends the budgets of an action that count by its proof, which is known by now. */
export async function spendForProof(
  context: Context,
  { feature, action }: Asked,
  proof: string,
): Promise<void> {
  if (!action.budgets) return
  await (await loadBudgets()).spendBudgets(context, { feature, action, proof })
}
