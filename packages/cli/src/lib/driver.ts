import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const NOT_FOUND: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NOT_FOUND.has(error.code)

/** The file of a package in the application, or beside this program. */
function resolve(specifier: string, folder: string): string | undefined {
  for (const from of [join(folder, 'package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(specifier)
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  return undefined
}

/**
 * Loads a driver that the application has installed.
 *
 * @param packageName - what to install
 * @param specifier - what to import of it
 * @param folder - where the application is
 * @throws Error that names the package when there is none
 */
export async function loadDriver(
  packageName: string,
  specifier: string,
  folder: string,
): Promise<unknown> {
  const file = resolve(specifier, folder)
  if (file === undefined) {
    throw new Error(`The package ${packageName} is not installed. Run: npm install ${packageName}`)
  }
  try {
    const module: unknown = await import(pathToFileURL(file).href)
    return module
  } catch (error) {
    throw new Error(`The package ${packageName} is installed but cannot be loaded.`, {
      cause: error,
    })
  }
}
