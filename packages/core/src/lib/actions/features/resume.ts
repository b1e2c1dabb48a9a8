import { InvalidCheck, InvalidProvider } from '../../errors/classes.ts'
import { lazy } from '../../kit/lazy.ts'
import type { FlowResult } from '../../http/result.ts'
import type { Context, SessionContext } from '../../request/context.ts'
import type { AccountChange } from '../../types/sessions.ts'
import { loadSessions } from '../require-session-page.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import type { PendingSignIn } from '../../sign-in/pending-sign-in.ts'
import { prove, type Evidence, type Proof } from '../../sign-in/proof.ts'
import { keepForOne, noteDone, takeWaiting, type WaitingSignIn } from '../../sign-in/waiting.ts'

const loadCredentials = lazy(() => import('../../sign-in/credentials/account.ts'))
const loadEmail = lazy(() => import('../../sign-in/email/account.ts'))
const loadOAuth = lazy(() => import('../../sign-in/oauth/account.ts'))
const loadPasskey = lazy(() => import('../../sign-in/passkey/account.ts'))

const goneOn = (): InvalidCheck =>
  new InvalidCheck('The sign-in has gone on already, or was ended meanwhile.')

/** Goes on with a sign-in of each kind, as the flow that proved it would have. */
async function prepare(context: SessionContext, proof: Proof<Evidence>): Promise<PendingSignIn> {
  if (proof.kind === 'oauth') return (await loadOAuth()).prepareOAuth(context, proof)
  if (proof.kind === 'email') return (await loadEmail()).prepareEmail(context, proof)
  if (proof.kind === 'webauthn') return (await loadPasskey()).prepareWebAuthn(context, proof)
  return (await loadCredentials()).prepareCredentials(context, proof)
}

/** @throws InvalidProvider where the configuration no longer has the provider */
function restore({ config }: Context, { evidence }: WaitingSignIn): Proof<Evidence> {
  const { provider: id, kind } = evidence
  const provider = config.providers.get(String(id))
  const kindNow = provider?.kind === 'oidc' ? 'oauth' : provider?.kind
  if (!provider || kindNow !== kind) {
    throw new InvalidProvider(
      `The sign-in began with "${String(id)}", which is not there any more.`,
    )
  }
  // Proven before it waited, and sealed since.
  return prove({ ...evidence, provider } as unknown as Evidence)
}

/** What a step has done. */
interface StepDone {
  /** Name of the feature. */
  readonly feature: string
  readonly methods: readonly string[]
  /** By which change the sessions of the user end. */
  readonly ends: AccountChange | undefined
}

/**
 * Ends sessions of the user of a sign-in that goes on, and everything else that waits. It is taken after that: an ending by another
 * request has ended it by then, or comes after the time that is returned.
 *
 * @returns the sign-in as it is now, and when it was done
 * @throws InvalidCheck where another request was first
 */
async function endOthers(
  context: Context,
  waiting: WaitingSignIn,
  change: AccountChange,
): Promise<{ readonly kept: WaitingSignIn; readonly begunAt: number }> {
  const { userId } = waiting
  const kept = userId === undefined ? null : await keepForOne(context, waiting)
  if (userId === undefined || !kept) throw goneOn()
  await (await loadSessions()).endAfterChange(context, userId, change, kept.row.id)
  return { kept, begunAt: context.config.clock() }
}

/**
 * Goes on with a sign-in whose step is done.
 *
 * @param methods - what the step has shown (RFC 8176)
 * @throws InvalidCheck where it has gone on already, or was ended
 */
export async function resumeSignIn(
  context: Context,
  waiting: WaitingSignIn,
  { feature, methods, ends }: StepDone,
): Promise<FlowResult> {
  const noted = await noteDone(context, waiting, feature, methods)
  if (!noted) throw goneOn()
  const { returnTo, done, created, methods: proven, userId } = noted
  const proof = restore(context, noted)
  const ended = ends === undefined ? undefined : await endOthers(context, noted, ends)
  const take = (): Promise<boolean> => takeWaiting(context, ended?.kept ?? noted)
  const result = await completeSignIn({ ...context, returnTo }, proof, prepare, {
    done,
    created,
    methods: proven,
    userId,
    begunAt: ended?.begunAt,
    take,
  })
  if (proof.kind === 'webauthn' && proof.ceremony === 'authenticate') {
    const { requireLinked, storeFirstUse } = await loadPasskey()
    // Checked again, as without waiting: a removal meanwhile has ended the sessions that existed, but not this one.
    await Promise.all([requireLinked(proof), storeFirstUse(context, proof)])
  }
  return result
}
