import type { Adapter, Awaitable } from '@latchstring/core/adapters'
import type { ConformanceCapabilities, Topic } from './capabilities.ts'
import type { Recorder, ReportOptions, RowCounts } from './report.ts'

/**
 * The part of a test runner that the suite uses, which the modules `vitest` and `node:test` both have.
 */
export interface TestRunner {
  describe(name: string, define: () => void): unknown
  it(name: string, run: () => Promise<void>): unknown
  /** Runs once after the tests of the surrounding `describe`, as named by vitest. */
  readonly afterAll?: (run: () => Promise<void>) => unknown
  /** The same as named by `node:test`. */
  readonly after?: (run: () => Promise<void>) => unknown
}

/** Kinds of ids of users. */
export type ConformanceIds = 'text' | 'uuid' | 'integer'

/** Types of a custom member of a user. */
export type ConformanceFieldKind = 'text' | 'integer' | 'boolean' | 'timestamp' | 'json'

/** Options of `testAdapter`. */
export interface TestAdapterOptions<T extends Adapter> {
  /** Title of the group of all tests. */
  readonly name: string
  /**
   * Creates the adapter, once, on a store whose tables exist. The store may contain other rows: every test
   * works on its own rows, except those of `deleteAllSessions`, which end every session if the adapter has that method.
   */
  readonly create: () => Awaitable<T>
  /** Closes what `create` opened. */
  readonly destroy?: (adapter: T) => Awaitable<void>
  /** Capabilities of the adapter. */
  readonly capabilities: ConformanceCapabilities
  /** The runner: `import * as runner from 'vitest'`, or from `'node:test'`. */
  readonly runner: TestRunner
  /** Precision of times in the store, in milliseconds. Default: 1. */
  readonly datePrecision?: number
  /**
   * Format of the ids of users: `uuid`; `integer` for generated numbers, as digits; or `text` for any other.
   * Default: `text`.
   */
  readonly ids?: ConformanceIds
  /**
   * Whether unique keys of the store ignore letter case, so that it refuses the second of two such texts. This may be so in
   * tables that another program has created. Tests that store both texts are then omitted; tests that one is not found by the
   * other still run. Default: `false`.
   */
  readonly refusesLookAlikes?: boolean
  /**
   * Whether to test sign-ins through the core: many at once, and one for every failing call of the store. They take most of
   * the time. If an adapter is tested with several kinds of ids or tables, one run with them is enough. Default: `true`.
   */
  readonly throughTheCore?: boolean
  /**
   * Custom members of users in the store, all of which can be `null`. Any other member has to be stored too, or refused with an
   * error that names it.
   */
  readonly userFields?: Readonly<Record<string, ConformanceFieldKind>>
  /**
   * Counts the rows of the store, so that the suite also finds orphaned rows. No other program may write to the store
   * meanwhile.
   */
  readonly countRows?: (adapter: T) => Awaitable<RowCounts>
  /** Options of the report. Default: no report. */
  readonly report?: ReportOptions
}

/** An adapter with all methods; another test checks that they exist. */
export type FullAdapter = Required<Omit<Adapter, 'findProblems'>>

/** Types the adapter as one with all methods. A missing method fails the test that calls it. */
export const asFull = (adapter: Adapter): FullAdapter =>
  // Tests run only for declared methods, and another test checks that these exist.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  adapter as FullAdapter

/** Context of a test. */
export interface Subject {
  readonly adapter: FullAdapter
  readonly capabilities: ConformanceCapabilities
  /** Returns a time `offset` milliseconds from now, in the precision of the store. */
  readonly at: (offset: number) => Date
  /** Rounds a time to the precision of the store. */
  readonly kept: (time: Date) => Date
  readonly ids: ConformanceIds
  readonly userFields: Readonly<Record<string, ConformanceFieldKind>> | undefined
  readonly countRows: (() => Promise<RowCounts>) | undefined
  readonly countQueries: ReportOptions['countQueries']
  readonly queriesPerSessionCheck: number
  readonly recorder: Recorder
}

/** A test of the suite. */
export interface Case {
  readonly name: string
  /** Whether the test stores keys that differ only in letter case. */
  readonly besideEachOther?: true
  readonly run: (subject: Subject) => Promise<void>
}

/** A group of tests. */
export interface Group {
  readonly name: string
  /** The capability that the group tests. */
  readonly topic: Topic
  readonly cases: readonly Case[]
}
