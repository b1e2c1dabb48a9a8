import { ADVISED, fixesFor } from '../kit/advisories.ts'
import { isObject } from '../kit/values.ts'
import type { Log } from '../logger/logger.ts'

/** The process, in runtimes that have files. No bundler follows what is loaded through it. */
interface FileHost {
  readonly cwd: () => string
  readonly getBuiltinModule: (name: 'node:fs/promises') => {
    readonly readFile: (path: string, encoding: 'utf8') => Promise<string>
  }
}

/** Not in Deno, which would ask the person at the terminal whether the library may read files. */
const hasFiles = (process: unknown): process is FileHost =>
  isObject(process) && 'getBuiltinModule' in process && !('Deno' in globalThis)

async function findAdvised(host: FileHost, log: Log): Promise<void> {
  const { readFile } = host.getBuiltinModule('node:fs/promises')

  async function read(folder: string): Promise<Readonly<Record<string, unknown>>> {
    try {
      const json: unknown = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
      return isObject(json) ? json : {}
    } catch {
      return {}
    }
  }

  async function findVersion(name: string, folder: string): Promise<unknown> {
    const { version } = await read(`${folder}/node_modules/${name}`)
    return (
      version ?? (folder === '' ? null : findVersion(name, folder.replace(/[/\\]?[^/\\]*$/, '')))
    )
  }

  const folder = host.cwd()
  const { dependencies, devDependencies } = await read(folder)
  const lists = [dependencies, devDependencies].filter(isObject)
  for (const name of ADVISED) {
    if (!lists.some((list) => name in list)) continue
    const version = await findVersion(name, folder)
    const fixes = fixesFor(name, version)
    if (fixes !== '')
      log.warn(
        'bypassed-version',
        `Requests can pass guards of ${name} ${String(version)}, or forge its host. Fixed in ${fixes}.`,
      )
  }
}

/**
 * Warns at the start of versions of frameworks that an advisory names. npm refuses to install most of them beside this library,
 * other package managers only mention it. Bundled applications, and runtimes without files, say nothing of their versions.
 */
export function warnOfVersions(log: Log): void {
  const host: unknown = Reflect.get(globalThis, 'process')
  // A process may be forbidden to read files, and its folder may be gone.
  if (hasFiles(host)) findAdvised(host, log).catch(() => undefined)
}
