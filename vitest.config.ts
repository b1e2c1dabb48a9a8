import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Workspace packages resolve to their sources, so tests need no build. Vite reads the condition
// from `resolve` for what it bundles and from `ssr.resolve` for what it leaves to Node.
const conditions = ['@latchstring/source']

const TESTS = ['{packages,frameworks,adapters}/*/src/**/*.test.{ts,tsx}', 'test/**/*.test.ts']
const NO_TESTS = ['**/node_modules/**', '**/dist/**', 'test/e2e/**']

/**
 * Files that need a process of their own, with the reason. All others run one after the other in the same processes, where
 * the modules of the library are loaded once; `test/traces.ts` fails a file that leaves something behind for the next.
 */
const ALONE = [
  // Drivers of databases keep pools, workers and native handles, and tests listen in on their prototypes.
  'adapters/*/src/**/*.test.ts',
  'packages/cli/src/**/*.test.ts',
  'test/instances/*.test.ts',
  'test/published-adapters/*.test.ts',
  // Next.js changes globals of the process, and reads the environment while it is loaded.
  'frameworks/next/src/**/*.test.{ts,tsx}',
  'test/contract/*.test.ts',
  // So does the version of next-auth that people come from.
  'test/peer/version-4.test.ts',
  // A DOM.
  'packages/{react,solid,svelte,vue}/src/**/*.test.{ts,tsx}',
  // Modules are replaced, loaded twice on purpose, or not loaded at all, which is the test.
  'packages/core/src/lib/development/loading.test.ts',
  'packages/core/src/lib/errors/auth-error.test.ts',
  'packages/core/src/lib/pages/forms.test.ts',
  'packages/core/src/lib/sign-in/passkey/server-library.test.ts',
  'packages/core/src/providers/nodemailer.test.ts',
  'frameworks/{elysia,nestjs,sveltekit}/src/**/*.test.ts',
]

/** A DOM, and frameworks that have another build for it, under an export condition. */
const BROWSER_BUILDS = ['packages/{solid,svelte}/src/**/*.dom.test.ts']

/** Files that drive a browser, each in a process of its own as well. `tools/test.mjs` can leave them out. */
const BROWSER = ['test/**/*.chromium.test.ts']

