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
 */
export function capture(from: string, original: unknown): unknown {
  if (typeof original !== 'function') return original
  return new Proxy(original, {
    apply(target, self, args: unknown[]) {
      const [config, options] = args
      captured.push({ from, config, options })
      const result: unknown = Reflect.apply(target, self, args)
      return result
    },
  })
}

/**
 * A class of the library whose static method takes the configuration.
 *
 * @param method - its name
 */
const captureMethod = (from: string, original: object, method: string): object =>
  new Proxy(original, {
    get(target, name, self): unknown {
      const value: unknown = Reflect.get(target, name, self)
      return name === method ? capture(from, value) : value
    },
  })

/** Functions of entries that take a configuration; what else there is stays as it is. */
const NAMES = ['default', 'createAuth', 'createFrameworkAuth', 'defineAuth', 'latchstring'] as const

/** The exports of an entry, with what takes a configuration replaced. */
export function captureAll(from: string, entry: object): Readonly<Record<string, unknown>> {
  const taken = NAMES.filter((name) => name in entry)
  const nest: unknown = Reflect.get(entry, 'LatchstringModule')
  return {
    ...entry,
    ...Object.fromEntries(taken.map((name) => [name, capture(from, Reflect.get(entry, name))])),
    ...(typeof nest === 'function' && { LatchstringModule: captureMethod(from, nest, 'forRoot') }),
  }
}
