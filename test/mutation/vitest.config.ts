import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** What `tools/measure/mutation.mjs` hands over: the tests beside what is mutated. */
const beside = JSON.parse(process.env['LATCHSTRING_MUTATION_TESTS'] ?? '[]') as readonly string[]

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
    include: [...beside, 'test/flows/*.test.ts'],
    // A browser, servers, processes and other runtimes, and what takes long.
    exclude: [
      '**/node_modules/**',
      'test/flows/*.chromium.test.ts',
      'test/flows/{certification-plans,check-session-runtimes,check-session-workerd}.test.ts',
      'test/flows/{fault-enumeration,first-proof-races,mail-model,session-model}.test.ts',
      'test/flows/{log-canary,peer-addresses,redirect-proxy-servers,shared-cache,stores-postgres}.test.ts',
    ],
    setupFiles: ['test/setup.ts', 'test/mutation/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // One process loads the modules once for all files of a run, and anew for the next mutant.
    isolate: false,
    sequence: { sequencer: NearestFirst },
  },
})
