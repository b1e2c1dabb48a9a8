import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Workspace packages resolve to their sources, so tests need no build. Vite reads the condition
// from `resolve` for what it bundles and from `ssr.resolve` for what it leaves to Node.
const conditions = ['@latchstring/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['{packages,frameworks,adapters}/*/src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/e2e/**'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    // On two processors one would be left to the stores, which do not need it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
