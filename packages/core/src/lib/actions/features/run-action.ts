import {
  CallbackRouteError,
  InvalidCheck,
  InvalidConfiguration,
  SessionRequired,
} from '../../errors/classes.ts'
import { naming } from '../../errors/own-function.ts'
import { acceptsPage } from '../../failures/failure-result.ts'
import { CookieJar } from '../../http/cookie-jar.ts'
import { parseOwnTarget } from '../../http/redirect-target.ts'
import type { FlowResult } from '../../http/result.ts'
import {
  askToSignIn,
  findPageSession,
  givenTarget,
  requireSessionPage,
  type PageSession,
} from '../require-session-page.ts'
import { actionUrl, withParameters, type Context } from '../../request/context.ts'
import { lazy } from '../../kit/lazy.ts'
import { requireEstablishedWay } from '../../sessions/marks.ts'
import { requireRecentSignIn } from '../../sessions/require-recent-sign-in.ts'
import type { FeatureValues } from '../../types/feature.ts'
import type { FeatureUser } from '../../types/feature-context.ts'
import { readAnswer, type Answer, type Asked } from '../../features/answers.ts'
import type { Guard } from '../../features/insert-owned.ts'
import type { WaitingSignIn } from '../../sign-in/waiting.ts'
import { createFeatureContext, createWritingContext, findUser } from '../../features/context.ts'
import { readInputs } from '../../features/inputs.ts'
import { ownReadRecords } from '../../features/own-records.ts'
import { respond } from './respond.ts'
import { createSay } from '../../features/texts.ts'

const loadWaiting = lazy(() => import('../../sign-in/waiting.ts'))
const loadResume = lazy(() => import('./resume.ts'))
const loadBudgets = lazy(() => import('../../limits/feature-budgets.ts'))
const loadRefused = lazy(() => import('./refused-step.ts'))

/** Seconds that a sign-in may be old for an action that needs a recent one, unless `account.requireFresh` says otherwise. */
const FRESH_FOR = 3600

const pathOf = ({ feature, word }: Asked): string => `${feature.name}/${word}`

/** The parameters of a page as they were sent, with where it leads to. */
function pageParameters(context: Context, { action }: Asked): Record<string, string | undefined> {
  const { query } = context.request
  const names = Object.keys(action.inputs ?? {})
  return {
    ...Object.fromEntries(names.map((name) => [name, query.get(name)])),
    callbackUrl: givenTarget(context),
  }
}

/** Where a person comes back to after a sign-in: the page that was asked for, or where the form leads to. */
function comesBackTo(context: Context, asked: Asked): string {
  if (asked.action.kind !== 'page') return context.returnTo
  return actionUrl(context, pathOf(asked), pageParameters(context, asked))
}

/** The page of the application that stands in for one of the feature, for a person. */
function ownPage(context: Context, asked: Asked): FlowResult | undefined {
  const { config, origin, jar } = context
  if (asked.action.kind !== 'page' || !acceptsPage(context.request)) return undefined
  const own = parseOwnTarget(config.pages[`${asked.feature.name}/${asked.word}`], origin.href)
  if (!own) return undefined
  return { kind: 'redirect', to: withParameters(own, pageParameters(context, asked)), jar }
}

async function requireFresh({ config }: Context, { current }: PageSession): Promise<void> {
  const { requireFresh: seconds = FRESH_FOR } = config.account
  if (seconds === false) return
  requireRecentSignIn(config, current, seconds)
  await requireEstablishedWay(config, current)
}

async function requireUser(context: Context, owner: string): Promise<FeatureUser> {
  const user = await findUser(context.config, owner)
  if (user) return user
  throw new SessionRequired('The user of the session is not in the store any more.')
}

/** The user of the request where it has one. */
async function possibleUser(context: Context): Promise<FeatureUser | null> {
  const session = await findPageSession(context)
  return session ? findUser(context.config, session.owner) : null
}

interface ReadRequest {
  readonly user: FeatureUser | null
  readonly inputs: FeatureValues
  /** Whether the request still is that of the user. Of none where it has none. */
  readonly guard?: Guard | undefined
}

