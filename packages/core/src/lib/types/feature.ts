import type { ReadRecords } from './record-verbs.ts'
import type { FeatureBlock } from './feature-page.ts'
import type { Actor } from './actor.ts'
import type { SessionFacts } from './session-facts.ts'
import type { FeatureBrowser } from './feature-browser.ts'
import type { FeatureContext, FeatureUser } from './feature-context.ts'
import type {
  ChangeAnswer,
  FeatureBusy,
  FeatureRefusal,
  MachineAnswer,
  PageAnswer,
} from './feature-answers.ts'
import type { FeatureBudgets } from './feature-budgets.ts'
import type { FeatureGate, ShownSignIn } from './feature-gate.ts'
import type { FeaturePrincipal } from './feature-principal.ts'
import type { FeatureProvider } from './feature-provider.ts'
import type { FeatureWellKnown } from './feature-well-known.ts'
import type { FeatureNotice, FeatureProof, MailProof } from './feature-mail.ts'
import type { FeaturePoints } from './feature-points.ts'
import type { RecordTable } from './records.ts'
import type { FeatureInput, FeatureValues, UserContext, WritingContext } from './feature-writing.ts'
import type { Awaitable } from './utility.ts'

export type {
  ChangeAnswer,
  FeatureActing,
  FeatureBusy,
  FeatureDetour,
  FeatureJson,
  FeatureRefusal,
  FeatureSignIn,
  FeatureStepDone,
  FeatureUsedUp,
  MachineAnswer,
  PageAnswer,
} from './feature-answers.ts'
export type { FeatureInput, FeatureValues, UserContext, WritingContext } from './feature-writing.ts'

/** What an action knows of its request. */
interface ActionRequest<User> {
  /** The user who is signed in, or whose sign-in waits; `null` only where the action has `session: 'none'`. */
  readonly user: User
  /** The administrator who acts for the user; `null` where none does. */
  readonly actor: Actor | null
  /** How the session of the request began; `null` where it has none. */
  readonly facts: SessionFacts | null
  /** What a sign-in that waits has shown so far, in an action with `session: 'pending'`; otherwise `null`. */
  readonly signIn: ShownSignIn | null
  /** The browser of the request. */
  readonly browser: FeatureBrowser
  /** What pages call the application: `theme.name`, or its host. */
  readonly site: string
  /** The declared inputs. */
  readonly inputs: FeatureValues
  /**
   * A sentence of the feature in the language of the request.
   *
   * @param values - of the names in braces
   */
  readonly text: (name: string, values?: Readonly<Record<string, string | number>>) => string
  /** What a mail has proven: in a change with `session: 'proof'`, and in a page that was opened by the link. Otherwise `null`. */
  readonly proof: MailProof | null
}

/** The context of a page, which changes nothing. */
export interface PageContext extends FeatureContext, ActionRequest<FeatureUser | null> {
  /** The tables of the feature, to read. */
  readonly records: ReadRecords
}

/** The context of an action that changes something. */
export interface ChangeContext extends WritingContext, ActionRequest<FeatureUser | null> {
  /**
   * Remembers the browser of the request, by a cookie of the feature. What that means for whom is the feature's to keep, by this id: each call
   * gives another one, and four at most are left in a browser.
   *
   * @param days - for how many days, from 1 to 400
   * @returns the id: 64 hexadecimal digits, among `browser.ids` from the next request on
   * @throws RangeError for another number of days
   * @throws TypeError in an action of programs, which have no browser
   * @throws ActingRefused where an administrator acts for the user of the request
   */
  readonly remember: (days: number) => Promise<string>
}

interface ActionBase {
  /**
   * Whether it needs a session: `fresh` needs one whose sign-in is recent, `none` takes any request, `pending` is for a sign-in that
   * waits at the gate of the feature, `proof` for what a mail has proven. Default: it needs one.
   */
  readonly session?: 'none' | 'fresh' | 'pending' | 'proof'
  /**
   * With `session: 'proof'`: its purpose, one of the `proofs` of the feature. The core puts into each form of the page what it takes: the
   * link, or a field for the code of the mail. A change that refuses leaves the proof as it was; any other answer uses it up.
   */
  readonly proof?: string
  /**
   * With `session: 'pending'`: the step that it belongs to, which is the word that the gate answered. A sign-in that waits for one step can
   * do nothing of another. Default: its own word.
   */
  readonly step?: string
  readonly inputs?: Readonly<Record<string, FeatureInput>>
  /** Names of budgets of the feature, each of which is spent before it runs: without one left it answers 429. */
  readonly budgets?: readonly string[]
}

/** GET: shows something, and writes nothing. */
export interface PageAction extends ActionBase {
  readonly kind: 'page'
  /**
   * `allowed`: the page is a step of a sign-in that waits, and a passkey of its user does that step as well, as a second factor. The core
   * offers it on the page where the user has one. Default: what is sent to the feature alone does it
   */
  readonly passkey?: 'allowed'
  readonly load: () => Promise<{ run: (context: PageContext) => Awaitable<PageAnswer> }>
}

/** POST by a form or a script of the application: with CSRF token, from its own origin. */
export interface ChangeAction extends ActionBase {
  readonly kind: 'change'
  /** `allowed`: also sessions in which an administrator acts for the user. Default: they are refused. */
  readonly actor?: 'allowed'
  /** `acting`: the action may answer with `actAs`. It needs `session: 'fresh'`. */
  readonly begins?: 'acting'
  readonly load: () => Promise<{ run: (context: ChangeContext) => Awaitable<ChangeAnswer> }>
}

