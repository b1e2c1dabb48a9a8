import { access, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from './arguments.ts'
import { readText, withoutMark } from './env-file.ts'
import type { ProcessEnvironment } from './terminal.ts'
import { isObject } from './values.ts'

/** The programs that install packages. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const MANAGERS: readonly PackageManager[] = ['npm', 'pnpm', 'yarn', 'bun']

const LOCK_FILES: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/** A folder with an application, as far as its files say. */
export interface Project {
  readonly folder: string
  /** Versions of packages in package.json, by name. */
  readonly dependencies: ReadonlyMap<string, string>
  /** Names of `scripts`. */
  readonly scripts: readonly string[]
  readonly packageManager: PackageManager
  readonly typescript: boolean
  /** Whether package.json says what files that end in `.js` are: modules or CommonJS. */
  readonly type: 'module' | 'commonjs' | undefined
}

/** Whether there is a file or folder. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    return false
  }
}

/** Whether there is a folder. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}

/** What a package.json says, as far as it matters here. */
export interface Manifest {
  readonly name: string
  readonly version: string
  /** Packages that the application depends on, with the versions it asks for. */
  readonly dependencies: ReadonlyMap<string, string>
  readonly scripts: ReadonlyMap<string, string>
  readonly packageManager: string
  readonly type: string
}

function readStrings(value: unknown): readonly (readonly [string, string])[] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  )
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The text of a package.json, read; `undefined` where it is not a JSON object. */
function parseManifest(text: string): Manifest | undefined {
  try {
    const json: unknown = JSON.parse(withoutMark(text))
    if (!isObject(json)) return undefined
    return {
      name: asText(json['name']),
      version: asText(json['version']),
      dependencies: new Map([
        ...readStrings(json['devDependencies']),
        ...readStrings(json['dependencies']),
      ]),
      scripts: new Map(readStrings(json['scripts'])),
      packageManager: asText(json['packageManager']),
      type: asText(json['type']),
    }
  } catch {
    return undefined
  }
}

/** The package.json of a folder; `undefined` where there is none, or where it cannot be read. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readText(join(folder, 'package.json')).catch(() => undefined)
  return text === undefined ? undefined : parseManifest(text)
}

function named(text: string): PackageManager | undefined {
  const [name] = /^[a-z]+/.exec(text) ?? []
  return MANAGERS.find((manager) => manager === name)
}

async function readManagerIn(folder: string): Promise<PackageManager | undefined> {
  const chosen = named((await readManifest(folder))?.packageManager ?? '')
  if (chosen !== undefined) return chosen
  for (const [file, manager] of Object.entries(LOCK_FILES)) {
    if (await exists(join(folder, file))) return manager
  }
  return undefined
}

/** By `packageManager` or a lock file here or above, up to the root of the repository; or as this program was started. */
async function readManager(
  folder: string,
  env: ProcessEnvironment['env'],
): Promise<PackageManager> {
  let place = folder
  for (;;) {
    const found = await readManagerIn(place)
    if (found !== undefined) return found
    const above = dirname(place)
    if (above === place || (await exists(join(place, '.git')))) break
    place = above
  }
  return named(env['npm_config_user_agent'] ?? '') ?? 'npm'
}

/**
 * Reads the package.json of a folder and its surroundings.
 *
 * @throws UsageError where it has no package.json
 * @throws Error where that is not JSON
 */
export async function readProject(
  folder: string,
  env: ProcessEnvironment['env'],
): Promise<Project> {
  const text = await readText(join(folder, 'package.json'))
  if (text === undefined) {
    throw new UsageError(
      'There is no package.json here. Run the command in the folder of an application, or make one with "npm init -y".',
    )
  }
  const manifest = parseManifest(text)
  if (manifest === undefined) {
    throw new Error('package.json is not a JSON object. Correct it, and run the command again.')
  }
  const { dependencies } = manifest
  const jsconfig = await exists(join(folder, 'jsconfig.json'))
  return {
    folder,
    dependencies,
    scripts: [...manifest.scripts.keys()],
    packageManager: await readManager(folder, env),
    typescript:
      (await exists(join(folder, 'tsconfig.json'))) ||
      (!jsconfig && dependencies.has('typescript')),
    type: (['module', 'commonjs'] as const).find((type) => type === manifest.type),
  }
}
