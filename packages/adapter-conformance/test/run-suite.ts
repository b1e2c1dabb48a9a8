import type { Adapter } from '@latchstring/core/adapters'
import { CONTROL, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import {
  type ConformanceCapabilities,
  type TestAdapterOptions,
  type TestRunner,
  testAdapter,
} from '../src/index.ts'

/** All capabilities of the suite except `ttl`. */
export const EVERYTHING: ConformanceCapabilities = { ...WITH_TRANSACTIONS, ...CONTROL }

/** Results of the tests. */
export interface Outcome {
  readonly passed: readonly string[]
  readonly failed: readonly string[]
}

/** Options of a run. All but the adapter have defaults. */
export type RunOptions = Partial<Omit<TestAdapterOptions<Adapter>, 'create' | 'runner'>> & {
  /** Runs only the tests of this group. */
  readonly onlyGroup?: string
}

/** Runs the suite with a runner that records results. */
export async function runSuite(
  adapter: Adapter,
  { onlyGroup, ...options }: RunOptions = {},
): Promise<Outcome> {
  const tests: { name: string; run: () => Promise<void> }[] = []
  const endings: (() => Promise<void>)[] = []
  const path: string[] = []
  const runner: TestRunner = {
    describe(name, define) {
      path.push(name)
      define()
      path.pop()
    },
    it(name, run) {
      if (onlyGroup === undefined || path[1] === onlyGroup) tests.push({ name, run })
    },
    after: (run) => endings.push(run),
  }
  testAdapter({
    name: 'collected',
    capabilities: EVERYTHING,
    ...options,
    create: () => adapter,
    runner,
  })
  const [passed, failed]: [string[], string[]] = [[], []]
  for (const { name, run } of tests) {
    try {
      await run()
      passed.push(name)
    } catch {
      failed.push(name)
    }
  }
  for (const end of endings) await end()
  return { passed, failed }
}
