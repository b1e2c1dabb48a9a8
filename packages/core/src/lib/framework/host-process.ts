import type { Env } from '../types/utility.ts'

/** What is kept for the calls that are made while something runs. */
export interface CallStorage<T> {
  readonly run: <R>(value: T, work: () => R) => R
  readonly getStore: () => T | undefined
}

/** The process of Node.js and of runtimes like it, as far as others may have it too. */
interface HostProcess {
  readonly env?: Env
  readonly getBuiltinModule?: (
    name: 'node:async_hooks',
  ) => { readonly AsyncLocalStorage: new <T>() => CallStorage<T> } | undefined
}

function findProcess(): HostProcess {
  // Runtimes without a process have no such global. Packages of frameworks would each look for it by themselves otherwise.
  // oxlint-disable-next-line no-restricted-properties -- see above
  return (globalThis as { readonly process?: HostProcess }).process ?? {}
}

/** Variables of the process, in runtimes that have one; none in others. */
export const processEnv = (): Env => findProcess().env ?? {}

/**
 * A storage that follows calls, for frameworks that do not hand a request on.
 *
 * @returns nothing in runtimes that have none: the module is not imported, because there may be no such module
 *
 * @example
 * ```ts
 * import { createCallStorage } from '@latchstring/core/framework'
 *
 * const storage = createCallStorage<Request>()
 * export const serve = (request: Request, work: () => Response): Response =>
 *   storage ? storage.run(request, work) : work()
 * ```
 */
export function createCallStorage<T>(): CallStorage<T> | undefined {
  const hooks = findProcess().getBuiltinModule?.('node:async_hooks')
  return hooks && new hooks.AsyncLocalStorage<T>()
}
