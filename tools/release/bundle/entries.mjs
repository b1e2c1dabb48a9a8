import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const OUTPUT = './dist/'

/** @type {(value: unknown) => readonly string[]} every file that a part of package.json names */
function listFiles(value) {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listFiles) : []
}

/** @type {(value: unknown) => readonly string[]} the modules among them, as paths without `.js` */
const listModules = (value) =>
  listFiles(value)
    .filter((file) => file.startsWith(OUTPUT) && file.endsWith('.js'))
    .map((file) => file.slice(OUTPUT.length, -'.js'.length))

/**
 * @typedef {object} Entries
 * @property {readonly string[]} single that have a name of their own in package.json
 * @property {readonly string[]} alike those behind a pattern
 * @property {readonly string[]} internal those of the former that only the package itself imports
 */

/** @type {(name: string, compiled: string) => readonly string[]} the entries that a pattern stands for */
function expand(name, compiled) {
  const [before = '', after = ''] = name.split('*')
  const folder = join(compiled, before)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith(`${after}.js`))
    .map((file) => before + file.slice(0, -'.js'.length))
    .toSorted()
}

/**
 * The modules that package.json makes public, by `exports` and `imports`.
 *
 * @param {string} folder of the package
 * @param {string} compiled folder with its modules
 * @returns {Entries} paths without `.js`, seen from the folder of the output
 */
export function findEntries(folder, compiled) {
  const manifest = /** @type {{ exports?: unknown, imports?: unknown }} */ (
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  )
  const exported = listModules(manifest.exports)
  const imported = listModules(manifest.imports)
  const names = [...new Set([...exported, ...imported])]
  return {
    single: names.filter((name) => !name.includes('*')),
    internal: imported.filter((name) => !exported.includes(name)),
    alike: names
      .filter((name) => name.includes('*'))
      .flatMap((pattern) => expand(pattern, compiled)),
  }
}
