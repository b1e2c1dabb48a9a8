import { NO_BROWSER, readBrowser } from '../features/browser.ts'
import { findUser } from '../features/feature-context.ts'
import { isBeingProven, isProven } from '../config/first-proof.ts'
import { toFeatureUser } from '../config/feature-user.ts'
import type { ResolvedGate } from '../config/resolved-features.ts'
import {
  AccessDenied,
  InvalidCheck,
  InvalidConfiguration,
  StepUpRequired,
} from '../errors/classes.ts'
import { actionUrl, type Context, type SessionContext } from '../request/context.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { sameId } from '../kit/account-id.ts'
import type { AskedSignIn } from '../types/feature-gate.ts'
import type { FeatureUser } from '../types/feature-context.ts'
import type { Identity } from '../sessions/strategy.ts'
import type { PendingSignIn } from './pending-sign-in.ts'
import type { Evidence } from './proof.ts'
import { methodsShown } from './methods.ts'
import { askGate } from './ask-gate.ts'
import { giveUp, startWaiting, type Done } from './waiting.ts'

// For the step that a passkey does, which is found by it.
export { findWaiting } from './waiting.ts'

/** A sign-in that goes on after it has waited. */
export interface Resumed {
  readonly done: Done
  /** Id of the user whose steps were done. */
  readonly userId: string | undefined
  /** Whether the user was stored before it waited. */
  readonly created: boolean
  /** How it was proven, before its steps. */
  readonly methods: string | undefined
  /** When sessions of the user were ended by its step, in milliseconds since the epoch: the sign-in comes after that. Default: they were not. */
  readonly begunAt?: number | undefined
  /** Takes it: of simultaneous requests one gets `true`. */
  readonly take: () => Promise<boolean>
}

/** What is asked about. */
interface Question {
  readonly evidence: Evidence
  readonly pending: PendingSignIn
  readonly user: FeatureUser | null
  readonly done: Done
  readonly created: boolean
  readonly methods: string | undefined
  /** What has waited before, and has not been taken yet. */
  readonly resumed: Resumed | undefined
  /** Whether the user is about to be handed over; see `PendingSignIn`. */
  readonly handsOver: boolean
}

/** @throws InvalidCheck where another request was first */
async function takeOnce(resumed: Resumed | undefined): Promise<void> {
  if (!resumed || (await resumed.take())) return
  throw new InvalidCheck('The sign-in has gone on already, or was ended meanwhile.')
}

function describe(question: Question): Omit<AskedSignIn, 'done' | 'browser'> {
  const { evidence, pending, user } = question
  const { params, adds = false } = pending
  const { email } = params.user
  return {
    user,
    email: user?.email ?? (typeof email === 'string' ? email : null),
    provider: evidence.provider.id,
    kind: evidence.kind === 'oauth' ? evidence.provider.kind : evidence.kind,
    adds,
    amr: methodsShown(question),
  }
}

/**
 * The evidence without what must not be kept: the provider has functions, and credentials a password. The id of a user of `authorize` is
 * kept as text, since it may be an object of a driver.
 */
function toKeep({ evidence, pending }: Question): Readonly<Record<string, unknown>> {
  const { provider, ...rest } = evidence
  const kept =
    'credentials' in rest ? { ...rest, user: pending.params.user, credentials: {} } : rest
  return { ...kept, provider: provider.id }
}

/** @throws InvalidConfiguration for a user whom no step could find */
async function requireStored({ config }: Context, { user }: Question): Promise<void> {
  if (user !== null && (await findUser(config, user.id))) return
  throw new InvalidConfiguration(
    'A gate wants a step of a user who is not in the store. With `authorize`, return users of the `adapter`, with their `id`.',
  )
}

/**
 * Whether the user is as they were when the gates were asked. The first proof of an address marks the user and then ends what waits: a sign-in
 * that waits from before it is either seen here, or ended by it.
 */
async function isUnchanged({ config }: Context, { user }: Question): Promise<boolean> {
  if (!config.provesAddresses || user === null) return true
  const now = await config.adapter?.getUser?.(user.id)
  if (!now || isBeingProven(now)) return false
  return isProven(now) === user.emailVerified
}

/** Asks the gates of one phase, in the order of their names. The first that wants a step lets the sign-in wait. */
async function askPhase(
  context: Context,
  phase: ResolvedGate['phase'],
  question: Question,
): Promise<FlowResult | undefined> {
  for (const gate of context.config.features?.gates ?? []) {
    if (gate.phase !== phase) continue
    const isDone = Object.hasOwn(question.done, gate.feature.name)
    const asked = { ...describe(question), done: isDone }
    const browser = asked.adds ? NO_BROWSER : await readBrowser(context, gate.feature)
    const step = await askGate(context, gate, { ...asked, browser })
    if (step === undefined) continue
    const { user, done, created, methods, resumed } = question
    await requireStored(context, question)
    // Before it waits again: of simultaneous right answers one leads to the next step.
    await takeOnce(resumed)
    const held = {
      evidence: toKeep(question),
      returnTo: context.returnTo,
      created,
      methods,
      userId: user?.id,
    }
    const path = `${gate.feature.name}/${step}`
    const stays = (): Promise<boolean> => isUnchanged(context, question)
    const jar = await startWaiting(context, held, { step: path, done, stays })
    const to = actionUrl(context, path)
    return { kind: 'redirect', to, status: 303, jar }
  }
  return undefined
}