async function callAction(
  context: Context,
  asked: Asked,
  { guard, ...read }: ReadRequest,
): Promise<Answer> {
  const { feature, action } = asked
  const text = await createSay(feature, { ...context, headers: context.request.headers })
  const given = await naming(CallbackRouteError, `The action "${pathOf(asked)}"`, async () => {
    if (action.kind === 'page') {
      const { run } = await action.load()
      const records = ownReadRecords(feature, context.config)
      return run(
        Object.freeze({ ...createFeatureContext(feature, context), ...read, records, text }),
      )
    }
    const { run } = await action.load()
    return run(Object.freeze({ ...createWritingContext(feature, context, guard), ...read, text }))
  })
  return readAnswer(asked, given)
}

const stepOf = ({ feature, word, action }: Asked): string =>
  `${feature.name}/${action.kind === 'machine' ? word : (action.step ?? word)}`

/** Whether a request for an action may see a page. */
function covers(form: Asked, page: Asked): boolean {
  const { session } = form.action
  if (session === 'pending' && page.action.session === 'pending') {
    return stepOf(form) === stepOf(page)
  }
  const { session: wanted } = page.action
  return wanted === session || wanted === 'none' || (session === 'fresh' && wanted === undefined)
}

/** Asks the page that a refused form was on, with what the form sent. */
async function askPageAgain(
  context: Context,
  asked: Asked,
  word: string,
  user: FeatureUser | null,
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
    { user: isSeen ? user : null, inputs },
  )
}

/** The inputs of a request, once the budgets of its action are spent. */
async function readAndSpend(
  context: Context,
  { feature, action }: Asked,
  user: FeatureUser | null,
): Promise<FeatureValues> {
  const inputs = readInputs(context.request, action.inputs)
  if (action.budgets)
    await (await loadBudgets()).spendBudgets(context, { feature, action, user, inputs })
  return inputs
}

/** Whether the session of a request still is that of a user. */
const sessionGuard =
  (context: Context, user: FeatureUser | null): Guard =>
  async () =>
    user !== null && (await findPageSession(context))?.owner === user.id

async function answer(
  context: Context,
  asked: Asked,
  user: FeatureUser | null,
): Promise<FlowResult> {
  const inputs = await readAndSpend(context, asked, user)
  const guard = user === null ? undefined : sessionGuard(context, user)
  const given = await callAction(context, asked, { user, inputs, guard })
  // An action without a waiting sign-in cannot answer so.
  if (given.kind === 'passed') throw new InvalidCheck('There is no sign-in that waits.')
  return respond(context, asked, given, (word) => askPageAgain(context, asked, word, user))
}

/** Runs a step of a sign-in for its user. */
async function takeStep(
  context: Context,
  asked: Asked,
  { waiting, user }: { readonly waiting: WaitingSignIn; readonly user: FeatureUser },
): Promise<FlowResult> {
  const inputs = await readAndSpend(context, asked, user)
  const { findWaiting } = await loadWaiting()
  const guard: Guard = async () =>
    (await findWaiting(context, stepOf(asked)))?.row.id === waiting.row.id
  const given = await callAction(context, asked, { user, inputs, guard })
  if (given.kind === 'refused' && asked.action.kind === 'change') {
    await (await loadRefused()).emitRefusal(context, waiting, given.code)
  }
  if (given.kind !== 'passed') {
    return respond(context, asked, given, (word) => askPageAgain(context, asked, word, user))
  }
  const { resumeSignIn } = await loadResume()
  return resumeSignIn(context, waiting, { feature: asked.feature.name, methods: given.methods })
}

/** Runs a step of the sign-in of this browser that waits. */
async function answerPending(context: Context, asked: Asked): Promise<FlowResult> {
  const { countTry, findWaiting } = await loadWaiting()
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

/** Cookies are neither read nor set. */
function withoutCookies(context: Context): Context {
  return { ...context, jar: new CookieJar('') }
}

/**
 * Runs an action of a feature.
 *
 * @throws AuthError where the request cannot be answered
 */
export async function runAction(context: Context, asked: Asked): Promise<FlowResult> {
  const { action } = asked
  if (action.kind === 'machine') return answer(withoutCookies(context), asked, null)
  const own = ownPage(context, asked)
  if (own) return own
  if (action.session === 'pending') return answerPending(context, asked)
  if (action.session === 'none') return answer(context, asked, await possibleUser(context))
  return requireSessionPage(context, comesBackTo(context, asked), async (session) => {
    if (action.session === 'fresh') await requireFresh(context, session)
    return answer(context, asked, await requireUser(context, session.owner))
  })
}
