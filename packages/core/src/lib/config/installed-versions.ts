import { ADVISED, findAdvisory } from '../kit/advisories.ts'
import { isObject } from '../kit/values.ts'
import type { Log } from '../logger/logger.ts'

/** The modules of Node.js that are used here. */
interface Builtins {
  readonly 'node:fs/promises': {
    readonly readFile: (path: string, encoding: 'utf8') => Promise<string>
  }
  readonly 'node:path': {
    readonly dirname: (path: string) => string
    readonly join: (...parts: readonly string[]) => string
  }
}

/** The process, in runtimes that have files. No bundler follows what is loaded through it. */
interface FileHost {
  readonly cwd: () => string
  readonly getBuiltinModule: <Name extends keyof Builtins>(name: Name) => Builtins[Name]
}

const hasFiles = (process: unknown): process is FileHost =>
  isObject(process) && ['cwd', 'getBuiltinModule'].every((name) => name in process)

type ReadManifest = (...path: readonly string[]) => Promise<Readonly<Record<string, unknown>>>

/** @returns nothing of a file that is missing or is no package.json */
function manifestsOf(host: FileHost): ReadManifest {
  const { readFile } = host.getBuiltinModule('node:fs/promises')
  const { join } = host.getBuiltinModule('node:path')
  return async (...path) => {
    try {
      const json: unknown = JSON.parse(await readFile(join(...path, 'package.json'), 'utf8'))
      return isObject(json) ? json : {}
    } catch {
      return {}
    }
  }
}

/**
 * Warns at the start of versions of frameworks that an advisory names. npm refuses to install most of them beside this library,
 * other package managers only mention it. Bundled applications, and runtimes without files, say nothing of their versions.
 */
export async function warnOfVersions(log: Log): Promise<void> {
  const host: unknown = Reflect.get(globalThis, 'process')
  if (!hasFiles(host)) return
  const read = manifestsOf(host)
  const { dirname } = host.getBuiltinModule('node:path')

  async function findVersion(name: string, folder: string): Promise<string | undefined> {
    const { version } = await read(folder, 'node_modules', name)
    if (typeof version === 'string') return version
    const above = dirname(folder)
    return above === folder ? undefined : findVersion(name, above)
  }

  const folder = host.cwd()
  const { dependencies, devDependencies } = await read(folder)
  const needed = {
    ...(isObject(devDependencies) && devDependencies),
    ...(isObject(dependencies) && dependencies),
  }
  for (const name of ADVISED.filter((one) => Object.hasOwn(needed, one))) {
    const version = await findVersion(name, folder)
    const found = version === undefined ? undefined : findAdvisory(name, version)
    if (!found) continue
    log.warn(
      'bypassed-version',
      // A command with "@latest" would be masked as an email address.
      `It is ${name} ${version}. Update it: fixed in ${found.fixed.join(', ')} (${found.advisory}).`,
    )
  }
}
