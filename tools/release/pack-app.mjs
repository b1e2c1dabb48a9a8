/**
 * Until there is a release, `npm run pack:app ../my-app`: packs what an application needs out of this repository, and installs it
 * there. `-- --with NAME,…` says what that is, where package.json of the application does not or where more is wanted.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackages } from './build.mjs'
import { installPackages, requireNode } from '../install.mjs'
import { chooseRoots, missingPeers, shortName } from './pack-app/roots.mjs'
import { publishedPackages } from './packages.mjs'
import { root } from '../root.mjs'
import { createSteps, Failure, mustRun, runMain } from '../run.mjs'

/** @typedef {import('./pack-app/roots.mjs').Manifest} Manifest */
/** @typedef {import('./pack-app/roots.mjs').Packable} Packable */
/** @typedef {import('./pack-app/roots.mjs').Request} Request */
/** @typedef {import('./pack-app/roots.mjs').Versions} Versions */

const USAGE = 'Usage: npm run pack:app ../my-app [-- --with NAME,…]'

/** What git leaves out of a new application: what is installed, what the frameworks build, and variables. */
const IGNORED = [
  'node_modules',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  'build',
  'dist',
  '.env',
  '.env.*',
  '!.env.example',
]

/** Programs and emulators, which production does not install. */
const DEVELOPMENT = /\/latchstring-(?:cli|testing)-\d[^/]*$/

/** Where the application keeps the packed packages, because its package.json names them by path. */
const VENDOR = 'vendor'

/** Lock files of other package managers, which do not let packages in files replace what those depend on. */
const OTHER_MANAGERS = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'Yarn',
  'bun.lock': 'Bun',
  'bun.lockb': 'Bun',
}

/** @type {(args: readonly string[]) => Request} */
function parseRequest(args) {
  const { values, positionals } = (() => {
    try {
      return parseArgs({
        args: [...args],
        allowPositionals: true,
        options: { with: { type: 'string', multiple: true } },
      })
    } catch (error) {
      throw new Failure(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    }
  })()
  const [folder, ...rest] = positionals
  if (folder === undefined || rest.length > 0) {
    throw new Failure(`Name the folder of the application, and only that.\n${USAGE}`)
  }
  const asked = (values.with ?? []).flatMap((names) => names.split(','))
  // npm starts scripts in the root, wherever the person is.
  return { folder: resolve(process.env['INIT_CWD'] ?? process.cwd(), folder), asked }
}

/** @type {(path: string) => string} the folder with links resolved, as far as it exists */
function realFolder(path) {
  if (existsSync(path)) return realpathSync(path)
  return join(realFolder(dirname(path)), basename(path))
}

/** @type {(folder: string) => void} */
function requireRoom(folder) {
  const real = realFolder(folder)
  if (real === root || real.startsWith(root + sep)) {
    throw new Failure(
      `${folder} is in this repository, whose workspaces npm would mix with the application. Name a folder outside, such as ../my-app.`,
    )
  }
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new Failure(`${folder} is a file. Name the folder of the application.`)
  }
  const [lock, manager] =
    Object.entries(OTHER_MANAGERS).find(([file]) => existsSync(join(folder, file))) ?? []
  if (manager !== undefined) {
    throw new Failure(
      `The application is installed with ${manager} (${lock}), which looks for the packages that ours depend on in the registry, ` +
        'where they are not yet. Until there is a release, try Latchstring in an application that npm installs.',
    )
  }
}

/** @type {(folder: string) => Versions | undefined} what package.json asks for; `undefined` where there is none */
function readDependencies(folder) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  try {
    const { dependencies, devDependencies } = /** @type {Manifest} */ (
      JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
    )
    return { ...devDependencies, ...dependencies }
  } catch {
    throw new Failure(`${file} is not JSON. Correct it, and run the command again.`)
  }
}

/** @type {(all: readonly Packable[], roots: readonly Packable[]) => readonly Packable[]} with all that they depend on */
function withDependencies(all, roots) {
  const needed = new Set(roots)
  // A set that grows while it is read: what is added is read, too.
  for (const { manifest } of needed) {
    for (const pkg of all) if (pkg.manifest.name in (manifest.dependencies ?? {})) needed.add(pkg)
  }
  return [...needed]
}

/**
 * Puts packed packages into the application. Their names have a part of their content: npm takes a file of the same name and
 * version for what it has installed already.
 *
 * @type {(packages: readonly Packable[], folder: string) => Promise<readonly string[]>} their paths in the application
 */
async function packInto(packages, folder) {
  const into = join(folder, VENDOR)
  mkdirSync(into, { recursive: true })
  // Beside where they go, so that renaming them stays on one disk.
  const scratch = mkdtempSync(join(into, '.packing-'))
  try {
    const args = packages.flatMap((pkg) => ['-w', relative(root, pkg.folder)])
    await mustRun('npm', ['pack', ...args, '--pack-destination', scratch, '--loglevel=error'], {
      quiet: true,
      failure: 'npm could not pack the packages; what it says is above.',
    })
    const files = readdirSync(scratch).map((file) => {
      const hash = createHash('sha256')
        .update(readFileSync(join(scratch, file)))
        .digest('hex')
      return { file, name: file.replace(/\.tgz$/, `-${hash.slice(0, 8)}.tgz`) }
    })
    for (const { file, name } of files) renameSync(join(scratch, file), join(into, name))
    return files.map(({ name }) => `./${VENDOR}/${name}`)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** @type {(folder: string) => void} */
function createApplication(folder) {
  mkdirSync(folder, { recursive: true })
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
  const manifest = { name: name === '' ? 'my-app' : name, private: true, type: 'module' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const ignore = join(folder, '.gitignore')
  if (!existsSync(ignore)) writeFileSync(ignore, IGNORED.map((line) => `${line}\n`).join(''))
}

/** @type {(folder: string, files: readonly string[]) => void} packed packages of an earlier run that nothing names any more */
function removeOld(folder, files) {
  for (const file of readdirSync(join(folder, VENDOR))) {
    const isOurs = /^latchstring-.*\.tgz$/.test(file)
    if (isOurs && !files.includes(`./${VENDOR}/${file}`)) rmSync(join(folder, VENDOR, file))
  }
}

/** @type {() => Promise<void>} */
async function main() {
  requireNode()
  const request = parseRequest(process.argv.slice(2))
  const { folder } = request
  requireRoom(folder)
  const all = publishedPackages()
  const dependencies = readDependencies(folder)
  const roots = chooseRoots(all, request, dependencies)
  const packages = withDependencies(all, roots)
  const step = createSteps(4)
  await step('Installing the packages of this repository', () => installPackages())
  await step('Compiling them', buildPackages)
  const files = await step(`Packing ${packages.map(shortName).join(', ')}`, () => {
    if (dependencies === undefined) createApplication(folder)
    return packInto(packages, folder)
  })
  await step(`Installing them in ${folder}`, async () => {
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error']
    const failure = `npm could not install the packages in ${folder}; what it says is above.`
    const served = files.filter((file) => !DEVELOPMENT.test(file))
    const peers = missingPeers(roots, dependencies)
    await mustRun('npm', [...args, ...served, ...peers], { cwd: folder, failure })
    const others = files.filter((file) => DEVELOPMENT.test(file))
    await mustRun('npm', [...args, '--save-dev', ...others], { cwd: folder, failure })
    removeOld(folder, files)
  })
  const place = relative(process.env['INIT_CWD'] ?? process.cwd(), folder)
  console.log(`\nNext:\n  cd ${place}\n  npx @latchstring/cli init`)
}

await runMain(main)
