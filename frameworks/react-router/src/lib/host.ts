/** What is kept for the calls that are made while something runs. */
interface CallStorage<T> {
  readonly run: <R>(value: T, work: () => R) => R
  readonly getStore: () => T | undefined
}

/** The process of Node.js and of runtimes like it, as far as others may have it too. */
interface HostProcess {
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly getBuiltinModule?: (
    name: 'node:async_hooks',
  ) => { readonly AsyncLocalStorage: new <T>() => CallStorage<T> } | undefined
}

function findProcess(): HostProcess {
  // Runtimes without a process have no such global.
  return (globalThis as { process?: HostProcess }).process ?? {}
}

/** Variables of the process, in runtimes that have one. */
export const processEnv = (): NonNullable<HostProcess['env']> => findProcess().env ?? {}

/** A storage that follows calls. It is not imported, because there may be no such module. */
export function createStorage<T>(): CallStorage<T> | undefined {
  const hooks = findProcess().getBuiltinModule?.('node:async_hooks')
  return hooks && new hooks.AsyncLocalStorage<T>()
}
