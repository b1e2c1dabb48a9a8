/**
 * Until there is a release, `npm run pack:app ../my-app`: packs what an application needs out of this repository, and installs it
 * there. `-- --with NAME,…` says what that is, where package.json of the application does not or where more is wanted. In an empty
 * folder it makes the application, too.
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
} from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackages } from './build.mjs'
import { installPackages, requireNode } from '../install.mjs'
import {
  createApplication,
  nameFiles,
  readDependencies,
  readTemplates,
} from './pack-app/application.mjs'
import { chooseRoots, findFramework, missingPeers, shortName } from './pack-app/roots.mjs'
import { packedName } from './pack.mjs'
import { publishedPackages } from './packages.mjs'
import { root } from '../root.mjs'
import { createSteps, Failure, mustRun, runMain } from '../run.mjs'

/** @typedef {import('./pack-app/roots.mjs').Packable} Packable */
/** @typedef {import('./pack-app/roots.mjs').Request} Request */

const USAGE = 'Usage: npm run pack:app ../my-app [-- --with NAME,…]'

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
 * @type {(packages: readonly Packable[], folder: string) => Promise<ReadonlyMap<string, string>>} their files, by the names of the packages
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
    return new Map(
      packages.map(({ manifest: { name, version } }) => {
        const packed = packedName({ name, version })
        const path = join(scratch, packed)
        const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
        const file = `${packed.slice(0, -'.tgz'.length)}-${hash.slice(0, 8)}.tgz`
        renameSync(path, join(into, file))
        return [name, file]
      }),
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** @type {(folder: string, files: ReadonlyMap<string, string>) => void} packed packages of an earlier run that nothing names any more */
function removeOld(folder, files) {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  const named = new Set(files.values())
  for (const file of readdirSync(join(folder, VENDOR))) {
    const isOurs = /^latchstring-.*\.tgz$/.test(file)
    if (isOurs && !named.has(file) && !manifest.includes(`/${file}"`))
      rmSync(join(folder, VENDOR, file))
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
  const files = await step(`Packing ${packages.map(shortName).join(', ')}`, async () => {
    if (dependencies === undefined) await createApplication(folder, findFramework(roots))
    return packInto(packages, folder)
  })
  await step(`Installing them in ${folder}`, async () => {
    const peers = missingPeers(roots, readDependencies(folder), await readTemplates())
    nameFiles(folder, new Map([...files].map(([name, file]) => [name, `file:${VENDOR}/${file}`])))
    await mustRun('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...peers], {
      cwd: folder,
      failure: `npm could not install the packages in ${folder}; what it says is above.`,
    })
    removeOld(folder, files)
  })
  const place = relative(process.env['INIT_CWD'] ?? process.cwd(), folder)
  console.log(`\nNext:\n  cd ${place}\n  npx @latchstring/cli init`)
}

await runMain(main)
