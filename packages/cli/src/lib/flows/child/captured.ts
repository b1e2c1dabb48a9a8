import { isObject } from '../../values.ts'
import { readFactory } from './injected.ts'
import { CONFIGURED, CONFIGURED_MODULE } from './left-alone.ts'
import { findPlace } from './watch.ts'

/** A configuration that the application gave to the library. */
export interface Captured {
  /** The package that it was given to. */
  readonly from: string
  readonly config: unknown
  /** What was given beside it. */
  readonly options: unknown
  /** Where, such as `auth.ts:12`; nothing where no file of the application is among the callers. */
  readonly at: string | undefined
}

/** In the order of the calls. One process signs in for one application. */
const captured: Captured[] = []

/** What the application gave to the library since it was loaded, each configuration once. */
export const allCaptured = (): readonly Captured[] =>
  captured.filter(
    ({ config }, index) => captured.findIndex((other) => other.config === config) === index,
  )

/** What flows are told apart by where there are several configurations: where each is given to the library. */
export function nameConfigurations(all: readonly Captured[]): readonly (string | undefined)[] {
  if (all.length < 2) return []
  const places = all.map(({ at }) => at ?? 'elsewhere')
  return places.map((place, index) => {
    const before = places.slice(0, index).filter((other) => other === place).length
    return before === 0 ? place : `${place}, call ${before + 1}`
  })
}

/**
 * A function of the library that also keeps the configuration that it is given.
 *
 * @param from - the package that it is of
 * @param read - finds the configuration in what the function is given; by default it comes first, and then its options
 */
export function capture(
  from: string,
  original: unknown,
  read: (args: readonly unknown[]) => Pick<Captured, 'config' | 'options'> = ([
    config,
    options,
  ]) => ({
    config,
    options,
  }),
): unknown {
  if (typeof original !== 'function') return original
  return new Proxy(original, {
    apply(target, self, args: unknown[]) {
      captured.push({ from, ...read(args), at: findPlace(new Error('A call.')) })
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

/** Variables of the environment. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Variables that a framework hands on beside the configuration, or those of the process. */
export function readEnvironment({ options }: Captured): Variables {
  const env = isObject(options) ? options['env'] : undefined
  // Variables, as a server has them.
  return isObject(env) ? { ...process.env, ...(env as NodeJS.ProcessEnv) } : process.env
}

/** Where the application is. */
export function findOrigin(env: Variables): URL {
  const given = env['AUTH_URL'] ?? env['NEXTAUTH_URL'] ?? ''
  // The library names an address that is not http or https.
  const url = URL.canParse(given) ? new URL(given) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : new URL('http://localhost:3000')
}

/** Where its HTTP actions are. */
export function findBasePath(config: unknown, url: URL, from: string): string {
  const own = isObject(config) ? config['basePath'] : undefined
  const path = typeof own === 'string' ? own : url.pathname
  const usual = from === '@latchstring/next' ? '/api/auth' : '/auth'
  return path === '/' || path === '' ? usual : path.replace(/\/+$/, '')
}
