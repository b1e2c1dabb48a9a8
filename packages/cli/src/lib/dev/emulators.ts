import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createLab, createVisitor, LabServer } from '@latchstring/testing'
import { MORE_PORTS } from './free-port.ts'

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

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/** Where emulators listen by default. */
export const PORT = 4400

/**
 * Starts the emulators of all providers, each made when it is first asked for.
 *
 * @param port - without it, the default or the next one that is free
 * @param workspace - where a remote workspace shows its ports
 * @throws Error when the package is not installed, or another program has the port
 */
export async function startEmulators(
  folder: string,
  port?: number,
  workspace?: string,
): Promise<LabServer> {
  const testing = await loadTesting(folder)
  const last = port ?? PORT + MORE_PORTS
  for (let next = port ?? PORT; ; next += 1) {
    try {
      return await testing
        .createLab()
        .listen({ port: next, development: true, ...(workspace !== undefined && { workspace }) })
    } catch (cause) {
      if (!isTaken(cause)) throw cause
      if (next < last) continue
      throw new Error(
        `Port ${next} is taken, perhaps by another "latchstring dev". Stop that one, or pass --port PORT; an application that this command does not start then needs LATCHSTRING_DEV=http://127.0.0.1:PORT.`,
        { cause },
      )
    }
  }
}
