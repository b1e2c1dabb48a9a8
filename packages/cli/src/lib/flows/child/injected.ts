import { isObject } from '../../values.ts'
import { inert } from './inert.ts'
import { refuse } from './used.ts'

/* What NestJS gives to a function that makes the configuration. NestJS itself does not run here. */

/** Names of variables, beside which there are settings that a function of the application makes. */
const VARIABLE = /^[A-Z][A-Z0-9_]*$/

/** What the service of `@nestjs/config` says of a variable. */
function readSetting(name: unknown): string | undefined {
  if (typeof name === 'string' && VARIABLE.test(name)) return process.env[name]
  throw refuse({ kind: 'package', what: `the setting ${JSON.stringify(name)} of ConfigService` })
}

/** The service of `@nestjs/config`, as far as the environment says what it would. */
const SETTINGS = {
  get(name: unknown, fallback?: unknown): unknown {
    // The options of the call, and no value to fall back on.
    const isOptions = isObject(fallback) && 'infer' in fallback
    return readSetting(name) ?? (isOptions ? undefined : fallback)
  },
  getOrThrow(name: unknown): unknown {
    const value = readSetting(name)
    if (value !== undefined) return value
    throw new TypeError(`Configuration key "${String(name)}" does not exist`)
  },
}

/** What is given for a token: a provider of the application is left alone. */
function injected(token: unknown): unknown {
  const name = typeof token === 'function' ? token.name : String(token)
  return name === 'ConfigService' ? SETTINGS : inert(name)
}

/** The configuration that the argument of `forRootAsync` makes, once, as NestJS does. */
export function readFactory([options]: readonly unknown[]): {
  readonly config: unknown
  readonly options: unknown
} {
  const useFactory = isObject(options) ? options['useFactory'] : undefined
  const inject: unknown = isObject(options) ? options['inject'] : undefined
  if (typeof useFactory !== 'function') return { config: undefined, options }
  const tokens: readonly unknown[] = Array.isArray(inject) ? inject : []
  let made: Promise<unknown> | undefined
  const config = async (...request: readonly unknown[]): Promise<unknown> => {
    made ??= Promise.resolve(tokens.map(injected)).then((values): unknown =>
      Reflect.apply(useFactory, undefined, values),
    )
    const found = await made
    const result: unknown =
      typeof found === 'function' ? Reflect.apply(found, undefined, [...request]) : found
    return result
  }
  return { config, options }
}
