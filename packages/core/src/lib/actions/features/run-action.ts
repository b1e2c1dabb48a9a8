import {
  ActingRefused,
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
import { toFacts } from '../../sessions/facts.ts'
import { requireRecentSignIn } from '../../sessions/require-recent-sign-in.ts'
import type { Actor } from '../../types/facts.ts'
import type { FeatureValues } from '../../types/feature.ts'
import type { FeatureUser } from '../../types/feature-context.ts'
import { readAnswer, type Answer, type Asked } from '../../features/answers.ts'
import { createFeatureContext, createWritingContext, findUser } from '../../features/context.ts'
import { readInputs } from '../../features/inputs.ts'
import { ownReadRecords } from '../../features/own-records.ts'
import { respond } from './respond.ts'
import { createSay } from '../../features/texts.ts'

const loadActing = lazy(() => import('../../sessions/acting/create-acting.ts'))
const loadWaiting = lazy(() => import('../../sign-in/waiting.ts'))
const loadResume = lazy(() => import('./resume.ts'))

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
  if (current.actor) throw new ActingRefused('This needs a sign-in of the user.')
  const { requireFresh: seconds = FRESH_FOR } = config.account
  if (seconds === false) return
  requireRecentSignIn(config, current, seconds)
  await requireEstablishedWay(config, current)
}

/** Who sends a request, and who acts for them. */
interface Person {
  readonly user: FeatureUser | null
  readonly actor: Actor | null
}

const VISITOR: Person = { user: null, actor: null }

const actorOf = ({ current }: PageSession): Actor | null => toFacts(current).actor ?? null

async function requireUser(context: Context, session: PageSession): Promise<Person> {
  const user = await findUser(context.config, session.owner)
  if (user) return { user, actor: actorOf(session) }
  throw new SessionRequired('The user of the session is not in the store any more.')
}

/** The user of the request where it has one. */
async function possibleUser(context: Context): Promise<Person> {
  const session = await findPageSession(context)
  if (!session) return VISITOR
  return { user: await findUser(context.config, session.owner), actor: actorOf(session) }
}

interface ReadRequest extends Person {
  readonly inputs: FeatureValues
}

async function callAction(context: Context, asked: Asked, read: ReadRequest): Promise<Answer> {
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
    return run(
      Object.freeze({ ...createWritingContext(feature, context, read.actor), ...read, text }),
    )
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
  { user, actor }: Person,
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
    { ...(isSeen ? { user, actor } : VISITOR), inputs },
  )
}

/** Begins to act for a user. */
async function beginActing(
  context: Context,
  { feature }: Asked,
  userId: string,
  session: PageSession | undefined,
): Promise<FlowResult> {
  // It has one: such an action needs a recent sign-in.
  if (!session) throw new SessionRequired('Only a session acts for a user.')
  const { createActing } = await loadActing()
  const jar = await createActing(context, { ...session, feature: feature.name }, userId)
  return { kind: 'redirect', to: context.returnTo, status: 303, jar }
}

async function answer(
  context: Context,
  asked: Asked,
  person: Person,
  session?: PageSession,
): Promise<FlowResult> {
  const inputs = readInputs(context.request, asked.action.inputs)
  const given = await callAction(context, asked, { ...person, inputs })
  // An action without a waiting sign-in cannot answer so.
  if (given.kind === 'passed') throw new InvalidCheck('There is no sign-in that waits.')
  if (given.kind === 'actAs') return beginActing(context, asked, given.userId, session)
  return respond(context, asked, given, (word) => askPageAgain(context, asked, word, person))
}

/** Runs a step of the sign-in of this browser that waits. */
async function answerPending(context: Context, asked: Asked): Promise<FlowResult> {
  const { countTry, findWaiting } = await loadWaiting()
  const found = await findWaiting(context, stepOf(asked))
  const isForm = asked.action.kind === 'change'
  const waiting = found && isForm ? await countTry(context, found) : found
  const user = waiting?.userId === undefined ? null : await findUser(context.config, waiting.userId)
  if (!waiting || !user) return askToSignIn(context, 'SessionRequired', context.returnTo)
  const inputs = readInputs(context.request, asked.action.inputs)
  const person = { user, actor: null }
  const given = await callAction(context, asked, { ...person, inputs })
  // The session of an action that begins acting is another one.
  if (given.kind === 'actAs') throw new InvalidCheck('A sign-in that waits acts for no user.')
  if (given.kind !== 'passed') {
    return respond(context, asked, given, (word) => askPageAgain(context, asked, word, person))
  }
  const { resumeSignIn } = await loadResume()
  return resumeSignIn(context, waiting, { feature: asked.feature.name, methods: given.methods })
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
  if (action.kind === 'machine') return answer(withoutCookies(context), asked, VISITOR)
  const own = ownPage(context, asked)
  if (own) return own
  if (action.session === 'pending') return answerPending(context, asked)
  if (action.session === 'none') return answer(context, asked, await possibleUser(context))
  return requireSessionPage(context, comesBackTo(context, asked), async (session) => {
    if (action.session === 'fresh') await requireFresh(context, session)
    return answer(context, asked, await requireUser(context, session), session)
  })
}
