import type { Env } from '../types/utility.ts'

/** The part of `AsyncLocalStorage` that is used here. */
export interface CallStorage<T> {
  /** Runs `work`, and all that it calls, with the value. */
  readonly run: <R>(value: T, work: () => R) => R
  /** The value of the current call, if there is one. */
  readonly getStore: () => T | undefined
}

/** The members of the Node.js process that are used here. Other runtimes may lack each of them. */
interface HostProcess {
  readonly env?: Env
  readonly versions?: { readonly node?: string }
  readonly getBuiltinModule?: (
    name: 'node:async_hooks',
  ) => { readonly AsyncLocalStorage: new <T>() => CallStorage<T> } | undefined
}

function findProcess(): HostProcess {
  // This is the one access to the global: some runtimes have no process.
  // oxlint-disable-next-line no-restricted-properties -- see above
  return (globalThis as { readonly process?: HostProcess }).process ?? {}
}

/** Variables of the process, in runtimes that have one; none in others. */
export const processEnv = (): Env => findProcess().env ?? {}

/**
 * Says in a page of a browser that the server library is there. Bundlers cannot be made to refuse it: some build servers with the
 * condition `browser`. It does not throw, because the module may be unused there.
 */
export function warnInBrowser(): void {
  const isPage = 'document' in globalThis && Reflect.get(globalThis, 'window') === globalThis
  // Tests have a document in Node.js.
  if (!isPage || findProcess().versions?.node !== undefined) return
  console.warn(
    '[auth][warn] This server library is in a file for the browser: a component imports it. There, use @latchstring/client.',
  )
}

/**
 * Creates an `AsyncLocalStorage`, for frameworks that do not pass the request to every function.
 *
 * @returns `undefined` in runtimes without `node:async_hooks`, which is therefore not imported
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
