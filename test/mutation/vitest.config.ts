import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** The tests of what is mutated, from `tools/measure/mutation.mjs`. */
const include = JSON.parse(process.env['LATCHSTRING_MUTATION_TESTS'] ?? '[]') as readonly string[]

const conditions = ['@latchstring/source']

const rank = ({ moduleId }: TestSpecification): number =>
  statSync(moduleId).size + (moduleId.includes('/test/flows/') ? 1e9 : 0)

/** The first test that fails ends a run, so tests beside the mutant and small ones come first. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [...include],
    exclude: ['**/node_modules/**', '**/*.chromium.test.ts'],
    setupFiles: ['test/setup.ts', 'test/mutation/setup.ts'],
    // On a busy machine, on which a test that is slow would count as one that fails.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Also the cases that the normal run leaves out.
    env: { LATCHSTRING_IN_FULL: 'yes' },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // One process loads the modules once for all files of a run, and anew for the next mutant.
    isolate: false,
    sequence: { sequencer: NearestFirst },
  },
})
