/** @typedef {import('./types.d.ts').Host} Host */
/** @typedef {import('@latchstring/framework-conformance').Variance} Variance */

/** @type {(row: string) => Variance} */
const ownVary = (row) => ({
  row,
  reason:
    'Next.js writes `Vary` of a page itself; the response with a cookie is private and not stored.',
  failure: 'Vary has no Cookie',
})

/** @type {readonly Variance[]} */
const VARIANCES = [
  {
    row: 'H5',
    reason: 'Next.js redirects a path with a slash at the end, before it looks for a page.',
    failure: '/auth/: 308 /auth',
  },
  {
    row: 'H6',
    reason: 'Next.js answers methods that a route does not export by itself, without `Allow`.',
    failure: 'Allow names no method',
  },
  ownVary('C3'),
  ownVary('C5'),
  ownVary('C6'),
  {
    row: 'G4',
    reason: 'The redirect of a page of Next.js is 307 whatever the method was.',
    failure: 'POST: 307 /auth/signin',
  },
  {
    row: 'G16',
    reason:
      'A page of Next.js has no status of its own while it renders: where `auth()` finds no session because the store is away, it redirects to the sign-in page, and the cookie stays.',
    failure: '/members: 307 /auth/signin',
  },
  {
    row: 'F17',
    reason:
      'From `auth.require` of Next.js a posted form leads back to its page without the fields.',
    failure: "'/auth/form'",
  },
]

/** @type {readonly Variance[]} */
const VARIANCES_16 = [
  {
    row: 'S5',
    reason:
      'Of a request Next.js passes its headers alone from `proxy.ts` to a page: there `headers()` is another object, a store of `AsyncLocalStorage` that the proxy has entered is empty, and `cache` of React lasts for one render. A session in a header would be one that any client could send to a page without a proxy. So each reads it once (in Next.js 15 as well, whose middleware is of another runtime, where nothing counts). A server action and a route handler read it anew, because the application may have changed it.',
    failure: '2 !== 1',
  },
  {
    row: 'E1',
    reason: 'Each call of `auth()` asks the configuration function anew.',
    failure: "Number(after['configuration'])",
  },
]

/** @type {readonly Variance[]} where middleware is of another runtime, with variables of its own */
const VARIANCES_15 = [
  {
    row: 'G8',
    reason: 'In middleware of Next.js 15 the address 127.0.0.1 of a request is `localhost`.',
    failure: 'http://localhost:',
  },
]

/** @type {Omit<Host, 'id' | 'title'>} */
const NEXT = {
  package: 'next',
  sources: 'next',
  build: [['node_modules/next/dist/bin/next', 'build']],
  start: (port) => [
    'node_modules/next/dist/bin/next',
    'start',
    '--hostname',
    '127.0.0.1',
    '--port',
    String(port),
  ],
  env: () => ({ NEXT_TELEMETRY_DISABLED: '1' }),
  features: ['cache', 'changes', 'client', 'database', 'direct', 'function', 'static', 'stream'],
  output: { client: '.next/static', server: '.next/server' },
  direct: [{ path: '/members?_rsc', headers: { rsc: '1' } }],
  recent: [{ path: '/recent/page?_rsc', headers: { rsc: '1' } }],
  variances: [],
}

/** @type {readonly Host[]} */
export const nextHosts = [
  {
    ...NEXT,
    id: 'next-16',
    title: 'Next.js 16.4.6',
    variances: [...VARIANCES, ...VARIANCES_16],
  },
  {
    ...NEXT,
    id: 'next-15',
    title: 'Next.js 15.5.18',
    variances: [...VARIANCES, ...VARIANCES_15],
  },
]
