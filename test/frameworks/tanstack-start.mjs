import { builtBelow, NODE_24, ON_THE_SERVER } from './runtimes.mjs'

/** @typedef {import('./types.d.ts').Host} Host */

/** The server function of the protected page, as the script of a page calls it. */
const SERVER_FUNCTION = {
  path: '/_serverFn/readSecret',
  headers: { 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' },
}

/** That of the page which asks for a recent sign-in. */
const RECENT_FUNCTION = { ...SERVER_FUNCTION, path: '/_serverFn/readRecent' }

/** @type {Omit<Host, 'id' | 'title'>} */
const START = {
  package: 'tanstack-start',
  runtime: NODE_24,
  build: [['node_modules/vite/bin/vite.js', 'build'], ['node_modules/typescript/bin/tsc']],
  start: [
    'node_modules/srvx/bin/srvx.mjs',
    'serve',
    '--prod',
    '--static=../client',
    'dist/server/server.js',
  ],
  env: () => ({ HOST: '127.0.0.1' }),
  features: ['browser', 'client', 'types', ...ON_THE_SERVER],
  output: { client: 'dist/client', server: 'dist/server' },
  // As an address, too.
  direct: [
    SERVER_FUNCTION,
    { path: '/_serverFn/readSecret', headers: { 'sec-fetch-site': 'same-origin' } },
  ],
  recent: [RECENT_FUNCTION, { ...RECENT_FUNCTION, headers: { 'sec-fetch-site': 'same-origin' } }],
  variances: [
    {
      row: 'H5',
      reason:
        'TanStack Start redirects a path with a slash at the end, before it looks for a page.',
      failure: '/auth/: 307 /auth',
    },
  ],
}

/** @type {Host} whose newest version is over older parts of TanStack Start, and these over h3 */
const SOLID = {
  ...START,
  id: 'tanstack-solid-start',
  title: 'TanStack Start 1.168.55 with Solid',
  packages: ['solid'],
  sources: 'tanstack-start',
  // The other imports are the same, as the page about the package says.
  imports: { '@tanstack/react-': '@tanstack/solid-' },
  // Without the script of a page it answers calls of server functions by 500, whatever they return.
  direct: [SERVER_FUNCTION],
  recent: [RECENT_FUNCTION],
  variances: [
    ...START.variances,
    {
      row: 'H12',
      reason:
        'The h3 below TanStack Start for Solid decodes the letters of a path before any middleware is asked.',
      failure: '/auth/sessio%6e',
    },
    {
      row: 'H13',
      reason:
        'The h3 below TanStack Start for Solid writes a request that was cut off to the console as an error; the others are answered.',
      failure: 'unhandled: true',
    },
    {
      row: 'F4',
      reason:
        'A page of TanStack Start for Solid is 200, whatever `setResponseStatus` was given; it says that the sign-in failed.',
      failure: '200 !== 401',
    },
    {
      row: 'F11',
      reason:
        'A page of TanStack Start for Solid is 200, whatever `setResponseStatus` was given, here after the first wrong password.',
      failure: '200  <!DOCTYPE html>',
    },
  ],
}

/** @type {readonly Host[]} TanStack Start with React and with Solid */
export const tanstackStart = [
  builtBelow({
    ...START,
    id: 'tanstack-start',
    title: 'TanStack Start 1.169.5',
    packages: ['react'],
  }),
  builtBelow(SOLID),
]
