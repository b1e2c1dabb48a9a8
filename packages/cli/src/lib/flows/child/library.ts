import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createFrameworkAuth } from '@latchstring/core/framework'
import { loadTesting, type Testing } from '../../dev/emulators.ts'
import { isObject } from '../../values.ts'

/** What the flows use of the library: the copies that the application has. */
export interface Library extends Testing {
  readonly createFrameworkAuth: typeof createFrameworkAuth
  /** Makes a provider of the catalogue, by the last part of what is imported. */
  readonly makeProvider: (module: string, options: object) => Promise<unknown>
  /** A request as the framework hands it on. */
  readonly toRequest: (request: Request) => Request
}

type Exports = Readonly<Record<string, unknown>>

async function load(specifier: string, from: string): Promise<Exports> {
  const path = createRequire(join(from, 'package.json')).resolve(specifier)
  // What a module exports.
  return (await import(pathToFileURL(path).href)) as Exports
}

/** The folder from which a package finds the core: a package manager may keep it from the application. */
function coreFrom(folder: string, entry: string): string {
  const [scope = '', name = ''] = entry.split('/')
  if (name === 'core') return folder
  const manifest = createRequire(join(folder, 'package.json')).resolve(
    `${scope}/${name}/package.json`,
  )
  return join(manifest, '..')
}

type Make = (options: object) => unknown

async function makeProvider(from: string, module: string, options: object): Promise<unknown> {
  const entry = await load(`@latchstring/core/providers/${module}`, from)
  const make = entry['default']
  // Every module of the catalogue exports such a function.
  return typeof make === 'function' ? (make as Make)(options) : undefined
}

/** Next.js hands on requests of its own, which callbacks use. */
async function nextRequests(folder: string): Promise<Library['toRequest']> {
  const server = await load('next/server.js', folder)
  const own = isObject(server['default']) ? server['default'] : server
  const NextRequest = own['NextRequest']
  if (typeof NextRequest !== 'function') return (request) => request
  // As Next.js documents it.
  const Class = NextRequest as new (request: Request) => Request
  return (request) => new Class(request)
}

/**
 * Loads what the flows use.
 *
 * @param entry - the package that the application gave its configuration to
 * @throws Error where something is not installed
 */
export async function loadLibrary(folder: string, entry: string): Promise<Library> {
  const from = coreFrom(folder, entry)
  const framework = await load('@latchstring/core/framework', from)
  const testing = await loadTesting(folder)
  const isNext = entry === '@latchstring/next'
  return {
    // What this entry exports.
    createFrameworkAuth: framework['createFrameworkAuth'] as Library['createFrameworkAuth'],
    createLab: testing.createLab,
    createVisitor: testing.createVisitor,
    makeProvider: (module, options) => makeProvider(from, module, options),
    toRequest: isNext
      ? await nextRequests(folder).catch(() => (request: Request) => request)
      : (request) => request,
  }
}
