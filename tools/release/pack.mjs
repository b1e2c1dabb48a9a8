/** `npm run release:pack -- FOLDER` packs every package into a folder, for `publish.mjs`. Needs a build. */
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { mustRun, runMain } from '../run.mjs'
import { root } from '../root.mjs'
import { publishedPackages } from './packages.mjs'

/**
 * What npm calls a packed package.
 *
 * @param {{ readonly name: string, readonly version: string }} manifest
 * @returns {string} the name of its file, without a folder
 */
export const packedName = ({ name, version }) =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`

/** Where the packages of the last build are kept, which several checks look at. */
const KEPT = join(root, 'artifacts/packed')

/** What is in the folder of a package and never in the package. */
const NOT_PACKED = new Set(['node_modules', 'src', 'test', 'compiled'])

/** @type {(folder: string) => readonly string[]} */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return NOT_PACKED.has(entry.name) ? [] : filesIn(path)
      return entry.name.endsWith('.tsbuildinfo') ? [] : [path]
    })
    .toSorted()

/** @type {(folders: readonly string[]) => string} what packages are made of */
function fingerprint(folders) {
  const hash = createHash('sha256')
  const tools = ['package.json', 'package-lock.json', 'tools/release/published-manifest.mjs']
  for (const file of [...folders.flatMap(filesIn), ...tools.map((name) => join(root, name))])
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * Packs every package, and puts the program beside them that publishes them. What was packed of the same files before is copied.
 *
 * @param {string} folder
 * @returns {Promise<void>}
 */
export async function packAll(folder) {
  const folders = publishedPackages().map((pkg) => pkg.folder)
  const kept = join(KEPT, fingerprint(folders))
  if (!existsSync(kept)) {
    rmSync(KEPT, { recursive: true, force: true })
    const unfinished = `${kept}-unfinished`
    mkdirSync(unfinished, { recursive: true })
    const chosen = folders.flatMap((one) => ['-w', relative(root, one)])
    await mustRun(
      'npm',
      ['pack', ...chosen, '--pack-destination', unfinished, '--loglevel=error'],
      {
        quiet: true,
        failure: 'npm could not pack the packages; what it says is above.',
      },
    )
    renameSync(unfinished, kept)
  }
  cpSync(kept, folder, { recursive: true })
  copyFileSync(join(root, 'tools/release/publish.mjs'), join(folder, 'publish.mjs'))
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => packAll(resolve(process.argv[2] ?? 'artifacts/packages')))
}
