/**
 * Compares what packages ship with what they are made of; `bench/sizes.mjs` compares their sizes. Needs a build.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findEntries } from '../release/bundle/entries.mjs'
import { publishedPackages } from '../release/packages.mjs'
import { root } from '../root.mjs'
import { runMain } from '../run.mjs'

/** @type {(folder: string, name: string) => Promise<object>} */
async function load(folder, name) {
  return /** @type {Promise<object>} */ (import(pathToFileURL(join(folder, `${name}.js`)).href))
}

/** @type {(folder: string, name: string) => Promise<string | undefined>} nothing where its framework is not installed */
async function readExports(folder, name) {
  try {
    return Object.keys(await load(folder, name)).join()
  } catch (error) {
    // Those of large frameworks are peers that the repository leaves to the applications of test/frameworks.
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** @type {(folder: string) => Promise<readonly string[]>} entries that export something else than their module */
async function findChanged(folder) {
  const compiled = join(folder, 'compiled')
  if (!existsSync(compiled)) return []
  const { single, alike } = findEntries(folder, compiled)
  const changed = await Promise.all(
    // The entry for browsers only throws.
    [...single, ...alike]
      .filter((name) => name !== 'in-browser')
      .map(async (name) => {
        const shipped = await readExports(join(folder, 'dist'), name)
        const own = await readExports(compiled, name)
        return shipped === own ? [] : [name]
      }),
  )
  return changed.flat()
}

/** @type {() => Promise<boolean>} whether an error of one entry is an instance of the class in another */
async function sharesClasses() {
  const core = publishedPackages().find(({ manifest }) => manifest.name === '@latchstring/core')
  const folder = join(core?.folder ?? '', 'dist')
  // Of the core.
  const { decode } = /** @type {typeof import('@latchstring/core/jwt')} */ (
    await load(folder, 'jwt')
  )
  const { MissingSecret } = /** @type {typeof import('@latchstring/core/errors')} */ (
    await load(folder, 'errors')
  )
  // There is no secret.
  return decode({ token: 'x', secret: '', salt: '' }).then(
    () => false,
    (/** @type {unknown} */ error) => error instanceof Error && error.constructor === MissingSecret,
  )
}

/** What Node.js loads for the first `Headers` or `Request`, in twice the time that the core takes. */
const FETCH = 'NativeModule internal/deps/undici/undici'

/** @type {() => boolean} whether importing the core leaves `fetch` to whoever uses it first */
function importsAlone() {
  const program = `await import('@latchstring/core')
    process.exitCode = process.moduleLoadList.includes('${FETCH}') ? 1 : 0`
  try {
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
    return true
  } catch {
    return false
  }
}

/** @type {() => Promise<number>} */
async function main() {
  let sound = true
  /** @type {(problem: string) => void} */
  const report = (problem) => {
    console.error(problem)
    sound = false
  }
  for (const { folder, manifest } of publishedPackages()) {
    for (const name of await findChanged(folder)) {
      report(`The entry "${name}" of ${manifest.name} does not export what its module does.`)
    }
  }
  if (!(await sharesClasses())) report('Entries of the core have error classes of their own.')
  if (!importsAlone()) {
    report('Importing @latchstring/core loads fetch: make no Headers or Request in a module.')
  }
  return sound ? 0 : 1
}

await runMain(main)