/** POST by a program of any origin: cookies are neither read nor set. */
export interface MachineAction extends Omit<ActionBase, 'session' | 'step' | 'proof'> {
  readonly kind: 'machine'
  readonly session?: 'none'
  readonly load: () => Promise<{
    run: (context: ChangeContext) => Awaitable<MachineAnswer | FeatureRefusal | FeatureBusy>
  }>
}

/** An action, at `/auth/<name of the feature>/<its word>`. */
export type FeatureAction = PageAction | ChangeAction | MachineAction

/** An operation as the feature has it: the core puts the context in front of what is given. */
type Inner<Context, Outer> = {
  readonly [Name in keyof Outer]: Outer[Name] extends (...given: infer Given) => infer Result
    ? (context: Context, ...given: Given) => Result
    : never
}

/** The sentences of a feature by name, with names of values in braces. */
export type FeatureTexts = Readonly<Record<string, string>>

/** A refusal of a feature. Its code is `<name of the feature>/<name>`. */
export interface FeatureError {
  /** HTTP status, from 400 to 499. */
  readonly status: number
  /** Name of its sentence among the texts. */
  readonly text: string
}

/** A feature whose operations are not looked at. */
export interface AnyFeature {
  /** Lower-case words with dashes: it begins paths and codes; its tables begin with `auth_` and it, with underscores. */
  readonly name: string
  /**
   * What has to be there beside it: `mail`, `records`, `endings` (a way to end the sessions of a user), or names of other features.
   */
  readonly needs?: readonly string[]
  /** Tables, which no other feature reaches. */
  readonly tables?: readonly RecordTable[]
  /**
   * Tables of the feature, with an owner, whose rows end with what the sessions of their owner hang on: when all of them are ended, and with
   * each change that docs/sessions.md says so of, such as a new password or a removed factor, whatever `session.endOn` says.
   */
  readonly endsWithSessions?: readonly RecordTable[]
  /** By word. */
  readonly actions?: Readonly<Record<string, FeatureAction>>
  /** What every sign-in goes through. */
  readonly gate?: FeatureGate
  /** A way in, by a form on the sign-in page. */
  readonly provider?: FeatureProvider
  /** Reads its credentials, which programs send. */
  readonly principal?: FeaturePrincipal
  /** Public documents at `/.well-known/<name>` of the origin, by name. */
  readonly wellKnown?: Readonly<Record<string, FeatureWellKnown>>
  /** Where it learns of accounts and users. */
  readonly points?: FeaturePoints
  /** How often its actions may be tried. */
  readonly budgets?: FeatureBudgets
  /** A part of the account page. */
  readonly account?: {
    /**
     * Where it stands: `first` for ways to sign in, `last` for what ends the account, below the link to the sessions. Default: between them.
     * Parts of one place are in the order of the names of their features.
     */
    readonly place?: 'first' | 'last'
    readonly load: () => Promise<{
      show: (context: PageContext) => Awaitable<readonly FeatureBlock[]>
    }>
  }
  /** Purposes for which addresses are proven by mail. */
  readonly proofs?: Readonly<Record<string, FeatureProof>>
  /** Other mails. */
  readonly mails?: Readonly<Record<string, FeatureNotice>>
  readonly errors?: Readonly<Record<string, FeatureError>>
  readonly texts?: FeatureTexts
  /**
   * The texts in another language, as far as there are some.
   *
   * @param language - of the page, such as `de` or `pt-BR`; where there are none, the language that it belongs to, such as `pt`
   */
  readonly translate?: (language: string) => Promise<Partial<FeatureTexts> | undefined>
  readonly operations?: Readonly<
    Record<string, (context: UserContext, ...given: never[]) => unknown>
  >
  /** The operations for the user of the request that acting sessions may call as well, by name. Default: none. */
  readonly actor?: Readonly<Record<string, 'allowed'>>
  readonly system?: Readonly<
    Record<string, (context: WritingContext, ...given: never[]) => unknown>
  >
}

/**
 * A part of an application that is made of data: actions, pages, tables, operations. The core checks what each may do.
 *
 * @typeParam Operations - for the user of the request: `feature(value).name(…)`
 * @typeParam System - that name users: `system(value).name(…)`; never over HTTP
 * @typeParam Credential - what its credentials come with: `data` of a principal
 *
 * @example
 * ```ts
 * import type { Feature } from '@latchstring/core/features'
 *
 * interface Greeting {
 *   greet(greeting: string): Promise<string>
 * }
 *
 * export const greeting = (): Feature<Greeting> => ({
 *   name: 'greeting',
 *   operations: {
 *     greet: async ({ user }, word) => `${word}, ${user.name ?? user.id}`,
 *   },
 * })
 * ```
 */
export interface Feature<
  Operations = object,
  System = object,
  Credential extends object = object,
> extends AnyFeature {
  readonly operations?: AnyFeature['operations'] & Inner<UserContext, Operations>
  readonly system?: AnyFeature['system'] & Inner<WritingContext, System>
  readonly principal?: FeaturePrincipal<Credential>
}

/** The operations of a feature, as they are called. */
export type Offered<Outer> = {
  readonly [Name in keyof Outer]: Outer[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Promise<Awaited<Result>>
    : never
}
