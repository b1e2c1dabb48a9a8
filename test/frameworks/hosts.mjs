import { ASTRO_HOSTS } from './hosts-astro.mjs'
import { nextHosts } from './next-hosts.mjs'
import { h3Hosts } from './h3-hosts.mjs'
import { reactRouter } from './react-router.mjs'
import { builtBelow, EVERYWHERE, NODE_24, runtimes, WORKERD } from './runtimes.mjs'
import { solidStart } from './solid-start.mjs'
import { sveltekit } from './sveltekit.mjs'
import { tanstackStart } from './tanstack-start.mjs'

/** @typedef {import('./types.d.ts').Host} Host */

/** @type {Omit<Host, 'id' | 'title'>} */
const QWIK = {
  sources: 'qwik-city-1',
  package: 'qwik',
  packages: ['client'],
  build: [
    ['node_modules/vite/bin/vite.js', 'build'],
    ['node_modules/vite/bin/vite.js', 'build', '-c', 'adapters/node/vite.config.js'],
  ],
  start: ['server/entry.node.js'],
  env: () => ({ PROTOCOL_HEADER: 'x-forwarded-proto' }),
  headers: { 'x-forwarded-proto': 'http' },
  features: [
    'action',
    'browser',
    'client',
    'data',
    'database',
    'development',
    'function',
    'static',
    'stream',
    'types',
  ],
  output: { client: 'dist', server: 'server' },
  data: (path) => `${path}/q-data.json`,
  variances: [
    {
      row: 'H12',
      reason:
        'The Node.js server of Qwik City makes one slash of several before any handler is asked.',
      failure: '//auth/session',
    },
  ],
}

/** @type {Pick<Host, 'data' | 'direct' | 'features' | 'recent' | 'variances'>} */
const QWIK_2 = {
  features: [...QWIK.features, 'direct'],
  direct: [{ path: '/q-loader-members.build.json', headers: { 'x-qwik-fullpath': '/members' } }],
  recent: [
    {
      path: '/q-loader-recent-page.build.json',
      headers: { 'x-qwik-fullpath': '/recent/page' },
    },
  ],
  // Each loader has an address of its own.
  data: (path) => `${path}/q-loader-${path.slice(1).replaceAll('/', '-')}.build.json`,
  variances: [
    ...QWIK.variances,
    {
      row: 'H6',
      reason:
        'Qwik Router refuses requests of unknown origin that change something, forms or not, before any handler is asked.',
      failure: '403 !== 405',
    },
    {
      row: 'H11',
      reason:
        'Qwik Router refuses forms of other sites on every path. `checkOrigin: false` leaves that to the actions.',
      failure: 'Cross-site POST form submissions are forbidden',
    },
    {
      row: 'S7',
      reason:
        'The router of Qwik 2 follows a redirection to the sign-in page within the page, where it has no such route, until it is loaded again.',
      failure: 'Timeout 20000ms exceeded',
    },
  ],
}

/** What every host over node:http has. */
const NODE = EVERYWHERE

/**
 * The newest version of a major or a platform runs the contract too.
 *
 * @type {Pick<Host, 'contract' | 'features'>}
 */
const CONTRACT = { contract: 'contract.mjs', features: [...NODE, 'contract'] }

/** @type {Pick<Host, 'features'>} whose routers follow an address that middleware has rewritten */
const REWRITES = { features: [...NODE, 'rewrite', 'trace'] }

/** @type {Pick<Host, 'contract' | 'features'>} */
const REWRITES_CONTRACT = { ...CONTRACT, features: [...CONTRACT.features, 'rewrite', 'trace'] }

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

/** Which platform is started is a file of its own. */
const NEST_ON_FASTIFY = ['nestjs', 'nestjs-fastify']

/** @type {Omit<Host, 'id' | 'title' | 'start'>} compiled against the types of Elysia */
const ELYSIA = {
  package: 'elysia',
  sources: 'elysia-1',
  build: [['node_modules/typescript/bin/tsc']],
  features: NODE,
  variances: [],
}

/** @type {Omit<Host, 'id' | 'title'>} */
const FASTIFY = {
  package: 'fastify',
  start: ['server.mjs'],
  features: [...NODE, 'rewrite', 'trace'],
  variances: [],
}

/** Packages of frameworks whose pages are rendered in routes of their own. */
const RENDERING = new Set([
  'astro',
  'next',
  'qwik',
  'react-router',
  'solid-start',
  'sveltekit',
  'tanstack-start',
])

