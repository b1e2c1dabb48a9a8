import type { AdapterRecords, RecordTable, RecordValues } from '@latchstring/core/adapters'
import type { Feature, FeatureUser, Offered } from '@latchstring/core/features'
import type { AuthConfig } from '@latchstring/core/types'
import type { Tables } from './world/store.ts'

/** The part of a test runner that the suite uses, which the modules `vitest` and `node:test` both have. */
export interface TestRunner {
  describe(name: string, define: () => void): unknown
  it(name: string, run: () => Promise<void>): unknown
}

/** What is sent to an action, by the names of its inputs. */
export type GivenInputs = Readonly<Record<string, string | number | boolean>>

/** What `prepare` and functions of inputs are given. */
export interface PreparedWorld<System> {
  /** What the feature offers to the application for any user. */
  readonly system: Offered<System>
  /**
   * A text that belongs to this user alone. Where it is kept or sent as something private, the suite finds it in answers to others, in
   * the log, in events and in sessions.
   */
  readonly canary: string
  /** The rows of a table of the feature, of one user where the table has an owner. */
  readonly rows: (table: RecordTable) => readonly RecordValues[]
}

/** Inputs that an action accepts: one set, several, or those for a user. */
export type ValidInputs<System> =
  | GivenInputs
  | readonly GivenInputs[]
  | ((world: PreparedWorld<System>, user: FeatureUser) => GivenInputs | readonly GivenInputs[])

/** How a mail with a proof is asked for: by an action of the feature, or by something else, as one of its operations. */
export type AskedByTest<System> =
  | {
      /** Word of the action, which may be of a step of a sign-in. */
      readonly action: string
      /** What it is sent: one of them is the address. Default: nothing. */
      readonly inputs?:
        | GivenInputs
        | ((world: PreparedWorld<System>, user: FeatureUser) => GivenInputs)
    }
  | ((world: PreparedWorld<System>, user: FeatureUser) => Promise<unknown>)

/** Options of `testFeature`. */
export interface TestFeatureOptions<Operations, System> {
  /** Title of the group of all tests. Default: the name of the feature. */
  readonly name?: string
  /** Makes the feature. It is called for each instance of the application, as each process of it would. */
  readonly feature: () => Feature<Operations, System>
  /** The runner: `import * as runner from 'vitest'`, or from `'node:test'`. */
  readonly runner: TestRunner
  /**
   * Inputs that each action accepts, by its word. What is not there is made by the suite: a canary for a `text`, 1 for an `int`, `true` for
   * a `bool`.
   */
  readonly inputs?: Readonly<Record<string, ValidInputs<System>>>
  /** Gives a user data that pages show, such as rows. */
  readonly prepare?: (world: PreparedWorld<System>, user: FeatureUser) => Promise<unknown>
  /** What stands in for `prepare` in tests of one action, by its word: where what `prepare` gives is what the action is for. */
  readonly prepareFor?: Readonly<
    Record<string, (world: PreparedWorld<System>, user: FeatureUser) => Promise<unknown>>
  >
  /** Brings a user into the state in which the gate stops the sign-in. Default: `prepare`. */
  readonly stop?: (world: PreparedWorld<System>, user: FeatureUser) => Promise<unknown>
  /** Makes a valid credential of a user, where the feature reads credentials. */
  readonly credential?: (world: PreparedWorld<System>, user: FeatureUser) => Promise<string>
  /** The form of a user that signs in, where the feature has a `provider`: the values of its inputs. */
  readonly form?: (
    world: PreparedWorld<System>,
    user: FeatureUser,
  ) => GivenInputs | Promise<GivenInputs>
  /** How each of the `proofs` of the feature is asked for, for a user where it is about one. */
  readonly proofs?: Readonly<Record<string, AskedByTest<System>>>
  /** Words of actions that may change or show what other users have, such as an invitation. Default: none. */
  readonly acrossUsers?: readonly string[]
  /** Words of actions that end the session of the user who sends them. Default: none. */
  readonly endsSession?: readonly string[]
  /**
   * Words of actions that a user who was prepared cannot get to, such as the form of another step: that they do not run is tested, and not what
   * they answer. Run the suite once more for users who can. Default: none.
   */
  readonly unreached?: readonly string[]
  /**
   * Words of actions that show a user what is sealed, as the key of an app that makes codes when it is set up. What is hashed is never shown.
   * Default: none.
   */
  readonly showsSecrets?: readonly string[]
  /** More languages that `translate` has, beside those of the library. */
  readonly languages?: readonly string[]
  /** Options of the application that the feature needs. */
  readonly configuration?: Partial<AuthConfig>
}

/** Options whose operations are not looked at. */
export interface AnyOptions extends TestFeatureOptions<object, object> {
  /** Other verbs than those in memory, which stay the place where the suite looks. For tests of this package. */
  readonly over?: (tables: Tables, inMemory: AdapterRecords) => AdapterRecords
}
