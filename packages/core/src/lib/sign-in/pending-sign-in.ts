import type { StoreMethods } from '../config/adapter.ts'
import type { SessionContext } from '../request/context.ts'
import { requireRecentSignIn } from '../sessions/require-recent-sign-in.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { Identity } from '../sessions/strategy.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type { Account } from '../types/account.ts'
import type { SignInParams } from '../types/callbacks.ts'
import type { Evidence } from './proof.ts'

/** A sign-in before the gate: what the `signIn` callback is asked about, and what happens behind it. */
export interface PendingSignIn {
  readonly params: SignInParams
  /** Finds, links or creates the user. Runs only when the gate is open. */
  readonly store: () => Promise<Identity>
}

/** The stored user of a sign-in. */
export interface StoredIdentity {
  readonly user: AdapterUser
  readonly account: Account
  readonly isNewUser: boolean
}

/** Looks up what the gate is asked about. Each kind of provider has one. */
export type PrepareSignIn<E extends Evidence> = (
  context: SessionContext,
  evidence: E,
) => Promise<PendingSignIn>

/**
 * The user who is signed in, in the very session that started the sign-in: linking needs that, and not just that there is
 * one.
 *
 * @param startedBy - id of that session
 */
export async function signedInUser(
  context: SessionContext,
  { getUser }: StoreMethods<'getUser'>,
  startedBy: string | undefined,
): Promise<AdapterUser | null> {
  if (startedBy === undefined) return null
  const current = await selectStrategy(context.config).current(context)
  if (current?.sessionId !== startedBy || current.userId === undefined) return null
  return getUser(current.userId)
}

/**
 * The time of the sign-in that another way in is being added to: adding it is not a sign-in of the user, and may need that
 * theirs was a short time ago.
 *
 * @returns seconds since the epoch; 0 where nobody has noted it
 * @throws StepUpRequired when it is older than `account.requireFresh`
 */
export async function earlierSignIn(context: SessionContext): Promise<number> {
  const { config } = context
  const { signedInAt } = (await selectStrategy(config).current(context)) ?? {}
  requireRecentSignIn(config, { signedInAt }, config.account.requireFresh)
  return signedInAt ?? 0
}

/** Runs work as one unit: in a transaction where the adapter has them, else as it is. */
export function unit<S extends Adapter, T>(store: S, work: (store: S) => Promise<T>): Promise<T> {
  // `wrapAdapter` has seen to it that the adapter within has every method of the outer one.
  return store.transaction ? store.transaction((inner) => work(inner as S)) : work(store)
}
