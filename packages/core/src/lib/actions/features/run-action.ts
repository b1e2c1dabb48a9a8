import {
  ActingRefused,
  InvalidCheck,
  InvalidConfiguration,
  SessionRequired,
} from '../../errors/classes.ts'
import { asError } from '../../errors/auth-error.ts'
import { CookieJar } from '../../http/cookie-jar.ts'
import { parseOwnTarget } from '../../http/redirect-target.ts'
import type { FlowResult } from '../../http/result.ts'
import { acceptsPage } from '../../failures/failure-result.ts'
import { findPageSession, requireSessionPage, type PageSession } from '../require-session-page.ts'
import type { AroundEnding } from '../../features/writing-context.ts'
import type { Answer, Asked } from '../../features/answers.ts'
import { findUser } from '../../features/feature-context.ts'
import { lazy } from '../../kit/lazy.ts'
import { withParameters, type Context } from '../../request/context.ts'
import { toFacts } from '../../sessions/facts.ts'
import { requireEstablishedWay } from '../../sessions/marks.ts'
import { requireRecentSignIn } from '../../sessions/require-recent-sign-in.ts'
import { askPageAgain, callAction, readAndSpend } from './call-action.ts'
import { type Person, VISITOR } from './shown.ts'
import { comesBackTo, pageParameters } from './page-address.ts'
import { respond } from './respond.ts'
import { sessionGuard } from './session-guard.ts'

const loadActing = lazy(() => import('../../sessions/acting/create-acting.ts'))
const loadPending = lazy(() => import('./answer-pending.ts'))
const loadRaise = lazy(() => import('../../sessions/raise/raise-session.ts'))
const loadProof = lazy(() => import('./answer-proof.ts'))

/** Seconds that a sign-in may be old for an action that needs a recent one, unless `account.requireFresh` says otherwise. */
const FRESH_FOR = 3600

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

/** Of a session: who acts in it, and how it began. */
function knownOf({ current }: PageSession): Pick<Person, 'actor' | 'facts'> {
  const facts = toFacts(current)
  return { actor: facts.actor ?? null, facts }
}

async function requireUser(context: Context, session: PageSession): Promise<Person> {
  const user = await findUser(context.config, session.owner)
  if (user) return { user, ...knownOf(session) }
  throw new SessionRequired('The user of the session is not in the store any more.')
}

/** The user of the request where it has one. */
async function possibleUser(context: Context): Promise<Person> {
  const session = await findPageSession(context)
  if (!session) return VISITOR
  return { user: await findUser(context.config, session.owner), ...knownOf(session) }
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

/** Makes the session anew, as the one that it was when the action began and still is. */
async function raise(
  context: Context,
  methods: readonly string[],
  session: PageSession | undefined,
): Promise<FlowResult> {
  const { endedMeanwhile, raiseSession } = await loadRaise()
  // The action takes its time, in which the session may have ended.
  const now = session && (await findPageSession(context))
  if (now?.current.sessionId !== session?.current.sessionId) throw endedMeanwhile()
  // It has one: only an action that needs one answers so.
  if (!now) throw new InvalidCheck('There is no sign-in that waits, and no session.')
  const jar = await raiseSession(context, now, methods)
  return { kind: 'redirect', to: context.returnTo, status: 303, jar }
}

/**
 * Makes the session of a browser anew that has ended the others of its user, for its cookie may have been copied as theirs were. What
 * cannot be made anew, or is over, stays as it is: the change is done.
 */
async function renew(context: Context, session: PageSession): Promise<Context> {
  const now = await findPageSession(context)
  if (!now || now.current.sessionId !== session.current.sessionId) return context
  const { mayRaise, raiseSession } = await loadRaise()
  if (!mayRaise(context, now.current)) return context
  try {
    return { ...context, jar: await raiseSession(context, now, []) }
  } catch (error) {
    if (!(error instanceof SessionRequired)) context.config.log.error(asError(error))
    return context
  }
}

/** What leads a session of level 1 to the page would lead there again. @throws InvalidConfiguration */
function requireNoLoop(
  { feature, word, action }: Asked,
  given: Answer,
  session: PageSession | undefined,
): void {
  const isRaising = action.kind === 'page' && feature.gate?.raises === word
  if (!isRaising || given.kind !== 'to' || given.to !== 'back') return
  if (session && toFacts(session.current).aal === 2) return
  throw new InvalidConfiguration(
    `The page "${feature.name}/${word}" led a session of level 1 back, which is led there again. Show how to get a second factor.`,
  )
}

async function answer(
  context: Context,
  asked: Asked,
  person: Person,
  session?: PageSession,
): Promise<FlowResult> {
  const inputs = await readAndSpend(context, asked, person.user)
  const cookies = { jar: context.jar }
  const guard = person.user ? sessionGuard(context, person.user) : undefined
  // Programs get none.
  const writing = asked.action.kind === 'change' ? { cookies } : {}
  let hasEnded = false
  const around: AroundEnding = async (end, userId) => {
    const ended = await end()
    hasEnded ||= userId === person.user?.id
    return ended
  }
  const given = await callAction(context, asked, { ...person, inputs, guard, around, ...writing })
  if (given.kind === 'signIn') throw new InvalidCheck('There is no proof by mail.')
  const before = { ...context, jar: cookies.jar }
  if (given.kind === 'passed') return raise(before, given.methods, session)
  const after = hasEnded && session ? await renew(before, session) : before
  requireNoLoop(asked, given, session)
  if (given.kind === 'actAs') return beginActing(after, asked, given.userId, session)
  return respond(after, asked, given, (word) => askPageAgain(context, asked, word, person))
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
  if (action.session === 'pending') return (await loadPending()).answerPending(context, asked)
  if (action.session === 'proof') {
    return (await loadProof()).answerProof(context, asked, await possibleUser(context))
  }
  if (action.session === 'none') return answer(context, asked, await possibleUser(context))
  return requireSessionPage(context, comesBackTo(context, asked), async (session) => {
    if (action.session === 'fresh') await requireFresh(context, session)
    return answer(context, asked, await requireUser(context, session), session)
  })
}
