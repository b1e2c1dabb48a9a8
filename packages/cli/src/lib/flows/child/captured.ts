import { readFactory } from './injected.ts'
import { CONFIGURED, CONFIGURED_MODULE } from './left-alone.ts'

/** A configuration that the application gave to the library. */
export interface Captured {
  /** The package that it was given to. */
  readonly from: string
  readonly config: unknown
  /** What was given beside it. */
  readonly options: unknown
}

/** In the order of the calls. One process signs in for one application. */
const captured: Captured[] = []

/** What the application gave to the library since it was loaded. */
export const allCaptured = (): readonly Captured[] => captured

/**
 * A function of the library that also keeps the configuration that it is given.
 *
 * @param from - the package that it is of
 * @param read - finds the configuration in what the function is given; by default it comes first, and then its options
 */
export function capture(
  from: string,
  original: unknown,
  read: (args: readonly unknown[]) => Omit<Captured, 'from'> = ([config, options]) => ({
    config,
    options,
  }),
): unknown {
  if (typeof original !== 'function') return original
  return new Proxy(original, {
    apply(target, self, args: unknown[]) {
      captured.push({ from, ...read(args) })
      const result: unknown = Reflect.apply(target, self, args)
      return result
    },
  })
}

/** A class of the library whose static methods take a configuration, as modules of NestJS are set up. */
function captureModule(from: string, original: unknown): unknown {
  if (typeof original !== 'function') return original
  return new Proxy(original, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key)
      if (key === 'forRoot') return capture(from, member)
      return key === 'forRootAsync' ? capture(from, member, readFactory) : member
    },
  })
}

/** The exports of an entry, with what takes a configuration replaced. */
export function captureAll(from: string, entry: object): Readonly<Record<string, unknown>> {
  const taken = [...CONFIGURED].filter((name) => name in entry)
  return {
    ...entry,
    ...Object.fromEntries(
      taken.map((name) => {
        const value: unknown = Reflect.get(entry, name)
        const isModule = name === CONFIGURED_MODULE
        return [name, isModule ? captureModule(from, value) : capture(from, value)]
      }),
    ),
  }
}
