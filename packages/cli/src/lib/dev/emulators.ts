import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createLab, createVisitor, LabServer } from '@latchstring/testing'

/** The package of the emulators. */
export interface Testing {
  readonly createLab: typeof createLab
  readonly createVisitor: typeof createVisitor
}

const PACKAGE = '@latchstring/testing'

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND') &&
  error.message.includes(PACKAGE)

/** The copy of the application comes before the one beside this program. */
async function load(folder: string): Promise<Testing> {
  try {
    const path = createRequire(join(folder, 'package.json')).resolve(PACKAGE)
    // What a package of that name exports.
    return (await import(pathToFileURL(path).href)) as Testing
  } catch (error) {
    if (!isMissing(error)) throw error
    return await import('@latchstring/testing')
  }
}

/**
 * Loads the package of the emulators.
 *
 * @throws Error that says how to install it
 */
export async function loadTesting(folder: string): Promise<Testing> {
  try {
    return await load(folder)
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new Error(
      `The package ${PACKAGE}, which has the emulators, is not installed. Run: npm install --save-dev ${PACKAGE}`,
      { cause },
    )
  }
}

/**
 * Starts the emulators of all providers, each made when it is first asked for.
 *
 * @throws Error when the package is not installed, or another program has the port
 */
export async function startEmulators(folder: string, port: number): Promise<LabServer> {
  const testing = await loadTesting(folder)
  try {
    return await testing.createLab().listen({ port, development: true })
  } catch (cause) {
    const taken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
    if (!taken) throw cause
    throw new Error(
      `Port ${port} is taken, perhaps by another "latchstring dev". Stop that one, or pass --port PORT; an application that this command does not start then needs LATCHSTRING_DEV=http://127.0.0.1:PORT.`,
      { cause },
    )
  }
}