const options = {
  setupFiles: ['test/setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  teardownTimeout: 20_000,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
}

/** Compiles components of Svelte, as its own plugin does. */
const svelteComponents = {
  name: 'svelte-components',
  async transform(code: string, id: string, where?: { ssr?: boolean }) {
    if (!id.endsWith('.svelte')) return null
    const { compile } = await import('svelte/compiler')
    return compile(code, { filename: id, generate: where?.ssr ? 'server' : 'client' }).js
  },
}

const resolution = {
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
}

/**
 * Files that run twice: the normal run has some of their cases, which stand for the rest, and the slow run has all
 * (`inPart` of `test/kit/src/in-part.ts`).
 */
const IN_PART = [
  'adapters/drizzle/src/{conformance,record-tables}.test.ts',
  'adapters/dynamodb/src/records.test.ts',
  'adapters/{prisma,unstorage}/src/conformance.test.ts',
  'packages/cli/src/{codemod,codemod-guards,codemod-token-reads,dev,explain,migrate,prune,revoke}.test.ts',
  'packages/core/src/lib/pages/injection.test.ts',
  'packages/feature-conformance/src/{mistakes,test-feature}.test.ts',
  'packages/leaving/src/leaving.test.ts',
  'packages/passwords/src/{passwords,vectors}.test.ts',
  'test/flows/{backchannel-logout,limits,malformed-claims,node-handler,provider-sign-out}.test.ts',
  'test/flows/{refused-sign-ins,relying-party,revocation-workerd}.test.ts',
  'test/flows/{factors,passwords,webauthn-mutated-answers}.test.ts',
  'test/flows/{built-in-pages,webauthn,workspace}.chromium.test.ts',
  'test/instances/{store-goes-back,waiting-sign-ins}.test.ts',
  'test/meetings/meetings.test.ts',
  'test/providers/{all,port}.test.ts',
  'test/records/stores.test.ts',
]

/**
 * What takes long and is proven quickly elsewhere: more databases and drivers, orders and faults, the contract over a production server.
 * Only `npm run test:all` and `npm test -- --slow` run them, and the nightly workflow.
 */
const SLOW = [
  'packages/factors/src/conformance.test.ts',
  'adapters/*/src/conformance-{drivers,ids}.test.ts',
  'adapters/{drizzle,kysely,prisma}/src/look-alikes.test.ts',
  'adapters/drizzle/src/published-tables.test.ts',
  'adapters/dynamodb/src/{conformance,end-of-user,faults,interleavings,record-faults}.test.ts',
  'adapters/mongodb/src/fake-{conformance,conformance-core,end-of-user}.test.ts',
  'adapters/prisma/src/record-models.test.ts',
  'adapters/redis/src/{cluster-conformance,record-interleavings}.test.ts',
  'adapters/sql/src/d1.test.ts',
  'adapters/unstorage/src/interleavings.test.ts',
  'adapters/sql/src/{layouts,node-sqlite,pglite,postgres-js,time-zones}.test.ts',
  'packages/adapter-conformance/src/{defects,node-test,report,test-adapter}.test.ts',
  'packages/feature-conformance/src/node-test.test.ts',
  'packages/passwords/src/passwords-plain.test.ts',
  'packages/cli/src/{any-subset,import-attacked,import-resume}.test.ts',
  'packages/cli/src/doctor-flows-mistakes.test.ts',
  'packages/cli/src/moving-in.test.ts',
  'packages/cli/src/program.test.ts',
  'packages/cli/src/unfit-columns.test.ts',
  'test/contract/{core-function,next,next-function,next-server}.test.ts',
  'test/flows/check-session-workerd.test.ts',
  'packages/core/src/lib/sessions/interleavings.test.ts',
  'test/flows/{account-faults,certification-plans,page-injection}.test.ts',
  'test/flows/{certification-plans,differential,form-post,frontchannel-logout,page-injection,passkey-names}.chromium.test.ts',
  'test/flows/fault-enumeration.test.ts',
  'test/flows/first-proof-races.test.ts',
  'test/flows/mail-model.test.ts',
  'test/flows/session-model.test.ts',
  'test/meetings/configuration.test.ts',
  'test/instances/{control,instances-redis,rate-limiter-flexible,revocation-stores,spend}.test.ts',
  'test/newcomer/{built-examples,everyday-tasks,framework-guides,pack-app-installs}.test.ts',
  'test/providers/keyless.test.ts',
  'test/providers/port.chromium.test.ts',
  'test/published-adapters/*.test.ts',
  'test/peer/client.chromium.test.ts',
  'test/records/{factors,features,leaving,other-stores,passwords,passwords-attacked,proofs,step-up,what-ends-what}.test.ts',
  // The gate compiles the same programs with the packages as published.
  'test/types/{completion,types}.test.ts',
]

export default defineConfig({
  ...resolution,
  test: {
    ...options,
    // Tests wait for servers, stores and clocks a third of their time: on two processors there are four. Not an option of the
    // projects, where it would win over that of the command line.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // Vitest goes through them by name: the long files come first, the many short ones fill up what is left.
    projects: [
      {
        ...resolution,
        plugins: [svelteComponents],
        test: {
          ...options,
          name: 'alone',
          include: ALONE,
          exclude: [...NO_TESTS, ...BROWSER, ...BROWSER_BUILDS, ...SLOW],
        },
      },
      {
        plugins: [svelteComponents],
        resolve: { conditions: [...conditions, 'browser', 'development'] },
        test: {
          ...options,
          name: 'browser builds',
          include: BROWSER_BUILDS,
          exclude: NO_TESTS,
          server: { deps: { inline: [/\/(?:svelte|solid-js)\//] } },
        },
      },
      {
        ...resolution,
        test: {
          ...options,
          name: 'slow',
          include: [...SLOW, ...IN_PART],
          exclude: NO_TESTS,
          env: { LATCHSTRING_IN_FULL: 'yes' },
        },
      },
      {
        ...resolution,
        test: { ...options, name: 'browser', include: BROWSER, exclude: [...NO_TESTS, ...SLOW] },
      },
      {
        ...resolution,
        test: {
          ...options,
          name: 'shared',
          include: TESTS,
          exclude: [...NO_TESTS, ...ALONE, ...BROWSER, ...BROWSER_BUILDS, ...SLOW],
          isolate: false,
          setupFiles: [...options.setupFiles, 'test/traces.ts'],
        },
      },
    ],
  },
})
