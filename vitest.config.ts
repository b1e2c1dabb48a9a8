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
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
