import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../../tools/root.mjs'
import { mustRun } from '../../../tools/run.mjs'
import { bundleUnits } from './units.mjs'

/** @typedef {import('../types.d.ts').Host} Host */
/** @typedef {Readonly<Record<string, string>>} Versions */
/** @typedef {{ dependencies?: Versions, devDependencies?: Versions, exports?: unknown, imports?: unknown }} Manifest */

const HERE = dirname(import.meta.dirname)
const WORK = join(HERE, '.work')
const OURS = '@latchstring/'
/** The configuration of every application, as authors of other packages have it. */
const CONFIGURATION = join(root, 'packages/framework-conformance/dist/application.js')
const SOURCE = '@latchstring/source'

/** @type {(file: string) => Manifest} */
const readManifest = (file) => /** @type {Manifest} */ (JSON.parse(readFileSync(file, 'utf8')))

/** @type {(name: string) => string} */
function packageFolder(name) {
  const found = ['packages', 'frameworks', 'adapters']
    .map((kind) => join(root, kind, name))
    .find((folder) => existsSync(join(folder, 'package.json')))
  if (found === undefined) throw new Error(`There is no package @latchstring/${name}.`)
  return found
}

/** @type {(name: string, known?: Set<string>) => ReadonlySet<string>} a package and those of ours that it needs */
function withDependencies(name, known = new Set()) {
  if (known.has(name)) return known
  known.add(name)
  const { dependencies = {} } = readManifest(join(packageFolder(name), 'package.json'))
  for (const other of Object.keys(dependencies)) {
    if (other.startsWith(OURS)) withDependencies(other.slice(OURS.length), known)
  }
  return known
}

/** @type {(value: unknown) => unknown} what is published names no sources */
function shipped(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(([name]) => name !== SOURCE)
  return Object.fromEntries(kept.map(([name, inner]) => [name, shipped(inner)]))
}

/** Puts a package next to those from the registry, with the files that are published. */
/** @type {(name: string, modules: string) => void} */
function placePackage(name, modules) {
  const from = packageFolder(name)
  if (!existsSync(join(from, 'dist'))) {
    throw new Error(`@latchstring/${name} is not built. Run npm run build.`)
  }
  const to = join(modules, OURS, name)
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  cpSync(join(from, 'dist'), join(to, 'dist'), { recursive: true })
  const manifest = shipped(readManifest(join(from, 'package.json')))
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** @type {(folder: string) => void} what was installed there stays */
function empty(folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) {
    if (name !== 'node_modules') rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** @type {(folder: string, imports: Readonly<Record<string, string>>) => void} */
function renameImports(folder, imports) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.startsWith('node_modules') || !/\.tsx?$/.test(name)) continue
    const file = join(folder, name)
    const renamed = Object.entries(imports).reduce(
      (text, [from, to]) => text.replaceAll(`'${from}`, `'${to}`),
      readFileSync(file, 'utf8'),
    )
    writeFileSync(file, renamed)
  }
}

/** Copies the application into its folder. */
/** @type {(host: Host, folder: string) => void} */
function placeApplication({ id, fixture = id, sources = [], imports }, folder) {
  empty(folder)
  const fixtures = join(HERE, 'fixtures')
  for (const part of [sources, fixture].flat()) {
    cpSync(join(fixtures, part), folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
  }
  if (imports) renameImports(folder, imports)
  for (const file of ['config.mjs', 'greet.d.mts', 'plan.ts']) {
    cpSync(join(fixtures, file), join(folder, file))
  }
  cpSync(CONFIGURATION, join(folder, 'configure.mjs'))
}

/** @type {(name: string, folder: string) => void} ours are not in its lock file, and placed afterwards */
function placeExample(name, folder) {
  empty(folder)
  cpSync(join(root, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  })
  const file = join(folder, 'package.json')
  const manifest = readManifest(file)
  const fromRegistry = Object.fromEntries(
    /** @type {const} */ (['dependencies', 'devDependencies']).map((kind) => [
      kind,
      Object.fromEntries(
        Object.entries(manifest[kind] ?? {}).filter(([one]) => !one.startsWith(OURS)),
      ),
    ]),
  )
  writeFileSync(file, JSON.stringify({ ...manifest, ...fromRegistry }))
}

/** @type {(name: string, folder: string) => void} for programs that tell by it what the application is made of */
function nameOurPackages(name, folder) {
  cpSync(join(root, 'examples', name, 'package.json'), join(folder, 'package.json'))
}

/** @type {(folder: string) => Promise<void>} */
async function installFromLock(folder) {
  const lock = join(folder, 'package-lock.json')
  if (!existsSync(lock)) return
  const modules = join(folder, 'node_modules')
  const stamp = join(modules, '.latchstring-lock')
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  await mustRun('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    quiet: true,
    failure: `npm ci failed in ${folder}. Check that the npm registry can be reached.`,
  })
  // npm makes no folder where there is nothing to install.
  mkdirSync(modules, { recursive: true })
  writeFileSync(stamp, hash)
}

