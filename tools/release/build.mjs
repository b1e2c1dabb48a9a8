import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundlePackage } from './bundle.mjs'
import { generate } from '../generate/all.mjs'
import { root } from '../root.mjs'
import { installed, mustRun, runMain } from '../run.mjs'

const DEMO = join(root, 'apps/demo-next')

/** @type {() => readonly string[]} the folders that `tsc -b` compiles */
function builtFolders() {
  const { references } = /** @type {{ references: { path: string }[] }} */ (
    JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  )
  return references.map(({ path }) => path).filter((path) => !path.endsWith('.json'))
}

/** @type {(folder: string, skip?: (name: string) => boolean) => readonly string[]} */
function filesIn(folder, skip = () => false) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (skip(entry.name)) return []
    return entry.isDirectory() ? filesIn(path, skip) : [path]
  })
}

/** @type {(folder: string) => string} where `tsc -b` writes the output of a folder: bundled packages have it apart */
function outputFolder(folder) {
  const { compilerOptions } =
    /** @type {{ compilerOptions: { outDir: string } }} */
    (
      JSON.parse(
        readFileSync(join(root, folder, 'tsconfig.json'), 'utf8').replace(/^ *\/\/.*$/gm, ''),
      )
    )
  return compilerOptions.outDir
}

/**
 * The compiler trusts its record of the last build: it neither restores an output folder that was
 * removed nor removes the output of a source that no longer exists.
 *
 * @type {(folder: string) => void}
 */
function dropStaleOutput(folder) {
  const output = join(root, folder, outputFolder(folder))
  if (!existsSync(output)) rmSync(join(root, folder, 'tsconfig.tsbuildinfo'), { force: true })
  for (const file of filesIn(output)) {
    const name = relative(output, file).replace(/(\.d\.ts|\.js)(\.map)?$/, '')
    const source = join(root, folder, 'src', name)
    const stale =
      file.endsWith('.map') || !(existsSync(`${source}.ts`) || existsSync(`${source}.tsx`))
    if (stale) rmSync(file)
  }
}

/** npm makes a program executable where it links it, so that a package would depend on what was installed before. @type {(folder: string) => void} */
function markPrograms(folder) {
  const path = join(root, folder, 'package.json')
  if (!existsSync(path)) return
  const { bin = {} } = /** @type {{ bin?: Readonly<Record<string, string>> }} */ (
    JSON.parse(readFileSync(path, 'utf8'))
  )
  for (const program of Object.values(bin)) chmodSync(join(root, folder, program), 0o755)
}

/**
 * Generates sources, compiles every package that emits, and bundles those that are compiled apart.
 *
 * @returns {Promise<void>}
 */
export async function buildPackages() {
  await generate()
  const folders = builtFolders()
  for (const folder of folders) dropStaleOutput(folder)
  await mustRun(installed('tsc'), ['-b', ...folders], {
    failure: 'The packages do not compile; the errors are above.',
  })
  const bundled = folders.filter((folder) => outputFolder(folder) !== 'dist')
  await Promise.all(bundled.map((folder) => bundlePackage(join(root, folder))))
  for (const folder of folders) markPrograms(folder)
}

/** @type {() => string} */
function hashDemoInputs() {
  const outputs = new Set(['.next', '.data', 'node_modules', 'next-env.d.ts'])
  const inputs = [
    join(root, 'package-lock.json'),
    ...builtFolders().flatMap((folder) => filesIn(join(root, folder, 'dist'))),
    ...filesIn(DEMO, (name) => outputs.has(name) || name.endsWith('.tsbuildinfo')),
  ]
  const hash = createHash('sha256')
  for (const file of inputs)
    hash.update(relative(root, file)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * Builds the demo for production unless nothing it is made from has changed.
 *
 * @returns {Promise<void>}
 */
export async function buildDemo() {
  const stamp = join(DEMO, '.next/latchstring-inputs')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashDemoInputs()) {
    console.log('Up to date.')
    return
  }
  await mustRun(installed('next'), ['build'], {
    cwd: DEMO,
    env: { NEXT_TELEMETRY_DISABLED: '1' },
    failure: 'The demo does not build; the errors are above.',
  })
  mkdirSync(dirname(stamp), { recursive: true })
  // Hashed again, because Next completes the TypeScript configuration while it builds.
  writeFileSync(stamp, hashDemoInputs())
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(buildPackages)
