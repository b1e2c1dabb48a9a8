import { createViteServer } from 'vitest/node'
import { root } from '../../root.mjs'

/** The cases assert with vitest, which runs nowhere but in its own tests; only their data is read here. */
const withoutVitest = {
  name: 'without-vitest',
  enforce: /** @type {const} */ ('pre'),
  resolveId: (/** @type {string} */ name) => (name === 'vitest' ? '\0vitest' : undefined),
  load: (/** @type {string} */ name) => (name === '\0vitest' ? 'export {}' : undefined),
}

/**
 * Does something that imports TypeScript, outside the tests.
 *
 * @template T
 * @param {(load: import('./read.mjs').Load) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLoader(work) {
  const server = await createViteServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    plugins: [withoutVitest],
    resolve: { conditions: ['@latchstring/source'] },
    ssr: { resolve: { conditions: ['@latchstring/source'] }, noExternal: [/^@latchstring\//] },
    server: { middlewareMode: true, ws: false, watch: null },
  })
  try {
    return await work((path) => server.ssrLoadModule(path))
  } finally {
    await server.close()
  }
}