/** @type {(host: Host) => readonly import('./types.d.ts').Feature[]} what the application has with the others of its kind */
const shared = ({ id, package: name }) => [
  'require',
  ...(RENDERING.has(name) ? /** @type {const} */ (['rendered']) : []),
  ...(name === 'core' || id === 'hono-workerd' ? [] : /** @type {const} */ (['feature'])),
]

/** @type {(host: Host) => Host} */
const complete = (host) => ({ ...host, features: [...host.features, ...shared(host)] })

/** @type {readonly Host[]} */
const all = [
  ...runtimes,
  overNode({ id: 'node', package: 'node', title: 'node:http', ...CONTRACT }),
  overNode({
    id: 'express-5',
    package: 'express',
    title: 'Express 5.3.0',
    ...REWRITES_CONTRACT,
  }),
  overNode({
    id: 'express-5.0',
    package: 'express',
    title: 'Express 5.0.0',
    ...REWRITES,
    sources: 'express-5',
  }),
  overNode({
    id: 'express-4',
    package: 'express',
    title: 'Express 4.22.3',
    sources: 'express-5',
    ...REWRITES_CONTRACT,
  }),
  overNode({
    id: 'express-4.18',
    package: 'express',
    title: 'Express 4.18.0',
    ...REWRITES,
    sources: 'express-5',
  }),
  {
    ...NEST,
    ...CONTRACT,
    id: 'nestjs-12',
    title: 'NestJS 12.5.1 on Express',
    contract: 'build/contract.js',
  },
  {
    ...NEST,
    ...CONTRACT,
    sources: NEST_ON_FASTIFY,
    id: 'nestjs-12-fastify',
    title: 'NestJS 12.5.1 on Fastify',
    contract: 'build/contract.js',
  },
  { ...NEST, id: 'nestjs-11', title: 'NestJS 11.1.14 on Express' },
  {
    ...NEST,
    sources: NEST_ON_FASTIFY,
    id: 'nestjs-11-fastify',
    title: 'NestJS 11.1.14 on Fastify',
  },
  {
    ...ELYSIA,
    ...CONTRACT,
    id: 'elysia-1',
    title: 'Elysia 1.4.30 on Node.js',
    start: ['build/main.js'],
  },
  { ...ELYSIA, id: 'elysia-1-lowest', title: 'Elysia 1.4.4 on Node.js', start: ['build/main.js'] },
  { ...ELYSIA, id: 'elysia-1-bun', title: 'Elysia 1.4.30 on Bun 1.4.5', start: ['bun.mjs'] },
  overNode({ id: 'koa-3', package: 'koa', title: 'Koa 3.3.0', ...REWRITES_CONTRACT }),
  overNode({ id: 'koa-3.0', package: 'koa', title: 'Koa 3.0.0', ...REWRITES, sources: 'koa-3' }),
  ...sveltekit,
  overNode({
    id: 'hono-4',
    package: 'hono',
    title: 'Hono 4.13.19 on Node.js',
    ...CONTRACT,
  }),
  overNode({
    id: 'hono-4.12',
    package: 'hono',
    title: 'Hono 4.12.21 on Node.js',
    sources: 'hono-4',
  }),
  {
    ...WORKERD,
    id: 'hono-workerd',
    package: 'hono',
    title: 'Hono 4.13.19 on workerd',
    sources: ['hono-4', 'workerd'],
    features: ['database', 'development', 'environment', 'function', 'stream'],
    variances: [],
  },
  {
    ...FASTIFY,
    id: 'fastify-5',
    title: 'Fastify 5.12.8',
    contract: 'contract.mjs',
    features: [...FASTIFY.features, 'contract'],
  },
  { ...FASTIFY, id: 'fastify-5.0', title: 'Fastify 5.0.0', sources: 'fastify-5' },
  ...h3Hosts,
  ...nextHosts,
  builtBelow({ ...QWIK, id: 'qwik-city-1', title: 'Qwik City 1.20.1' }),
  { ...QWIK, id: 'qwik-city-1-lowest', title: 'Qwik City 1.19.0' },
  builtBelow({
    ...QWIK,
    ...QWIK_2,
    id: 'qwik-router-2',
    runtime: NODE_24,
    title: 'Qwik Router 2.0.0-beta.45',
  }),
  ...solidStart,
  ...reactRouter,
  ...tanstackStart,
  overNode({
    id: 'remix-3',
    runtime: NODE_24,
    package: 'remix',
    title: 'Remix 3.0.0-beta.0',
    ...CONTRACT,
    features: [...CONTRACT.features, 'trace'],
  }),
  ...ASTRO_HOSTS,
]

export const hosts = all.map(complete)
