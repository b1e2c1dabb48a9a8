import { ActingRefused, CallbackRouteError, InvalidConfiguration } from '../../errors/classes.ts'
import { naming } from '../../errors/own-function.ts'
import { lazy } from '../../kit/lazy.ts'
import type { Actor } from '../../types/actor.ts'
import type { SessionFacts } from '../../types/facts.ts'
import type { ChangeContext, FeatureAction, FeatureValues } from '../../types/feature.ts'
import type { FeatureBrowser } from '../../types/feature-browser.ts'
import type { FeatureUser } from '../../types/feature-context.ts'
import type { ShownSignIn } from '../../types/feature-gate.ts'
import type { MailProof } from '../../types/feature-mail.ts'
import { readAnswer, type Answer, type Asked } from '../../features/answers.ts'
import { NO_BROWSER, readBrowser, rememberBrowser } from '../../features/browser.ts'
import { createFeatureContext } from '../../features/feature-context.ts'
import { readInputs } from '../../features/inputs.ts'
import { ownReadRecords } from '../../features/own-records.ts'
import { type PageProof, withProofFields } from '../../features/proof-fields.ts'
import { createSay } from '../../features/texts.ts'
import { requestTexts } from '../../pages/request-texts.ts'
import { siteName } from '../../pages/name.ts'
import type { Context } from '../../request/context.ts'
import { startEvenTime } from './even-time.ts'
import { openWriting, type WritingRequest } from './writing-context.ts'

const loadBudgets = lazy(() => import('../../limits/feature-budgets.ts'))

export const pathOf = ({ feature, word }: Asked): string => `${feature.name}/${word}`

/** The step of a sign-in that an action belongs to. */
export const stepOf = ({ feature, word, action }: Asked): string =>
  `${feature.name}/${action.kind === 'machine' ? word : (action.step ?? word)}`

/** The purpose of the mails whose proofs an action takes. */
export const purposeOf = (action: FeatureAction): string | undefined =>
  action.kind === 'machine' ? undefined : action.proof

/** Who sends a request, and who acts for them. */
export interface Person {
  readonly user: FeatureUser | null
  readonly actor: Actor | null
  /** How the session began, where there is one. */
  readonly facts: SessionFacts | null
  /** What a sign-in that waits has shown. Default: none waits. */
  readonly signIn?: ShownSignIn | null
}

export const VISITOR: Person = { user: null, actor: null, facts: null }

/** What an action is called with. */
export interface ReadRequest
  extends Person, Pick<WritingRequest, 'cookies' | 'guard' | 'begunAt' | 'around'> {
  readonly inputs: FeatureValues
  readonly proof?: MailProof | null
  /** The link that the page was opened by. */
  readonly link?: PageProof | undefined
}

/** What remembers the browser of a request for a feature. */
function createRemember(
  context: Context,
  { feature }: Asked,
  read: Pick<ReadRequest, 'actor' | 'cookies'>,
): ChangeContext['remember'] {
  const { actor, cookies } = read
  return async (days) => {
    if (!cookies) throw new TypeError('A program has no browser that could be remembered.')
    if (actor) {
      throw new ActingRefused(`${actor.sub} acts for a user, whose browser this is not.`)
    }
    const { id, jar } = await rememberBrowser({ ...context, jar: cookies.jar }, feature, days)
    cookies.jar = jar
    return id
  }
}

/** The browser as its feature knows it. A program has none, and that of an administrator is not the user's. */
const browserOf = async (
  context: Context,
  { feature, action }: Asked,
  { actor }: Pick<ReadRequest, 'actor'>,
): Promise<FeatureBrowser> =>
  action.kind === 'machine' || actor ? NO_BROWSER : readBrowser(context, feature)

/** Calls what an action does, and reads its answer. */
export async function callAction(
  context: Context,
  asked: Asked,
  read: ReadRequest,
): Promise<Answer> {
  const { feature, action } = asked
  const { user, actor, facts, signIn = null, inputs, proof = null, link } = read
  const text = await createSay(feature, { ...context, headers: context.request.headers })
  const site = siteName(context)
  const browser = await browserOf(context, asked, read)
  const shown = { user, actor, facts, signIn, browser, inputs, text, proof, site }
  const given = await naming(CallbackRouteError, `The action "${pathOf(asked)}"`, async () => {
    if (action.kind === 'page') {
      const { run } = await action.load()
      const records = ownReadRecords(feature, context.config)
      return run(Object.freeze({ ...createFeatureContext(feature, context), ...shown, records }))
    }
    // Before anything is waited for: it notes when the request began.
    const time = startEvenTime()
    const writing = openWriting(feature, context, {
      asked: context,
      ...read,
      onProving: time.hide,
    })
    const { run } = await action.load()
    const remember = createRemember(context, asked, read)
    try {
      return await run(Object.freeze({ ...writing, ...shown, remember }))
    } finally {
      await time.wait()
    }
  })
  const answered = readAnswer(asked, given)
  if (answered.kind !== 'page' || !feature.proofs) return answered
  const { page } = answered
  const texts = await requestTexts(context.config, context.request.headers)
  return {
    ...answered,
    page: { ...page, blocks: withProofFields(feature, page.blocks, link, texts) },
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
