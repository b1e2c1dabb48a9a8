import { builtBelow, NODE_22, NODE_24, ON_THE_SERVER } from './runtimes.mjs'

/** @typedef {import('./types.d.ts').Host} Host */

/** @type {import('@latchstring/framework-conformance').Variance} */
const RETURNS = {
  row: 'S7',
  reason:
    'The router of SolidStart does not tell server functions which page it is about to show: people return to the page they were on.',
  failure: 'after signing in the page is /hydrate',
}

/**
 * A server function as a script calls it. Its address depends on where the application is built, and is on a page.
 *
 * @type {(id: string) => (server: import('@latchstring/framework-conformance').Server) => Promise<readonly import('@latchstring/framework-conformance').Direct[]>}
 */
const findFunction = (id) => async (server) => {
  const { body } = await server.ask('/native')
  const [, address = ''] =
    new RegExp(`<a\\b[^>]* id="${id}"[^>]* href="([^"]*/_server\\?[^"]*)"`).exec(body) ?? []
  const path = address.replaceAll('&amp;', '&')
  const headers = { 'x-server-instance': 'server-fn:0' }
  return [
    { path, headers },
    { path, headers, method: 'POST' },
  ]
}

/** SolidStart has no addresses for the data of pages; its server functions are asked for beside them. */
/** @type {Omit<Host, 'id' | 'title' | 'variances' | 'build'>} */
const SOLID = {
  package: 'solid-start',
  packages: ['solid'],
  start: ['.output/server/index.mjs'],
  features: ['action', 'browser', 'client', 'types', ...ON_THE_SERVER],
  output: { client: '.output/public', server: '.output/server' },
  direct: findFunction('direct'),
  recent: findFunction('recent'),
}

/** @type {Omit<Host, 'id' | 'title'>} */
const SOLID_2 = {
  ...SOLID,
  sources: ['solid-start', 'solid-start-2'],
  runtime: NODE_24,
  features: [...SOLID.features, 'cache'],
  build: [['node_modules/vite/bin/vite.js', 'build']],
  variances: [
    RETURNS,
    {
      row: 'H12',
      reason: 'Nitro 3 decodes the letters of a path before any middleware is asked.',
      failure: '/auth/sessio%6e',
    },
  ],
}

/** @type {Omit<Host, 'id' | 'title'>} Vinxi has no cache of pages */
const SOLID_1 = {
  ...SOLID,
  sources: ['solid-start', 'solid-start-1'],
  runtime: NODE_22,
  build: [['node_modules/vinxi/bin/cli.mjs', 'build']],
  variances: [
    RETURNS,
    {
      row: 'G4',
      reason:
        'The router of SolidStart 1 redirects a page by 302 whatever the method was; browsers go there by GET.',
      failure: 'POST: 302',
    },
    {
      row: 'G12',
      reason:
        'SolidStart 1 makes 500 of a response that a page throws for a script; nothing of the page is shown.',
      failure: '/members application/json 500',
    },
  ],
}

/** @type {readonly Host[]} SolidStart in its versions */
export const solidStart = [
  builtBelow({ ...SOLID_2, id: 'solid-start-2', title: 'SolidStart 2.0.5' }),
  { ...SOLID_1, id: 'solid-start-1', title: 'SolidStart 1.3.2' },
]
