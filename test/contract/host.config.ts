import { defineConfig } from 'vitest/config'

const conditions = ['@latchstring/source']

/** The contract over the application that the environment names; test/frameworks starts it with what that needs. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    root: import.meta.dirname,
    include: ['host.ts'],
    setupFiles: ['../setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Node.js loads the application itself, as it does in production.
    server: { deps: { external: [/\/\.work\//] } },
  },
})
