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
import type { FeatureAction, FeatureValues } from '../../types/feature.ts'
import type { FeatureUser } from '../../types/feature-context.ts'
import { readAnswer, type Answer, type Asked } from '../../features/answers.ts'
import { createFeatureContext, findUser } from '../../features/context.ts'
import { readInputs } from '../../features/inputs.ts'
import { ownReadRecords } from '../../features/own-records.ts'
import { type PageProof, withProofFields } from '../../features/proof-fields.ts'
import { requestTexts } from '../../pages/request-texts.ts'
import type { MailProof } from '../../types/feature-mail.ts'
import { respond, respondWrongCode } from './respond.ts'
import { createSay } from '../../features/texts.ts'
import { openWriting, type WritingRequest } from './writing-context.ts'

const loadWaiting = lazy(() => import('../../sign-in/waiting.ts'))
const loadResume = lazy(() => import('./resume.ts'))
const loadProofs = lazy(() => import('../../sign-in/email/proofs/use.ts'))

/** Seconds that a sign-in may be old for an action that needs a recent one, unless `account.requireFresh` says otherwise. */
const FRESH_FOR = 3600

const pathOf = ({ feature, word }: Asked): string => `${feature.name}/${word}`

/** The parameters of a page as they were sent, with where it leads to. */
function pageParameters(context: Context, { action }: Asked): Record<string, string | undefined> {
  const { query } = context.request
  const names = Object.keys(action.inputs ?? {})
  return {
    ...Object.fromEntries(names.map((name) => [name, query.get(name)])),
    ...(action.session === 'proof' && { proof: query.get('proof') }),
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

interface ReadRequest extends Pick<WritingRequest, 'cookies' | 'owner'> {
  readonly user: FeatureUser | null
  readonly inputs: FeatureValues
  readonly proof?: MailProof | null
  /** The link that the page was opened by. */
  readonly link?: PageProof | undefined
}

async function callAction(context: Context, asked: Asked, read: ReadRequest): Promise<Answer> {
  const { feature, action } = asked
  const { user, inputs, proof = null, link } = read
  const text = await createSay(feature, { ...context, headers: context.request.headers })
  const shown = { user, inputs, text, proof }
  const given = await naming(CallbackRouteError, `The action "${pathOf(asked)}"`, async () => {
    if (action.kind === 'page') {
      const { run } = await action.load()
      const records = ownReadRecords(feature, context.config)
      return run(Object.freeze({ ...createFeatureContext(feature, context), ...shown, records }))
    }
    const { run } = await action.load()
    const writing = openWriting(feature, context, { asked: context, ...read })
    return run(Object.freeze({ ...writing, ...shown }))
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

const stepOf = ({ feature, word, action }: Asked): string =>
  `${feature.name}/${action.kind === 'machine' ? word : (action.step ?? word)}`

const purposeOf = (action: FeatureAction): string | undefined =>
  action.kind === 'machine' ? undefined : action.proof

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
async function askPageAgain(
  context: Context,
  asked: Asked,
  word: string,
  { user, ...given }: Pick<ReadRequest, 'user' | 'proof' | 'link'>,
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
    { ...given, user: isSeen ? user : null, inputs },
  )
}

async function answer(
  context: Context,
  asked: Asked,
  user: FeatureUser | null,
  owner?: string,
): Promise<FlowResult> {
  const inputs = readInputs(context.request, asked.action.inputs)
  const cookies = { jar: context.jar }
  // Programs get none.
  const writing = asked.action.kind === 'change' ? { cookies, owner } : {}
  const given = await callAction(context, asked, { user, inputs, ...writing })
  // An action without a waiting sign-in cannot answer so.
  if (given.kind === 'passed') throw new InvalidCheck('There is no sign-in that waits.')
  const after = { ...context, jar: cookies.jar }
  return respond(after, asked, given, (word) => askPageAgain(context, asked, word, { user }))
}

/** Runs a change with what a mail has proven. A refusal leaves the proof usable, and any other answer uses it up. */
async function changeWithProof(
  context: Context,
  asked: Asked,
  user: FeatureUser | null,
): Promise<FlowResult> {
  const { claimProof, requirePurpose, settle } = await loadProofs()
  const inputs = readInputs(context.request, asked.action.inputs)
  const purpose = requirePurpose(asked.feature, purposeOf(asked.action))
  const claimed = await claimProof(context, purpose)
  const token = context.request.body.get('proof')
  const link =
    typeof token === 'string' && token !== '' ? { purpose: purpose.name, token } : undefined
  const proof = claimed?.proof ?? null
  const again = (word: string): Promise<Answer> =>
    askPageAgain(context, asked, word, { user, proof, link })
  if (!claimed) return respondWrongCode(context, asked, await again(purpose.proof.page))
  const cookies = { jar: context.jar }
  const given = await callAction(context, asked, { user, inputs, proof, cookies })
  if (given.kind === 'passed') throw new InvalidCheck('There is no sign-in that waits.')
  const jar = await settle({ ...context, jar: cookies.jar }, claimed, given.kind === 'refused')
  return respond({ ...context, jar }, asked, given, again)
}

/** Runs an action that takes a proof by mail. A page only looks at it: it may have been opened by a scanner. */
async function answerProof(context: Context, asked: Asked): Promise<FlowResult> {
  const user = await possibleUser(context)
  if (asked.action.kind === 'change') return changeWithProof(context, asked, user)
  const { findByLink, requirePurpose } = await loadProofs()
  const inputs = readInputs(context.request, asked.action.inputs)
  const purpose = requirePurpose(asked.feature, purposeOf(asked.action))
  const token = context.request.query.get('proof') ?? ''
  const opened = token === '' ? undefined : await findByLink(context, purpose, token)
  const given = await callAction(context, asked, {
    user,
    inputs,
    ...(opened && { proof: opened.proof, link: { purpose: purpose.name, token } }),
  })
  if (given.kind === 'passed') throw new InvalidCheck('There is no sign-in that waits.')
  return respond(context, asked, given, (word) => askPageAgain(context, asked, word, { user }))
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
  const cookies = { jar: context.jar }
  const given = await callAction(context, asked, { user, inputs, cookies })
  const after = { ...context, jar: cookies.jar }
  if (given.kind !== 'passed') {
    return respond(after, asked, given, (word) => askPageAgain(context, asked, word, { user }))
  }
  const { resumeSignIn } = await loadResume()
  return resumeSignIn(after, waiting, { feature: asked.feature.name, methods: given.methods })
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
  if (action.session === 'proof') return answerProof(context, asked)
  if (action.session === 'none') return answer(context, asked, await possibleUser(context))
  return requireSessionPage(context, comesBackTo(context, asked), async (session) => {
    if (action.session === 'fresh') await requireFresh(context, session)
    return answer(context, asked, await requireUser(context, session.owner), session.owner)
  })
}
