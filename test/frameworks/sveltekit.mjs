import { builtBelow, NODE_24, RENDERED } from './runtimes.mjs'

/** @typedef {import('./types.d.ts').Host} Host */
/** @typedef {import('@latchstring/framework-conformance').Variance} Variance */

/** What SvelteKit answers before any hook of the application. */
/** @type {readonly Variance[]} */
const KIT_VARIANCES = [
  {
    row: 'H11',
    reason:
      'SvelteKit refuses forms of other origins before any hook; `csrf.trustedOrigins` lets those of a provider through.',
    failure: 'Cross-site POST form submissions are forbidden',
  },
]

/** @type {Omit<Host, 'id' | 'title' | 'variances'>} */
const KIT = {
  package: 'sveltekit',
  packages: ['svelte'],
  sources: 'sveltekit',
  build: [['node_modules/vite/bin/vite.js', 'build']],
  start: ['build/index.js'],
  develop: (port) => [
    'node_modules/vite/bin/vite.js',
    'dev',
    '--strictPort',
    '--host=127.0.0.1',
    `--port=${port}`,
  ],
  env: () => ({ PROTOCOL_HEADER: 'x-forwarded-proto' }),
  headers: { 'x-forwarded-proto': 'http' },
  features: [...RENDERED, 'client', 'types'],
  output: { client: 'build/client', server: 'build/server' },
  data: (path) => `${path}/__data.json`,
  // A remote function, by the hash of the path of its file.
  direct: [{ path: '/_app/remote/80guga/secret' }],
  recent: [{ path: '/_app/remote/1pu8u77/recent' }],
}

/** @type {readonly Host[]} SvelteKit in its versions */
export const sveltekit = [
  builtBelow({
    ...KIT,
    id: 'sveltekit-3',
    runtime: NODE_24,
    title: 'SvelteKit 3.2.0',
    variances: [
      ...KIT_VARIANCES,
      {
        row: 'H6',
        reason: 'SvelteKit 3 refuses a DELETE without an `Origin` before any hook.',
        failure: 'Cross-site DELETE form submissions are forbidden',
      },
    ],
  }),
  {
    ...KIT,
    id: 'sveltekit-2',
    title: 'SvelteKit 2.70.4',
    variances: [
      ...KIT_VARIANCES,
      {
        row: 'S7',
        reason:
          'The router of SvelteKit 2 looks for the sign-in page among pages of the application first, reports in the console that it has none, and then loads it from the server.',
        failure: 'Not found: /auth/signin',
      },
    ],
  },
  {
    ...KIT,
    id: 'sveltekit-2-lowest',
    title: 'SvelteKit 2.20.0',
    packages: [],
    recent: [],
    // It has no remote functions, and its Svelte is too old for ours.
    features: KIT.features.filter((feature) => feature !== 'direct' && feature !== 'browser'),
    variances: KIT_VARIANCES,
  },
]
