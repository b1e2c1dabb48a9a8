import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @typedef {import('../applications.mjs').Application} Application */

const HERE = dirname(import.meta.dirname)

/** The folder with what an application installs. @type {(application: Application) => string} */
export const packagesOf = ({ version, framework }) => framework ?? `version-${version}`

/** @type {(part: string) => readonly (readonly [path: string, text: string])[]} `-- path` begins a file */
function readPart(part) {
  const text = readFileSync(join(HERE, 'parts', `${part}.txt`), 'utf8')
  return text
    .split(/^-- /m)
    .slice(1)
    .map((block) => {
      const end = block.indexOf('\n')
      return [block.slice(0, end), block.slice(end + 1)]
    })
}

/**
 * Writes the sources of an application; `~/` in front of a path, and `./~/` in a text, stand for the folder that they are in.
 *
 * @param {Application} application
 * @param {string} folder
 * @returns {readonly string[]} their paths
 */
export function writeSources(application, folder) {
  const { parts, base, next } = application
  const packages = join(HERE, packagesOf(application))
  const manifests = ['package.json', 'package-lock.json'].map(
    (file) => /** @type {const} */ ([file, readFileSync(join(packages, file), 'utf8')]),
  )
  // A later part may replace a file of an earlier one.
  const sources = [...new Map(parts.flatMap(readPart))]
  /** @type {(path: string) => string} */
  const placed = (path) => path.replace('~/', base)
  for (const [path, text] of [...manifests, ...sources]) {
    const file = join(folder, placed(path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.replaceAll('./~/', `./${base}`))
  }
  if (next !== undefined) {
    const file = join(folder, 'package.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/"next": "[^"]*"/, `"next": "${next}"`))
  }
  return ['package.json', ...sources.map(([path]) => placed(path))]
}