/** @type {(host: Host, folder: string) => Promise<void>} what is in its lock file; ours are placed afterwards */
async function installApplication(host, folder) {
  if (host.example) placeExample(host.id, folder)
  else placeApplication(host, folder)
  await installFromLock(folder)
  if (host.example) nameOurPackages(host.id, folder)
}

/** Applications that are prepared at the same time share those that they run under. @type {Map<string, Promise<string>>} */
const nodes = new Map()

/**
 * Installs the Node.js that a fixture brings, for an application that needs a newer one.
 *
 * @param {string} name of the fixture
 * @returns {Promise<string>} its program
 */
export async function findNewerNode(name) {
  const found = nodes.get(name) ?? installNode(name)
  nodes.set(name, found)
  return found
}

/** @type {(name: string) => Promise<string>} */
async function installNode(name) {
  const folder = join(WORK, 'runtimes', name)
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) {
    cpSync(join(HERE, 'fixtures', name, file), join(folder, file))
  }
  await installFromLock(folder)
  return findNode(folder)
}

/** @type {(folder: string) => string} the Node.js that the application brings, else this one */
function findNode(folder) {
  const own = join(folder, 'node_modules/node/bin/node')
  return existsSync(own) ? own : process.execPath
}

/** @type {(host: Host, folder: string, node: string, env?: Readonly<Record<string, string>>) => Promise<void>} */
async function build({ id, build: commands = [] }, folder, node, env = {}) {
  for (const args of commands) {
    await mustRun(node, args, {
      cwd: folder,
      env: {
        NODE_ENV: 'production',
        PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}`,
        ...env,
      },
      quiet: true,
      failure: `The application ${id} does not build.`,
    })
  }
}

/** @type {(host: Host, folder: string, node: string) => Promise<string>} the application once more, with a base path */
async function buildBelow(host, folder, node) {
  const below = join(WORK, 'below', host.id)
  placeApplication(host, below)
  const modules = join(below, 'node_modules')
  if (!existsSync(modules)) symlinkSync(join(folder, 'node_modules'), modules)
  await build(host, below, node, { TEST_BELOW: '/app' })
  return below
}

/**
 * An application that can be started.
 *
 * @typedef {object} Prepared
 * @property {string} folder
 * @property {string} below folder of the application that is below a path
 * @property {string} program
 * @property {number} seconds that it took
 */

/**
 * Installs an application and builds it.
 *
 * @param {Host} host
 * @param {boolean} isTriedBelow whether rows need it below a path
 * @returns {Promise<Prepared>}
 */
export async function prepareHost(host, isTriedBelow) {
  const start = Date.now()
  const folder = join(WORK, host.example ? 'examples' : '', host.id)
  await installApplication(host, folder)
  const modules = join(folder, 'node_modules')
  const names = new Set(
    [host.package, ...(host.packages ?? [])].flatMap((one) => [...withDependencies(one)]),
  )
  for (const name of names) placePackage(name, modules)
  if (host.units) await bundleUnits(host.units, join(folder, 'units.mjs'))
  const node = host.runtime ? await findNewerNode(host.runtime) : findNode(folder)
  await build(host, folder, node)
  const below = host.isFixedBelow && isTriedBelow ? await buildBelow(host, folder, node) : folder
  const program = host.program ? join(folder, host.program) : node
  return { folder, below, program, seconds: (Date.now() - start) / 1000 }
}
