/** @type {(...names: readonly string[]) => readonly string[]} */
const client = (...names) => names.map((name) => `packages/client/src/lib/${name}.ts`)

/**
 * Modules of what runs in a browser, and of Next.js.
 *
 * @type {Readonly<Record<string, import('./types.d.ts').Module>>}
 */
export const browserModules = {
  next: {
    files: ['frameworks/next/src/*.ts', 'frameworks/next/src/lib/*.ts'],
    tests: ['frameworks/next/src/**/*.test.ts'],
    threshold: 80,
  },
  client: {
    files: [
      ...client('auth-client', 'auth-client-error', 'channel', 'connection', 'page', 'queries'),
      ...client('sign-in', 'sign-out', 'transport', 'webauthn-sign-in'),
    ],
    tests: ['packages/client/src/lib/{auth-client,webauthn-sign-in}.test.ts'],
    threshold: 80,
  },
  // What bindings of frameworks are made over. Apart: most of its tests are those of bindings, which need a DOM.
  'client-store': {
    files: client('binding', 'keep-fresh', 'open-sign-in', 'session-store', 'watch-missing'),
    tests: [
      'packages/client/src/lib/session-store.test.ts',
      'packages/react/src/lib/session-provider.test.tsx',
      'packages/vue/src/lib/use-auth.test.ts',
    ],
    environment: 'happy-dom',
    threshold: 80,
  },
}
