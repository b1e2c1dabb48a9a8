import type { ConformanceCapabilities, Topic } from './capabilities.ts'

/** How many rows a store has. */
export interface RowCounts {
  readonly users: number
  readonly accounts: number
  readonly sessions: number
  readonly verificationTokens: number
}

/** What became of the tests of one capability. */
export interface CapabilityResult {
  /** Whether the adapter declares it. The tests of one that is not declared are about its absence. */
  readonly declared: boolean
  readonly passed: number
  readonly failed: number
}

/** What came of first sign-ins of one person through the core, all at the same moment. */
export interface ConcurrencyFigures {
  readonly attempts: number
  /** How many ended with a session. */
  readonly sessions: number
  readonly users: number
  /** `null` where rows cannot be counted. */
  readonly accounts: number | null
  /** How many were answered with an error, and can be tried again. */
  readonly errors: number
  /** Rows that were left after the user was deleted; `null` where they cannot be counted. */
  readonly orphans: number | null
}

/** What came of sign-ins through the core during which a call of the store failed. */
export interface FaultFigures {
  /** How many calls were made to fail, before their effect or after it. */
  readonly attempts: number
  /** How many of these sign-ins ended with a session all the same. */
  readonly sessions: number
  /** Most users that one person had afterwards. */
  readonly users: number
  /** How many were answered with an error; the next try worked. */
  readonly errors: number
  /** Rows that were left after the users were deleted; `null` where they cannot be counted. */
  readonly orphans: number | null
}

/** What the driver sent to the store, with what begins and ends transactions. */
export interface QueryFigures {
  readonly sessionCheck: number
  readonly firstSignIn: number
  readonly repeatedSignIn: number
}

/** What a run of the suite found out about an adapter. */
export interface ConformanceReport {
  readonly adapter: string
  readonly store: string
  /** Of the store. */
  readonly version: string
  /** By name; those every adapter has are `base`. */
  readonly capabilities: Readonly<Record<string, CapabilityResult>>
  readonly concurrency: ConcurrencyFigures | null
  readonly faults: FaultFigures | null
  readonly queries: QueryFigures | null
}

/** Where the report of a run goes. */
export interface ReportOptions {
  /** What the adapter is called. Default: the option `name` of the suite. */
  readonly adapter?: string
  /** What the store is called. */
  readonly store: string
  /** Asks the store for its version. */
  readonly version: () => Promise<string>
  /**
   * Takes the report, once, after the last test: for example `writeReport(folder)`. A run of a part of the tests makes
   * none.
   */
  readonly write: (report: ConformanceReport) => Promise<void>
  /**
   * Runs the work and counts what the driver sends to the store meanwhile, with what begins and ends transactions. With
   * it, a session check has to be as many queries as `queriesPerSessionCheck` says.
   */
  readonly countQueries?: <T>(work: () => Promise<T>) => Promise<number>
  /** Default: 1. More only for a store that cannot look up a session and its user at once. */
  readonly queriesPerSessionCheck?: number
}

type Figures = Pick<ConformanceReport, 'concurrency' | 'faults' | 'queries'>

/** Collects what the tests find out. */
export interface Recorder {
  figures(): Figures
  /** Notes what became of a test; of one that is run again, the last time counts. */
  note(topic: Topic, test: string, passed: boolean): void
  /** Notes figures in place of those of the same name. */
  set(figures: Partial<Figures>): void
  /** Adds the figures of one story to those of the faults. */
  addFaults(story: FaultFigures): void
  /** How many tests there is a note of. */
  noted(): number
  results(capabilities: ConformanceCapabilities): ConformanceReport['capabilities']
}

/** An empty record. */
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
