import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/**
 * @typedef {object} Program
 * @property {string} file
 * @property {() => Promise<void>} remove
 */

/**
 * Bundles a program with the packages of this repository, from their sources; those of others stay where they are.
 *
 * @param {URL} source
 * @param {URL} data ignored by git, and inside of the repository: what is not bundled is found from here
 * @returns {Promise<Program>}
 */
export async function bundleProgram(source, data) {
  await mkdir(data, { recursive: true })
  const folder = await mkdtemp(join(fileURLToPath(data), 'program-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const build = await rolldown({
      input: fileURLToPath(source),
      platform: 'node',
      external: /^(?!@latchstring\/|[./#])/,
      logLevel: 'silent',
      resolve: { conditionNames: ['@latchstring/source', 'node', 'import', 'default'] },
    })
    const file = join(folder, 'server.mjs')
    await build.write({ file, format: 'esm', codeSplitting: false })
    await build.close()
    return { file, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
