import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { publishedPackages } from '../../../tools/release/packages.mjs'
import { root } from '../../../tools/root.mjs'
import { mustRun } from '../../../tools/run.mjs'

/** @typedef {ReturnType<typeof publishedPackages>[number]} Package */
/** @typedef {Package['manifest'] & { readonly dependencies?: Readonly<Record<string, string>> }} Manifest */

/** What an application needs, and the command line. */
const NEEDED = ['@latchstring/next', '@latchstring/cli']

/** @type {(folder: string, ...args: readonly string[]) => Promise<void>} */
const npm = (folder, ...args) =>
  mustRun('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    quiet: true,
  })

/** @type {() => readonly Package[]} what is needed, with all that it depends on */
function neededPackages() {
  const all = publishedPackages()
  const names = new Set(NEEDED)
  // A set that grows while it is read: what is added is read, too.
  for (const name of names) {
    const found = all.find(({ manifest }) => manifest.name === name)
    if (found === undefined) throw new Error(`There is no package ${name}.`)
    const { dependencies = {} } = /** @type {Manifest} */ (found.manifest)
    for (const one of Object.keys(dependencies)) {
      if (one.startsWith('@latchstring/')) names.add(one)
    }
  }
  return all.filter(({ manifest }) => names.has(manifest.name))
}

/**
 * The packages as they are published, and the program `latchstring` installed from them.
 *
 * @typedef {object} Packs
 * @property {string} program
 * @property {(application: string) => Promise<void>} install
 */

/**
 * @param {string} work folder for all of it
 * @returns {Promise<Packs>}
 */
export async function packPackages(work) {
  const packs = join(work, 'packs')
  mkdirSync(packs)
  const workspaces = neededPackages().flatMap(({ folder }) => ['-w', relative(root, folder)])
  await mustRun('npm', ['pack', ...workspaces, '--pack-destination', packs, '--loglevel=error'], {
    quiet: true,
  })
  const files = readdirSync(packs).map((file) => join(packs, file))
  const tool = join(work, 'tool')
  mkdirSync(tool)
  writeFileSync(join(tool, 'package.json'), '{ "private": true }\n')
  const own = files.filter((file) => /latchstring-(?:cli|schema)-/.test(file))
  await npm(tool, 'install', ...own)
  return {
    program: join(tool, 'node_modules/@latchstring/cli/dist/bin.js'),
    install: (application) => npm(application, 'install', ...files),
  }
}

/**
 * Installs what the lock file of an application says. Applications with the same one share what was fetched.
 *
 * @param {string} folder
 * @param {string} kept a folder for what is shared
 * @param {boolean} isExact whether package.json says what the lock file does
 */
export async function installLocked(folder, kept, isExact) {
  const modules = join(folder, 'node_modules')
  const shared = join(kept, 'node_modules')
  if (existsSync(shared)) {
    cpSync(shared, modules, { recursive: true, verbatimSymlinks: true })
    return
  }
  await npm(folder, isExact ? 'ci' : 'install')
  mkdirSync(kept, { recursive: true })
  cpSync(modules, shared, { recursive: true, verbatimSymlinks: true })
}
