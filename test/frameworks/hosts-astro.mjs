import { builtBelow, NODE_24, ON_THE_SERVER } from './runtimes.mjs'

/** @typedef {import('./types.d.ts').Host} Host */

/** An action, as a script calls it. */
/** @type {(name: string) => import('@latchstring/framework-conformance').Direct} */
const action = (name) => ({
  path: `/_actions/${name}`,
  method: 'POST',
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  body: '{}',
})

/** @type {Omit<Host, 'id' | 'title'>} */
const ASTRO = {
  package: 'astro',
  packages: ['client'],
  sources: 'astro',
  runtime: NODE_24,
  build: [['node_modules/astro/bin/astro.mjs', 'build']],
  start: ['server.mjs'],
  features: ['browser', 'client', 'types', ...ON_THE_SERVER],
  output: { client: 'dist/client', server: 'dist/server' },
  direct: [action('secret')],
  recent: [action('recent')],
  // What Astro answers before any middleware of integrations.
  variances: [
    {
      row: 'H6',
      reason: 'Astro refuses a DELETE without an `Origin` before any middleware.',
      failure: 'Cross-site DELETE form submissions are forbidden',
    },
    {
      row: 'H11',
      reason:
        'Astro refuses forms of other origins before any middleware; `security.checkOrigin` turns that off for all of them.',
      failure: 'Cross-site POST form submissions are forbidden',
    },
    {
      row: 'S7',
      reason:
        'The router of Astro asks for a page as any script does, gets 401, and loads the page then; browsers report the 401.',
      failure: 'the server responded with a status of 401',
    },
  ],
}

/** @type {readonly Host[]} */
export const ASTRO_HOSTS = [
  builtBelow({ ...ASTRO, id: 'astro-7', title: 'Astro 7.3.5' }),
  { ...ASTRO, id: 'astro-6', title: 'Astro 6.4.8' },
  {
    ...ASTRO,
    id: 'astro-5',
    title: 'Astro 5.18.2',
    build: [['node_modules/astro/astro.js', 'build']],
  },
  {
    ...ASTRO,
    id: 'astro-5.15',
    title: 'Astro 5.15.8',
    build: [['node_modules/astro/astro.js', 'build']],
  },
]
