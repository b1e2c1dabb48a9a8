/** @typedef {'next' | 'express' | 'sveltekit' | 'solid-start' | 'qwik'} FrameworkId */
/**
 * What differs between applications of different frameworks.
 *
 * @typedef {object} Framework
 * @property {string} ours the package that an application needs after its move
 * @property {string} basePath of the actions
 * @property {(port: string) => readonly string[]} start a production server, by Node.js
 */

/** @type {Readonly<Record<FrameworkId, Framework>>} */
const FRAMEWORKS = {
  next: {
    ours: '@latchstring/next',
    basePath: '/api/auth',
    start: (port) => [
      'node_modules/next/dist/bin/next',
      'start',
      '--hostname',
      '127.0.0.1',
      '--port',
      port,
    ],
  },
  express: { ours: '@latchstring/express', basePath: '/api/auth', start: () => ['dist/server.js'] },
  sveltekit: { ours: '@latchstring/sveltekit', basePath: '/auth', start: () => ['build/index.js'] },
  'solid-start': {
    ours: '@latchstring/solid-start',
    basePath: '/api/auth',
    start: () => ['.output/server/index.mjs'],
  },
  qwik: { ours: '@latchstring/qwik', basePath: '/auth', start: () => ['server/entry.node.js'] },
}

/** @type {(application: { readonly framework?: FrameworkId }) => Framework} */
export const frameworkOf = ({ framework = 'next' }) => FRAMEWORKS[framework]
