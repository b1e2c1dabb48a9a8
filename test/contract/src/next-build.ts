import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Folder of the application. */
export const NEXT_APP: string = fileURLToPath(new URL('../next-app', import.meta.url))

const ROOT = new URL('../../../', import.meta.url)
const INPUTS = [
  'frameworks/next/src',
  'packages/core/src',
  'packages/client/src',
  'packages/react/src',
  'test/contract/next-app',
  'test/contract/src/next-registry.ts',
  'test/contract/src/test-headers.ts',
  'node_modules/next/package.json',
]
const HOUR = 3_600_000
const START_TIMEOUT_MS = 120_000

async function filesIn(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.includes('/.next/') && !/\.test\.tsx?$|next-env\.d\.ts$/.test(file))
    .toSorted()
}

/** What a build is made of, in a name. */
async function digest(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const input of INPUTS) {
    for (const file of await filesIn(fileURLToPath(new URL(input, ROOT)))) {
      hash.update(`${file}\0`).update(await readFile(file))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function build(folder: string): Promise<void> {
  const program = createRequire(import.meta.url).resolve('next/dist/bin/next')
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    CONTRACT_DIST_DIR: folder,
  }
  try {
    await promisify(execFile)(process.execPath, [program, 'build', NEXT_APP], { env })
  } catch (error) {
    // An error of `execFile` has what the program wrote.
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`The application for Next.js was not built.\n${stdout}\n${stderr}`, {
      cause: error,
    })
  } finally {
    // Next.js writes it for editors; it names files of this build, which later ones remove.
    await rm(join(NEXT_APP, 'next-env.d.ts'), { force: true })
  }
}

/** Removes builds of other contents, except those that another run may be serving. */
async function removeOld(builds: string): Promise<void> {
  for (const name of await readdir(builds)) {
    const path = join(builds, name)
    if (Date.now() - (await stat(path)).mtimeMs > HOUR) await rm(path, { recursive: true })
  }
}

/** Makes a folder that only one run can make: the others wait until it is removed. */
async function lock(path: string): Promise<void> {
  const giveUp = Date.now() + START_TIMEOUT_MS
  while (Date.now() < giveUp) {
    try {
      await mkdir(path)
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    await delay(200)
  }
  throw new Error(`Another run seems to be building the application: if none is, remove ${path}.`)
}

/**
 * Builds the application for production, unless there is a build of the same contents.
 *
 * @returns the folder of the build, as seen from the application
 */
export async function buildNextApp(): Promise<string> {
  const builds = join(NEXT_APP, '.next')
  const name = await digest()
  const complete = join(builds, name, 'complete')
  const folder = `.next/${name}`
  if (await exists(complete)) return folder
  await mkdir(builds, { recursive: true })
  const held = join(builds, `${name}.lock`)
  await lock(held)
  try {
    if (await exists(complete)) return folder
    await removeOld(builds)
    await build(folder)
    await writeFile(complete, '')
    return folder
  } finally {
    await rm(held, { recursive: true, force: true })
  }
}
