import type { ReadRecords } from '../types/record-verbs.ts'
import type { ProviderType } from './account.ts'
import type { FeatureBrowser } from './feature-browser.ts'
import type { FeatureContext, FeatureUser } from './feature-context.ts'
import type { Awaitable } from './utility.ts'

/** A proven sign-in, as a gate sees it. */
export interface AskedSignIn {
  /** The user, as far as there is one: a gate of the phase `may` is asked before a new one is stored. */
  readonly user: FeatureUser | null
  /** The address of the sign-in, normalised; `null` where it has none. */
  readonly email: string | null
  /** Id of the provider. */
  readonly provider: string
  readonly kind: ProviderType
  /**
   * Whether an account or a passkey is added to a session that exists, which is no sign-in. Of the phase `assure` gates that have `raises` are
   * asked then, about a passkey, with what the session has shown: a step is answered with StepUpRequired. Others are not.
   */
  readonly adds: boolean
  /** What the sign-in has shown so far, in the words of RFC 8176, with what the steps have shown; `mfa` among them for two factors. */
  readonly amr: readonly string[]
  /** Whether the step of this feature was done in this sign-in. */
  readonly done: boolean
  /** The browser in which the user signs in; none that is remembered where something is added to a session. */
  readonly browser: FeatureBrowser
}

/** What a sign-in that waits has shown so far. */
export type ShownSignIn = Pick<AskedSignIn, 'provider' | 'kind' | 'amr'>

/** What a gate is given. It reads, and writes nothing. */
export interface GateContext extends FeatureContext {
  readonly records: ReadRecords
  readonly signIn: AskedSignIn
}

/**
 * What a gate answers: it lets the sign-in pass, refuses it with one of the errors of the feature, or wants a step, which is the word of a
 * page of the feature that has `session: 'pending'`.
 */
export type GateAnswer = 'pass' | { readonly refused: string } | { readonly step: string }

/**
 * What every sign-in goes through, whichever way it was proven.
 *
 * - `may`: whether it may go on, before anything is stored; it has no steps
 * - `assure`: whether the user has shown enough, before a session begins and before an account is linked
 */
export interface FeatureGate {
  readonly phase: 'may' | 'assure'
  /**
   * Word of a page of the feature on which a user who is signed in shows a second factor, or gets one: `auth.require({ aal: 2 })` leads
   * there. Default: to the sign-in page.
   */
  readonly raises?: string
  readonly load: () => Promise<{ ask: (context: GateContext) => Awaitable<GateAnswer> }>
}
