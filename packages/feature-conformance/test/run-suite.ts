import { testFeature, type TestFeatureOptions } from '../src/index.ts'

/** A test that failed. */
export interface Failed {
  /** With the names of the groups. */
  readonly name: string
  readonly message: string
}

/** Results of the tests. */
export interface Outcome {
  readonly passed: readonly string[]
  readonly failed: readonly Failed[]
}

/** Runs the suite with a runner that records results. */
export async function runSuite<Operations, System>(
  options: Omit<TestFeatureOptions<Operations, System>, 'runner'>,
  isMeant: (name: string) => boolean = () => true,
): Promise<Outcome> {
  const tests: { readonly name: string; readonly run: () => Promise<void> }[] = []
  const path: string[] = []
  testFeature({
    ...options,
    runner: {
      describe(name, define) {
        path.push(name)
        define()
        path.pop()
      },
      it(name, run) {
        tests.push({ name: [...path.slice(1), name].join(' > '), run })
      },
    },
  })
  const [passed, failed]: [string[], Failed[]] = [[], []]
  for (const { name, run } of tests) {
    if (!isMeant(name)) continue
    try {
      await run()
      passed.push(name)
    } catch (error) {
      failed.push({ name, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return { passed, failed }
}