async function firstQuestion(
  evidence: Evidence,
  pending: PendingSignIn,
  resumed: Resumed | undefined,
): Promise<Omit<Question, 'methods'>> {
  const { done = {}, created = false } = resumed ?? {}
  const handsOver = (await pending.handsOver?.()) === true
  return { evidence, pending, user: await pending.known(), done, created, resumed, handsOver }
}

/** @throws AccessDenied where the account or the address has come to another user since, who has done no step */
function requireSameUser({ user, resumed }: Question): void {
  if (!resumed || (user !== null && user.id === resumed.userId)) return
  throw new AccessDenied(
    'The sign-in that waited leads to another user by now, or to none: the steps were done by the one before.',
  )
}

/**
 * Asks the gates of second factors about a session that a passkey is added to. The passkey signs in without them from then on, so that the
 * session has to have shown as much.
 *
 * @throws StepUpRequired when one wants a step
 */
async function requireLevel(context: Context, question: Question): Promise<void> {
  const { addsTo } = question.pending
  if (addsTo === undefined) return
  const described = describe({ ...question, methods: addsTo.methods, done: {} })
  const asked = { ...described, done: false, browser: NO_BROWSER }
  for (const gate of context.config.features?.gates ?? []) {
    if (gate.phase !== 'assure' || gate.gate.raises === undefined) continue
    if ((await askGate(context, gate, asked)) === undefined) continue
    throw new StepUpRequired(
      `A passkey was not added: the feature "${gate.feature.name}" wants more than the session has shown. Lead to \`auth.require({ aal: 2 })\` first.`,
    )
  }
}

/** Asks whether a user has shown enough. Adding an account or a passkey is no sign-in: the session has gone through it. */
async function askAssurance(context: Context, question: Question): Promise<FlowResult | undefined> {
  const { pending, user, handsOver } = question
  if (pending.adds === true) await requireLevel(context, question)
  // What a stranger has set up for the address is asked for nothing: it goes once the user is handed over.
  if (pending.adds === true || user === null || handsOver) return undefined
  return askPhase(context, 'assure', question)
}

/** Asks again where the user was not known before, turns out to be another one, or was handed over. */
async function askAboutStored(
  context: Context,
  asked: Question,
  { user: stored, subject, isNewUser, handedOver, begunAt }: Identity,
): Promise<FlowResult | undefined> {
  const user = toFeatureUser({ ...stored, id: String(subject ?? stored.id) })
  const isSame = asked.user !== null && sameId(asked.user.id, user.id)
  if (isSame && !asked.handsOver && handedOver !== true) return undefined
  const created = asked.created || isNewUser
  // It comes after the sessions that it has ended itself.
  const evidence = begunAt === undefined ? asked.evidence : { ...asked.evidence, begunAt }
  // What was done was done by another user, and the sign-in was taken before it was stored.
  return askAssurance(context, {
    ...asked,
    evidence,
    user,
    created,
    done: {},
    handsOver: false,
    resumed: undefined,
  })
}

/**
 * Asks the gates of the phase `may` about a user who is about to be handed over by a proof that is no sign-in. They see what was kept until now,
 * and refuse before anything of it is removed.
 *
 * @param provider - id of the provider that has sent the mail
 * @throws AccessDenied when a gate refuses
 */
export async function requireMay(
  context: Pick<SessionContext, 'config'>,
  user: FeatureUser,
  provider: string,
): Promise<void> {
  const { email } = user
  const signIn = {
    user,
    email,
    provider,
    kind: 'email',
    adds: false,
    done: false,
    amr: ['otp'],
    browser: NO_BROWSER,
  } as const
  for (const gate of context.config.features?.gates ?? []) {
    if (gate.phase === 'may') await askGate(context, gate, signIn)
  }
}

/** The user of a sign-in that all gates let pass, and the cookies without one that leads to a waiting sign-in. */
export interface PassedGates {
  readonly identity: Identity
  readonly jar: CookieJar
  readonly methods: string | undefined
}

/** The sign-in that gates are asked about. */
interface AskedAt {
  readonly pending: PendingSignIn
  readonly resumed: Resumed | undefined
  /** How it was proven; see `methodsOf`. */
  readonly methods: string | undefined
}

/**
 * Asks every gate before anything is stored, and again about a user who was not known then.
 *
 * @param store - finds, links or creates the user
 * @returns the user; or the response of a sign-in that waits
 * @throws AccessDenied when a gate refuses
 */
export async function passGates(
  context: Context,
  evidence: Evidence,
  { pending, resumed, methods }: AskedAt,
): Promise<PassedGates | { readonly waits: FlowResult }> {
  const asked = { ...(await firstQuestion(evidence, pending, resumed)), methods }
  requireSameUser(asked)
  // It has no steps: it refuses, or does nothing.
  await askPhase(context, 'may', asked)
  const waits = await askAssurance(context, asked)
  if (waits) return { waits }
  await takeOnce(resumed)
  const identity = await pending.store()
  const waitsNow = await askAboutStored(context, asked, identity)
  if (waitsNow) return { waits: waitsNow }
  // A sign-in that waited in this browser is given up, also where this is another one.
  const jar = await giveUp(context)
  return {
    identity: asked.created ? { ...identity, isNewUser: true } : identity,
    jar,
    methods: methodsShown(asked).join('~') || undefined,
  }
}
