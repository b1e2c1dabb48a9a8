import type { StoreMethods } from '../config/adapter.ts'
import type { SessionContext } from '../request/context.ts'
import { lazy } from '../kit/lazy.ts'
import { currentOfUser } from '../sessions/acting/current-of-user.ts'
import type { EarlierSignIn, Identity } from '../sessions/strategy.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import type { Account } from '../types/account.ts'
import type { FeatureUser } from '../types/feature-context.ts'
import type { SignInParams } from '../types/callbacks.ts'
import type { Evidence } from './proof.ts'

// A sign-in adds nothing as a rule.
const sessions = lazy(() => import('../sessions/api/sessions.ts'))

/** A sign-in before the gate: the parameters of the `signIn` callback, and the writes that follow it. */
export interface PendingSignIn {
  readonly params: SignInParams
  /** The user as far as there is one; reads the store at most. Without a store nothing but the id of the session is known. */
  readonly known: () => Promise<FeatureUser | null>
  /** Whether an account or a passkey is added to the session of the request. */
  readonly adds?: boolean
  /** Where what is added signs in with two factors by itself, as a passkey: how the session began. */
  readonly addsTo?: EarlierSignIn | undefined
  /**
   * Whether it hands the user over to the owner of the address (decision 023): what is known of the user goes with that, and `assure` is asked
   * once it has. Default: it does not.
   */
  readonly handsOver?: () => Promise<boolean>
  /** Finds, links or creates the user. Runs only after the gate. */
  readonly store: () => Promise<Identity>
}

/** The stored user of a sign-in. */
export interface StoredIdentity {
  readonly user: AdapterUser
  readonly account: Account
  readonly isNewUser: boolean
  /** Where the sign-in itself has ended the sessions of the user: when it had, in milliseconds. */
  readonly begunAt?: number
  /** Whether the sign-in has handed the user over; see `PendingSignIn.handsOver`. */
  readonly handedOver?: true
}

/** Looks up the parameters of the gate. Each kind of provider has one such function. */
export type PrepareSignIn<E extends Evidence> = (
  context: SessionContext,
  evidence: E,
) => Promise<PendingSignIn>

/**
 * The user who is signed in, if the session of the request is the one that started the sign-in. Linking requires that very session.
 *
 * @param startedBy - id of the session that started the sign-in
 */
export async function signedInUser(
  context: SessionContext,
  { getUser }: StoreMethods<'getUser'>,
  startedBy: string | undefined,
): Promise<AdapterUser | null> {
  if (startedBy === undefined) return null
  const current = await currentOfUser(context)
  if (current?.sessionId !== startedBy || current.userId === undefined) return null
  return getUser(current.userId)
}

/**
 * The sign-in of the session that an account or a passkey is added to. Adding one is not a sign-in, and the new session keeps this one.
 *
 * @throws StepUpRequired when it is older than `account.requireFresh`
 * @throws ActingRefused in an acting session
 */
export async function earlierSignIn(context: SessionContext): Promise<EarlierSignIn> {
  const { config } = context
  const current = await currentOfUser(context)
  const { signedInAt, methods, way } = current ?? { signedInAt: undefined }
  const { additionMaxAge, requireRecentSignIn } = await sessions()
  requireRecentSignIn(config, { signedInAt, methods }, additionMaxAge(config))
  return { signedInAt: signedInAt ?? 0, methods, way }
}

/** Runs work in a transaction where the adapter has them, else as it is. */
export function unit<S extends Adapter, T>(store: S, work: (store: S) => Promise<T>): Promise<T> {
  // `wrapAdapter` gives the inner adapter every method of the outer one.
  return store.transaction ? store.transaction((inner) => work(inner as S)) : work(store)
}

/** A user to be created, with an id that the store may replace. */
export function newUser(
  user: Omit<AdapterUser, 'id' | 'emailVerified'>,
  emailVerified: Date | null,
): AdapterUser {
  return { ...user, id: crypto.randomUUID(), emailVerified }
}

/**
 * Removes a created user whose sign-in failed, unless the address has been proven meanwhile: the user then belongs to the owner of
 * the address. The store must return the user under exactly the id that is deleted: a database with numeric ids reads a suggested
 * id that begins with a 3 as user 3.
 */
export async function rollBackUser(
  store: Adapter,
  suggested: AdapterUser,
  created?: AdapterUser,
): Promise<void> {
  const { id } = created ?? suggested
  try {
    const user = await store.getUser?.(id)
    const isProvenMeanwhile = Boolean(user?.emailVerified) !== Boolean(suggested.emailVerified)
    if (user?.id === id && !isProvenMeanwhile) await store.deleteUser?.(id)
  } catch {
    // The failure that caused the roll-back is the one that is reported.
  }
}
