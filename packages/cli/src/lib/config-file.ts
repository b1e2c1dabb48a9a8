import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from './arguments.ts'
import { describeError } from './describe-error.ts'

function parseJson(file: string, text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return json
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${describeError(error)}`)
  }
}

async function readJson(file: string, path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--config: ${file} cannot be read: ${describeError(error)}`)
  }
  return parseJson(file, text)
}

/** What Node says of a file of TypeScript that it cannot read. */
const UNREADABLE: ReadonlySet<unknown> = new Set([
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
])

function loadError(option: string, file: string, error: unknown): UsageError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const hint = UNREADABLE.has(code)
    ? `. Node reads types that can be left out from 22.18 on, and this is ${process.version}: ` +
      'write the file as JavaScript (.mjs), with its types in comments, or run the program with a loader such as tsx.'
    : ''
  return new UsageError(`${option}: ${file} cannot be loaded: ${describeError(error)}${hint}`)
}

/**
 * The default or only export of a module.
 *
 * @param option - that names the file
 * @throws UsageError when it cannot be loaded, or has several exports and no default
 */
export async function loadModule(option: string, file: string, path: string): Promise<unknown> {
  let module: unknown
  try {
    module = await import(pathToFileURL(path).href)
  } catch (error) {
    throw loadError(option, file, error)
  }
  const members = Object.entries(typeof module === 'object' && module !== null ? module : {})
  const exported = members.find(([name]) => name === 'default') ?? members[0]
  if (exported !== undefined && (members.length === 1 || exported[0] === 'default')) {
    return exported[1]
  }
  throw new UsageError(`${file}: the options have to be the default export, or the only one.`)
}

/**
 * What a file of options holds: JSON, or the default or only export of a module.
 *
 * @param folder - what the file is relative to
 * @throws UsageError when it cannot be read
 */
export async function readConfigFile(file: string, folder: string): Promise<object> {
  const path = resolve(folder, file)
  const module = /^\.[cm]?[jt]s$/.test(extname(path))
  const value = module ? await loadModule('--config', file, path) : await readJson(file, path)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new UsageError(`${file} has to be an object.`)
}
