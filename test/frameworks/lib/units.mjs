import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../../tools/root.mjs'

/** @typedef {import('../types.d.ts').Host} Host */

const STAND_IN = join(dirname(import.meta.dirname), 'units/vitest.mjs')
const FOLDERS = ['crypto', 'http'].map((name) => join(root, 'packages/core/src/lib', name))

/** Properties are tried with the values they are tried with by `npm test`. */
const SEED = 20261120

/** What a file of tests needs that only servers of the kind of Node.js have. */
const OF_NODE = /from 'node:|import\('node:|primitives-node/

/** Globals of Node.js that single tests use. */
const GLOBALS = /\b(?:Buffer|setImmediate)\b/

/** @type {() => readonly string[]} */
const testFiles = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => join(folder, file)),
  )

/** @type {(file: string) => boolean} */
const needsNode = (file) => OF_NODE.test(readFileSync(file, 'utf8'))

/**
 * The files of unit tests that a runtime can run: without modules of Node.js fewer of them.
 *
 * @param {Host['units']} kind
 * @returns {readonly string[]}
 */
function unitFiles(kind) {
  return kind === 'node' ? testFiles() : testFiles().filter((file) => !needsNode(file))
}

/**
 * Writes the unit tests of `crypto` and `http` of the core as one module, with a function that runs them.
 *
 * @param {NonNullable<Host['units']>} kind
 * @param {string} file
 * @returns {Promise<void>}
 */
export async function bundleUnits(kind, file) {
  const imports = unitFiles(kind).map((path) => `import ${JSON.stringify(path)}`)
  const entry = [
    `import fc from 'fast-check'`,
    ...imports,
    `import { runTests } from 'vitest'`,
    `fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: ${SEED} })`,
    `export const runUnits = () => runTests()`,
  ].join('\n')
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    cwd: root,
    input: 'units',
    external: /^node:/,
    platform: 'neutral',
    tsconfig: false,
    // The package of the core says that its modules have none; those with tests do.
    treeshake: false,
    resolve: {
      alias: { vitest: STAND_IN },
      conditionNames: ['@latchstring/source', kind === 'node' ? 'node' : 'workerd', 'import'],
      mainFields: ['module', 'main'],
    },
    plugins: [
      {
        name: 'units',
        resolveId: (id) => (id === 'units' ? join(root, 'units.mjs') : undefined),
        load: (id) => (id === join(root, 'units.mjs') ? entry : undefined),
        // The tests that use one are left out; what is tested has to do without.
        transform: (code, id) =>
          kind === 'web' && id.endsWith('.test.ts') && GLOBALS.test(code)
            ? `import { Buffer, setImmediate } from 'vitest'\n${code}`
            : undefined,
      },
    ],
  })
  await build.write({ file, format: 'esm', minify: false, codeSplitting: false })
  await build.close()
}
