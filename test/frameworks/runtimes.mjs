/** @typedef {import('./types.d.ts').Host} Host */

/** What an application over a request alone can show everywhere. */
export const EVERYWHERE = /** @type {const} */ ([
  'parsers',
  'below',
  'database',
  'development',
  'function',
  'stream',
  'types',
])

/** What a framework can show whose pages are rendered on the server. */
export const ON_THE_SERVER = /** @type {const} */ ([
  'database',
  'development',
  'direct',
  'function',
  'static',
  'stream',
])

/**
 * Whose base path is part of the build: it is built once more, with one.
 *
 * @type {(host: Host) => Host}
 */
export const builtBelow = (host) => ({
  ...host,
  isFixedBelow: true,
  features: [...host.features, 'below', 'base'],
})

/** What it can show where scripts render them as well. */
export const RENDERED = /** @type {const} */ (['browser', 'data', ...ON_THE_SERVER])

/**
 * @type {(host: Pick<Host, 'id' | 'title'> & Partial<Host>) => Host} the application without a framework
 */
const plain = (host) => ({
  package: 'core',
  isRuntime: true,
  sources: 'plain',
  units: 'node',
  start: ['node.mjs'],
  features: [...EVERYWHERE, 'units'],
  variances: [],
  ...host,
})

/** Fixtures that bring a newer Node.js, which others need. */
export const NODE_22 = 'plain-node-22'
export const NODE_24 = 'plain-node-24'

/**
 * The runtime of Cloudflare Workers, without its flags for Node.js.
 *
 * @type {Pick<Host, 'program' | 'build' | 'start'>}
 */
export const WORKERD = {
  program: 'node_modules/@cloudflare/workerd-linux-64/bin/workerd',
  build: [['build.mjs']],
  start: (port) => ['serve', 'workerd.capnp', '--socket-addr', `http=127.0.0.1:${port}`],
}

/** `TRACE` is a method that `fetch` forbids, which two tests take for an example of one. */
const TRACE =
  'The request of Node.js that a session is read from has one `Request`, created on demand'

/**
 * @type {(host: Pick<Host, 'id' | 'title' | 'build' | 'sources'>) => Host} the application in one bundle for Node.js
 */
const bundled = ({ build = [], sources = [], ...host }) =>
  plain({
    ...host,
    sources: ['plain', 'bundled', ...[sources].flat()],
    build: [...build, ['check.mjs']],
    start: ['dist/node.mjs'],
    features: [...EVERYWHERE, 'units', 'bundled'],
  })

/** @type {Pick<Host, 'build' | 'sources'>} */
const VITE = {
  build: [['node_modules/vite/bin/vite.js', 'build']],
  sources: 'plain-vite',
}

/**
 * An application that is a function from `Request` to `Response`, over the core alone, on every runtime.
 *
 * @type {readonly Host[]}
 */
export const runtimes = [
  // The lowest that is supported.
  plain({ id: 'plain-node-20', title: 'Node.js 20.19' }),
  plain({ id: 'plain-node-22', title: 'Node.js 22' }),
  plain({ id: 'plain-node-24', title: 'Node.js 24' }),
  plain({ id: 'plain-node-26', title: 'Node.js 26' }),
  plain({
    id: 'plain-bun',
    title: 'Bun 1.4',
    program: 'node_modules/bun/bin/bun.exe',
    start: ['bun.mjs'],
    variances: [
      {
        row: 'U1',
        reason:
          'A `Request` of Bun may have the method TRACE, which a `Request` of the web may not.',
        failure: `2 unit tests fail: The body of a request of Node.js of a method that \`Request\` refuses is refused with the reason | ${TRACE}\n`,
      },
    ],
  }),
  plain({
    id: 'plain-deno',
    title: 'Deno 2.9',
    program: 'node_modules/@deno/linux-x64-glibc/deno',
    start: ['run', '--no-remote', '--allow-net', '--allow-env', 'deno.mjs'],
    variances: [
      {
        row: 'U1',
        reason: 'Where a `Request` of Deno refuses the method TRACE, it does not name it.',
        failure: `1 unit tests fail: ${TRACE}\n`,
      },
    ],
  }),
  plain({
    ...WORKERD,
    id: 'plain-workerd',
    title: 'workerd',
    sources: ['plain', 'workerd'],
    units: 'web',
    features: [...EVERYWHERE, 'units', 'bundled', 'environment'],
    variances: [
      {
        row: 'U1',
        reason: 'A `Request` of workerd has no methods but those that workerd knows.',
        failure:
          '1 unit tests fail: request methods (INP-10) are shortened in the error when they are long\n',
      },
    ],
  }),
  plain({
    id: 'plain-edge',
    title: 'edge-runtime 4',
    units: 'web',
    build: [['build.mjs']],
    start: ['edge-server.mjs'],
    features: [...EVERYWHERE, 'units', 'bundled'],
  }),
  bundled({ id: 'plain-esbuild', title: 'Node.js, by esbuild 0.28', build: [['build.mjs']] }),
  bundled({ id: 'plain-vite-7', title: 'Node.js, by Vite 7 with Rollup', ...VITE }),
  bundled({ id: 'plain-vite-8', title: 'Node.js, by Vite 8 with Rolldown', ...VITE }),
]
