import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../root.mjs'
import { Failure } from '../../run.mjs'

/** @typedef {import('./roots.mjs').Manifest} Manifest */
/** @typedef {import('./roots.mjs').Versions} Versions */
/** @typedef {import('../../../packages/cli/src/lib/create/templates.ts').Template} Template */

/** What git leaves out of a new application: what is installed, what the frameworks build, and variables. */
const IGNORED = [
  'node_modules',
  '.next',
  'next-env.d.ts',
  '*.tsbuildinfo',
  '.nuxt',
  '.output',
  '.svelte-kit',
  'build',
  'dist',
  '.env',
  '.env.*',
  '!.env.example',
]

/** What an example has that is about the example. */
const OF_EXAMPLES = new Set([
  'README.md',
  'node_modules',
  'vendor',
  '.env',
  '.next',
  '.nuxt',
  '.output',
  '.svelte-kit',
  'dist',
  'build',
])

/**
 * What `latchstring create` makes applications of. It is compiled with the packages, so it is read after that.
 *
 * @type {() => Promise<Readonly<Record<string, Template>>>}
 */
export async function readTemplates() {
  const path = join(root, 'packages/cli/dist/lib/create/templates.js')
  // The compiled form of the module that the type is of.
  const { TEMPLATES } =
    /** @type {{ TEMPLATES: Readonly<Record<string, Template>> }} */
    (await import(pathToFileURL(path).href))
  return TEMPLATES
}

/** @type {(folder: string) => string} a name that npm takes */
function nameOf(folder) {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
  return name === '' ? 'my-app' : name
}

/** @type {(folder: string) => Versions | undefined} what package.json asks for; `undefined` where there is none */
export function readDependencies(folder) {
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

/** @type {(folder: string, path: string, text: string) => void} */
function writeNew(folder, path, text) {
  const file = join(folder, path)
  if (existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** @type {(folder: string, example: string) => void} files that are there already are left alone */
function copyExample(folder, example) {
  const filter = (/** @type {string} */ path) => !OF_EXAMPLES.has(basename(path))
  cpSync(example, folder, { recursive: true, force: false, filter })
  // What package.json names by path belongs to the application.
  const ignored = join(folder, '.gitignore')
  if (existsSync(ignored)) {
    const lines = readFileSync(ignored, 'utf8').split('\n')
    writeFileSync(ignored, lines.filter((line) => !/^\/?vendor\/?$/.test(line)).join('\n'))
  }
  const file = join(folder, 'package.json')
  const manifest = /** @type {object} */ (JSON.parse(readFileSync(file, 'utf8')))
  writeFileSync(file, `${JSON.stringify({ ...manifest, name: nameOf(folder) }, null, 2)}\n`)
}

/**
 * Makes an application of a framework in a folder without a package.json: what its own starter would make, as far as `latchstring init`
 * adds the rest, or else the example of the framework, which is complete.
 *
 * @param {string} folder
 * @param {string} [framework]
 * @returns {Promise<void>}
 */
export async function createApplication(folder, framework = '') {
  mkdirSync(folder, { recursive: true })
  const template = (await readTemplates())[framework]
  const example = join(root, 'examples', framework)
  if (template === undefined && framework !== '' && existsSync(example)) {
    copyExample(folder, example)
  } else {
    const { scripts, dependencies, devDependencies, overrides, files = [] } = template ?? {}
    const manifest = {
      name: nameOf(folder),
      private: true,
      type: 'module',
      scripts,
      dependencies,
      devDependencies,
      overrides,
    }
    writeNew(folder, 'package.json', `${JSON.stringify(manifest, null, 2)}\n`)
    for (const { path, text } of files) writeNew(folder, path, text)
  }
  writeNew(folder, '.gitignore', IGNORED.map((line) => `${line}\n`).join(''))
}

/** The program and the emulators, which production does not install. */
const FOR_DEVELOPMENT = new Set(['@latchstring/cli', '@latchstring/testing'])

/** @type {(versions: Versions) => Versions} in the order of npm */
const sorted = (versions) =>
  Object.fromEntries(Object.entries(versions).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/**
 * Names packed packages in package.json. npm does it only one by one, and looks for those that come later in the registry, where
 * they are not yet.
 *
 * @param {string} folder
 * @param {ReadonlyMap<string, string>} places where the packages are, by their names
 * @returns {void}
 */
export function nameFiles(folder, places) {
  const file = join(folder, 'package.json')
  const before = readFileSync(file, 'utf8')
  const manifest = /** @type {Manifest} */ (JSON.parse(before.replace(/^\uFEFF/, '')))
  /** @type {(versions: Versions | undefined, forDevelopment: boolean) => Versions} */
  const named = (versions = {}, forDevelopment) =>
    sorted({
      ...Object.fromEntries(Object.entries(versions).filter(([name]) => !places.has(name))),
      ...Object.fromEntries(
        [...places].filter(([name]) => FOR_DEVELOPMENT.has(name) === forDevelopment),
      ),
    })
  const after = {
    ...manifest,
    dependencies: named(manifest.dependencies, false),
    devDependencies: named(manifest.devDependencies, true),
  }
  const indent = /^[\t ]+(?=")/m.exec(before)?.[0] ?? 2
  writeFileSync(file, `${JSON.stringify(after, null, indent)}\n`)
}
