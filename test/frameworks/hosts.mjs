/** @typedef {import('./types.d.ts').Host} Host */
/** @typedef {import('./types.d.ts').Variance} Variance */

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
  sources: 'sveltekit',
  build: [['node_modules/vite/bin/vite.js', 'build']],
  start: ['build/index.js'],
  env: () => ({ PROTOCOL_HEADER: 'x-forwarded-proto' }),
  headers: { 'x-forwarded-proto': 'http' },
  features: ['data', 'database', 'direct', 'function', 'static', 'stream'],
  data: (path) => `${path}/__data.json`,
  // A remote function, by the hash of the path of its file.
  direct: [{ path: '/_app/remote/80guga/secret' }],
}

/** What every host over node:http has. */
const NODE = /** @type {const} */ ([
  'parsers',
  'below',
  'database',
  'development',
  'function',
  'stream',
])

/**
 * @type {(host: Pick<Host, 'id' | 'package' | 'title'> & Partial<Host>) => Host} one that is started as it is
 */
const overNode = (host) => ({ start: ['server.mjs'], features: NODE, variances: [], ...host })

/** @type {Omit<Host, 'id' | 'title'>} compiled against the types of NestJS; parsers of bodies are in front in any case */
const NEST = {
  package: 'nestjs',
  sources: 'nestjs',
  build: [['node_modules/typescript/bin/tsc']],
  start: ['build/main.js'],
  features: NODE,
  variances: [],
}

/** @type {Omit<Host, 'id' | 'title' | 'start'>} compiled against the types of Elysia */
const ELYSIA = {
  package: 'elysia',
  sources: 'elysia-1',
  build: [['node_modules/typescript/bin/tsc']],
  features: NODE,
  variances: [],
}

/** @type {readonly Host[]} */
export const hosts = [
  overNode({ id: 'node', package: 'node', title: 'node:http' }),
  overNode({ id: 'express-5', package: 'express', title: 'Express 5.3.0' }),
  overNode({ id: 'express-5.0', package: 'express', title: 'Express 5.0.0', sources: 'express-5' }),
  overNode({ id: 'express-4', package: 'express', title: 'Express 4.22.3', sources: 'express-5' }),
  overNode({
    id: 'express-4.18',
    package: 'express',
    title: 'Express 4.18.0',
    sources: 'express-5',
  }),
  { ...NEST, id: 'nestjs-12', title: 'NestJS 12.5.1 on Express' },
  { ...NEST, id: 'nestjs-12-fastify', title: 'NestJS 12.5.1 on Fastify' },
  { ...NEST, id: 'nestjs-11', title: 'NestJS 11.0.0 on Express' },
  { ...ELYSIA, id: 'elysia-1', title: 'Elysia 1.4.30 on Node.js', start: ['build/main.js'] },
  { ...ELYSIA, id: 'elysia-1-lowest', title: 'Elysia 1.4.4 on Node.js', start: ['build/main.js'] },
  { ...ELYSIA, id: 'elysia-1-bun', title: 'Elysia 1.4.30 on Bun 1.4.5', start: ['bun.mjs'] },
  overNode({ id: 'koa-3', package: 'koa', title: 'Koa 3.3.0' }),
  overNode({ id: 'koa-3.0', package: 'koa', title: 'Koa 3.0.0', sources: 'koa-3' }),
  {
    ...KIT,
    id: 'sveltekit-3',
    title: 'SvelteKit 3.2.0',
    variances: [
      ...KIT_VARIANCES,
      {
        row: 'H6',
        reason: 'SvelteKit 3 refuses a DELETE without an `Origin` before any hook.',
        failure: 'Cross-site DELETE form submissions are forbidden',
      },
    ],
  },
  { ...KIT, id: 'sveltekit-2', title: 'SvelteKit 2.70.4', variances: KIT_VARIANCES },
  {
    id: 'hono-4',
    package: 'hono',
    title: 'Hono 4.13.19 on Node.js',
    start: ['server.mjs'],
    features: ['below', 'parsers', 'database', 'development', 'function', 'stream'],
    variances: [],
  },
  {
    id: 'fastify-5',
    package: 'fastify',
    title: 'Fastify 5.12.8',
    start: ['server.mjs'],
    features: ['parsers', 'database', 'development', 'function', 'stream'],
    variances: [],
  },
  {
    ...KIT,
    id: 'sveltekit-2-lowest',
    title: 'SvelteKit 2.20.0',
    // It has no remote functions.
    features: KIT.features.filter((feature) => feature !== 'direct'),
    variances: KIT_VARIANCES,
  },
]
