import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { publishedPackages } from '../../../tools/release/packages.mjs'
import { root } from '../../../tools/root.mjs'
import { mustRun } from '../../../tools/run.mjs'

/** @typedef {ReturnType<typeof publishedPackages>[number]} Package */
/** @typedef {Readonly<Record<string, string>>} Ranges versions by package */
/** @typedef {Package['manifest'] & { readonly dependencies?: Ranges, readonly devDependencies?: Ranges }} Manifest */

/** @type {(folder: string, ...args: readonly string[]) => Promise<void>} */
const npm = (folder, ...args) =>
  mustRun('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    quiet: true,
  })

/** @type {(needed: readonly string[]) => readonly Package[]} what is needed, with all that it depends on */
function withDependencies(needed) {
  const all = publishedPackages()
  const names = new Set(needed)
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
 * @property {(application: string) => Promise<void>} install what its package.json names
 */

/**
 * @param {string} work folder for all of it
 * @param {readonly string[]} ours packages for the frameworks of the applications
 * @returns {Promise<Packs>}
 */
export async function packPackages(work, ours) {
  const packs = join(work, 'packs')
  mkdirSync(packs)
  const packed = withDependencies([...ours, '@latchstring/cli', '@latchstring/client'])
  const workspaces = packed.flatMap(({ folder }) => ['-w', relative(root, folder)])
  await mustRun('npm', ['pack', ...workspaces, '--pack-destination', packs, '--loglevel=error'], {
    quiet: true,
  })
  /** @type {(needed: readonly string[]) => readonly string[]} */
  const filesOf = (needed) =>
    withDependencies(needed).map(({ manifest: { name, version } }) =>
      join(packs, `${name.slice(1).replace('/', '-')}-${version}.tgz`),
    )
  const tool = join(work, 'tool')
  mkdirSync(tool)
  writeFileSync(join(tool, 'package.json'), '{ "private": true }\n')
  await npm(tool, 'install', ...filesOf(['@latchstring/cli']))
  return {
    program: join(tool, 'node_modules/@latchstring/cli/dist/bin.js'),
    install(application) {
      const text = readFileSync(join(application, 'package.json'), 'utf8')
      const { dependencies, devDependencies } = /** @type {Manifest} */ (JSON.parse(text))
      const names = Object.keys({ ...dependencies, ...devDependencies })
      const named = names.filter((name) => name.startsWith('@latchstring/'))
      return npm(application, 'install', ...filesOf(named))
    },
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
