/**
 * Type-checks programs that use the packages as published, under the oldest and the newest TypeScript
 * that the packages promise to work with, and with `--all` under those between. Errors inside the packages' own declarations count, those of others do not.
 * Each folder of test/types is a program of its own, because an augmentation holds for a whole one.
 */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { packAll, packedName } from '../release/pack.mjs'
import { COMPILER_OPTIONS, entryPoints, publishedPackages } from '../release/packages.mjs'
import { root } from '../root.mjs'
import { inTwoLanes, mustRun, runMain } from '../run.mjs'

const ALL = ['typescript-5.4', 'typescript-5.9', 'typescript-6.0', 'typescript']

/** What the oldest and the newest take, those between seldom refuse. */
const COMPILERS = process.argv.includes('--all')
  ? ALL
  : [ALL[0], ALL.at(-1)].filter((one) => one !== undefined)

/** Those that take `moduleResolution: "node"`, which reads no `exports`, without a word. */
const WITH_NODE_RESOLUTION = ALL.slice(0, 2)
const TYPES = join(root, 'test/types')

/** @typedef {import('../release/packages.mjs').Package} Package */

/** @type {(from: string, into: string, skip?: (name: string) => boolean) => void} */
function linkEach(from, into, skip = () => false) {
  if (!existsSync(from)) return
  mkdirSync(into, { recursive: true })
  for (const name of readdirSync(from)) {
    const target = join(into, name)
    if (name.startsWith('.') || skip(name) || existsSync(target)) continue
    symlinkSync(join(from, name), target)
  }
}

/** @type {(pkg: Package, packed: string, into: string) => Promise<void>} */
async function install({ folder, manifest }, packed, into) {
  const tarball = join(packed, packedName(manifest))
  const home = join(into, 'node_modules', manifest.name)
  mkdirSync(home, { recursive: true })
  await mustRun('tar', ['-xzf', tarball, '--strip-components=1', '-C', home])
  linkEach(join(folder, 'node_modules'), join(home, 'node_modules'))
}

/** @type {(into: string) => readonly string[]} the names of the programs */
function writePrograms(into) {
  const names = readdirSync(TYPES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
  cpSync(join(TYPES, 'equal.ts'), join(into, 'equal.ts'))
  writeFileSync(join(into, 'package.json'), '{ "type": "module", "private": true }')
  const compilerOptions = {
    ...COMPILER_OPTIONS,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  }
  for (const name of names) {
    cpSync(join(TYPES, name), join(into, name), { recursive: true })
    // Most frameworks are not installed here, which their declarations import.
    const skipLibCheck = name === 'frameworks'
    writeFileSync(
      join(into, name, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, skipLibCheck }, include: ['.'] }),
    )
  }
  return names
}

/**
 * A program that imports every entry of every package, for `moduleResolution: "node"`.
 *
 * @type {(into: string) => string} its name
 */
function writeNodeResolution(into) {
  const name = 'node-resolution'
  const entries = publishedPackages().flatMap((pkg) =>
    entryPoints(pkg).map(({ entry }) => join(pkg.manifest.name, entry)),
  )
  const compilerOptions = {
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'node',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  }
  const program = entries
    .map((entry, at) => `import type * as entry${at} from '${entry}'`)
    .join('\n')
  mkdirSync(join(into, name))
  writeFileSync(join(into, name, 'program.ts'), program)
  writeFileSync(join(into, name, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  return name
}

/** @type {(alias: string) => { readonly version: string, readonly program: string }} */
function findCompiler(alias) {
  const require = createRequire(join(root, 'test/types/package.json'))
  const manifestFile = require.resolve(`${alias}/package.json`)
  const { version, bin } = /** @type {{ version: string, bin: { tsc: string } }} */ (
    JSON.parse(readFileSync(manifestFile, 'utf8'))
  )
  return { version, program: join(dirname(manifestFile), bin.tsc) }
}

/** @type {(line: string) => boolean} */
const isError = (line) => /^(?:\S.*: )?error TS\d+:/.test(line)

/** @type {(line: string) => boolean} */
const isOurs = (line) =>
  !line.includes('node_modules/') || line.startsWith('node_modules/@latchstring/')

/** @type {(program: string, project: string, name: string) => Promise<{ readonly stdout: string, readonly status: number | null }>} */
async function compile(program, project, name) {
  const child = spawn(process.execPath, [program, '-p', name, '--pretty', 'false'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const [stdout, status] = await Promise.all([text(child.stdout), ended])
  return { stdout, status }
}

/** @type {(alias: string, project: string, name: string) => Promise<boolean>} */
async function compiles(alias, project, name) {
  const { version, program } = findCompiler(alias)
  const { stdout, status } = await compile(program, project, name)
  const all = stdout.split('\n').filter(isError)
  const errors = all.filter(isOurs)
  for (const error of errors) console.error(`TypeScript ${version}: ${error}`)
  // A compiler that ends with an error code says why.
  const finished = status === 0 || (status !== null && all.length > 0)
  if (!finished) console.error(`TypeScript ${version} did not finish ${name}: ${stdout}`)
  const good = errors.length === 0 && finished
  if (good) console.log(`TypeScript ${version}: ${name} compiles`)
  return good
}

/** @type {() => Promise<number>} */
async function main() {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'latchstring-types-')))
  try {
    const packed = join(project, 'packed')
    await packAll(packed)
    await inTwoLanes(publishedPackages(), (pkg) => install(pkg, packed, project))
    linkEach(
      join(root, 'node_modules'),
      join(project, 'node_modules'),
      (name) => name === '@latchstring',
    )
    const names = writePrograms(project)
    const nodeResolution = writeNodeResolution(project)
    const programs = COMPILERS.flatMap((alias) => [
      ...names.map((name) => ({ alias, name })),
      ...(WITH_NODE_RESOLUTION.includes(alias) ? [{ alias, name: nodeResolution }] : []),
    ])
    const results = await inTwoLanes(programs, ({ alias, name }) => compiles(alias, project, name))
    return results.every(Boolean) ? 0 : 1
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

await runMain(main)
