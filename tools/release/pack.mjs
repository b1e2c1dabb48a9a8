/** `npm run release:pack -- FOLDER` packs every package into a folder, for `publish.mjs`. Needs a build. */
import { copyFileSync, mkdirSync } from 'node:fs'
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

/**
 * Packs every package, and puts the program beside them that publishes them.
 *
 * @param {string} folder
 * @returns {Promise<void>}
 */
export async function packAll(folder) {
  mkdirSync(folder, { recursive: true })
  const chosen = publishedPackages().flatMap((pkg) => ['-w', relative(root, pkg.folder)])
  await mustRun('npm', ['pack', ...chosen, '--pack-destination', folder, '--loglevel=error'], {
    quiet: true,
    failure: 'npm could not pack the packages; what it says is above.',
  })
  copyFileSync(join(root, 'tools/release/publish.mjs'), join(folder, 'publish.mjs'))
}

if (process.argv[1] === import.meta.filename) {
  await runMain(async () => packAll(resolve(process.argv[2] ?? 'artifacts/packages')))
}
