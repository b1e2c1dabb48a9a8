import type { ConformanceCapabilities, Topic } from './capabilities.ts'

/** Numbers of rows of a store. */
export interface RowCounts {
  readonly users: number
  readonly accounts: number
  readonly sessions: number
  readonly verificationTokens: number
}

/** Results of the tests of one capability. */
export interface CapabilityResult {
  /** Whether the adapter declares it. The tests of an undeclared capability are about its absence. */
  readonly declared: boolean
  readonly passed: number
  readonly failed: number
}

/** Results of simultaneous first sign-ins of one person through the core. */
export interface ConcurrencyFigures {
  readonly attempts: number
  /** Number of sign-ins that ended with a session. */
  readonly sessions: number
  readonly users: number
  /** `null` if rows cannot be counted. */
  readonly accounts: number | null
  /** Number of sign-ins that failed with an error, and can be repeated. */
  readonly errors: number
  /** Rows that were left after the user was deleted; `null` if they cannot be counted. */
  readonly orphans: number | null
}

/** Results of sign-ins through the core with a failing call of the store. */
export interface FaultFigures {
  /** Number of injected failures, before or after the effect of a call. */
  readonly attempts: number
  /** Number of these sign-ins that ended with a session in spite of the failure. */
  readonly sessions: number
  /** Maximum number of users of one person afterwards. */
  readonly users: number
  /** Number of sign-ins that failed with an error; the next attempt succeeded. */
  readonly errors: number
  /** Rows that were left after the users were deleted; `null` if they cannot be counted. */
  readonly orphans: number | null
}

/** Numbers of queries that the driver sent to the store, including the start and end of transactions. */
export interface QueryFigures {
  readonly sessionCheck: number
  readonly firstSignIn: number
  readonly repeatedSignIn: number
}

/** Report of a run of the suite over an adapter. */
export interface ConformanceReport {
  readonly adapter: string
  readonly store: string
  /** Version of the store. */
  readonly version: string
  /** Capabilities by name; `base` stands for the required methods. */
  readonly capabilities: Readonly<Record<string, CapabilityResult>>
  readonly concurrency: ConcurrencyFigures | null
  readonly faults: FaultFigures | null
  readonly queries: QueryFigures | null
}

/** Options of the report of a run. */
export interface ReportOptions {
  /** Name of the adapter. Default: the option `name` of the suite. */
  readonly adapter?: string
  /** Name of the store. */
  readonly store: string
  /** Reads the version of the store. */
  readonly version: () => Promise<string>
  /**
   * Called once with the report, after the last test: for example `writeReport(folder)`. A run of a part of the tests has
   * no report.
   */
  readonly write: (report: ConformanceReport) => Promise<void>
  /**
   * Runs a function and counts the queries that the driver sends meanwhile, including the start and end of transactions. The
   * suite then checks that a session check takes `queriesPerSessionCheck` queries.
   */
  readonly countQueries?: <T>(work: () => Promise<T>) => Promise<number>
  /** Number of queries of a session check. Default: 1. A higher number is only for a store that cannot join session and user. */
  readonly queriesPerSessionCheck?: number
}

type Figures = Pick<ConformanceReport, 'concurrency' | 'faults' | 'queries'>

/** Collects the results of tests. */
export interface Recorder {
  figures(): Figures
  /** Adds the result of a test; if a test is repeated, the last result counts. */
  note(topic: Topic, test: string, passed: boolean): void
  /** Sets figures by their name. */
  set(figures: Partial<Figures>): void
  /** Adds the figures of one sign-in to those of the faults. */
  addFaults(story: FaultFigures): void
  /** Number of tests with a result. */
  noted(): number
  results(capabilities: ConformanceCapabilities): ConformanceReport['capabilities']
}

/** Creates an empty record of results. */
export function createRecorder(): Recorder {
  const topics = new Map<Topic, Map<string, boolean>>()
  let figures: Figures = { concurrency: null, faults: null, queries: null }
  return {
    figures: () => figures,
    set(some) {
      figures = { ...figures, ...some }
    },
    note(topic, test, passed) {
      topics.set(topic, (topics.get(topic) ?? new Map<string, boolean>()).set(test, passed))
    },
    addFaults(story) {
      const sum = figures.faults
      const faults = {
        attempts: (sum?.attempts ?? 0) + story.attempts,
        sessions: (sum?.sessions ?? 0) + story.sessions,
        users: Math.max(sum?.users ?? 0, story.users),
        errors: (sum?.errors ?? 0) + story.errors,
        orphans: story.orphans === null ? null : (sum?.orphans ?? 0) + story.orphans,
      }
      figures = { ...figures, faults }
    },
    noted: () => [...topics.values()].reduce((sum, tests) => sum + tests.size, 0),
    results(capabilities) {
      const results = [...topics].map(([topic, tests]) => {
        const declared = topic === 'base' || capabilities[topic] === true
        const passed = [...tests.values()].filter(Boolean).length
        return [topic, { declared, passed, failed: tests.size - passed }] as const
      })
      return Object.fromEntries(results.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    },
  }
}
