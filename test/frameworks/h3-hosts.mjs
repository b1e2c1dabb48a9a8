import { NODE_24 } from './runtimes.mjs'

/** @typedef {import('./types.d.ts').Host} Host */

/** @type {Omit<Host, 'id' | 'title'>} */
const NUXT = {
  package: 'nuxt',
  sources: 'nuxt-4',
  build: [['node_modules/nuxt/bin/nuxt.mjs', 'build']],
  start: ['start.mjs'],
  features: [
    'base',
    'below',
    'browser',
    'cache',
    'client',
    'data',
    'database',
    'direct',
    'function',
    'parsers',
    'static',
    'stream',
    'types',
  ],
  output: { client: '.output/public', server: '.output/server' },
  // The page is kept by the cache, for everybody.
  unseeded: '/hydrate/everybody',
  // Pages of Nuxt ask endpoints of the application.
  data: (path) => `/api${path}`,
  // The error page of Nuxt is known by more than the end of a path.
  direct: [{ path: '/api/members' }, { path: '/rules/api/users/__nuxt_error' }],
  variances: [
    {
      row: 'G5',
      reason:
        'Data of Nuxt is what endpoints answer: they refuse a script with 401, and the router of the browser leaves for the sign-in page.',
      failure: '401  {"error":"SessionRequired"',
    },
    {
      row: 'K4',
      reason:
        'An endpoint of Nuxt says itself what caches may do; its response varies by the cookie of who asks.',
      failure: '"vary":"Cookie"',
    },
  ],
}

/** @type {Pick<Host, 'package' | 'start' | 'variances'>} */
const H3 = { package: 'h3', start: ['server.mjs'], variances: [] }

/** @type {Host['features']} */
const H3_1 = ['parsers', 'below', 'database', 'development', 'function', 'stream', 'types']

/** h3 2 reads a body once: nothing that reads it in front keeps it. */
/** @type {Host['features']} */
const H3_2 = ['cache', 'below', 'database', 'development', 'function', 'stream', 'types']

/** @type {readonly Host[]} h3, and Nuxt, which is over it */
export const h3Hosts = [
  { ...NUXT, id: 'nuxt-4', runtime: NODE_24, title: 'Nuxt 4.5.2' },
  { ...NUXT, id: 'nuxt-4-lowest', title: 'Nuxt 4.4.6' },
  {
    ...H3,
    id: 'h3-1',
    title: 'h3 1.15.11',
    contract: 'contract.mjs',
    features: [...H3_1, 'contract'],
  },
  { ...H3, id: 'h3-1.15', title: 'h3 1.15.0', sources: 'h3-1', features: H3_1 },
  {
    ...H3,
    id: 'h3-2',
    title: 'h3 2.0.8',
    contract: 'contract.mjs',
    features: [...H3_2, 'contract'],
  },
  { ...H3, id: 'h3-2.0', title: 'h3 2.0.1', sources: 'h3-2', features: H3_2 },
]
