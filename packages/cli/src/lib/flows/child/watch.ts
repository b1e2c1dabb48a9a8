import { realpathSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from '../../values.ts'
import { countUsed, type Used, usedSince } from './used.ts'

const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(`${String(thrown)}, which is not an Error`)

/** What a function of the application did. */
export class Call {
  /** Such as `jwt`, or `profile of "github"`. */
  readonly name: string
  /** How many parameters it takes. */
  readonly takes: number
  returned: unknown
  threw: Error | undefined
  /** It has not ended yet. */
  isOpen = true

  constructor(name: string, takes: number) {
    this.name = name
    this.takes = takes
  }

  /** Notes how it ends. @returns what the work returns */
  watch(work: () => unknown): unknown {
    try {
      const result = work()
      // Whoever calls it may not wait for what needs no waiting.
      return result instanceof Promise
        ? result.then(
            (returned: unknown) => this.#end(returned),
            (thrown: unknown) => this.#fail(thrown),
          )
        : this.#end(result)
    } catch (thrown) {
      return this.#fail(thrown)
    }
  }

  #end(returned: unknown): unknown {
    this.returned = returned
    this.isOpen = false
    return returned
  }

  #fail(thrown: unknown): never {
    this.threw = asError(thrown)
    this.isOpen = false
    throw thrown
  }
}

/** A failure that the library logged. */
export interface Logged {
  readonly code: string
  readonly message: string
  readonly ref?: string
  readonly fix?: string
  readonly causes: readonly Error[]
}

/** What happened during a step. */
export interface Events {
  readonly calls: readonly Call[]
  readonly logged: readonly Logged[]
  /** What the application asked for that is left alone. */
  readonly used: readonly Used[]
}

/** Watches the functions of the application, and what the library logs. */
export interface Watch {
  /** The same function, watched. */
  wrap<T>(name: string, given: T): T
  readonly logger: Readonly<Record<string, (...args: never[]) => void>>
  /** Starts a step. @returns what has happened since */
  start(): () => Events
}

type AnyFunction = (...args: readonly unknown[]) => unknown

/** An error, and those that led to it. */
function listCauses(error: unknown): readonly Error[] {
  const found: Error[] = []
  for (let one = error; isObject(one) && found.length < 8;) {
    if (one instanceof Error) found.push(one)
    one = one['cause'] ?? one['err']
  }
  return found
}

function toLogged(error: Error): Logged {
  const text = (name: string): string | undefined => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [ref, fix] = [text('ref'), text('fix')]
  return {
    code: text('type') ?? error.name,
    message: error.message,
    ...(ref === undefined ? {} : { ref }),
    ...(fix === undefined ? {} : { fix }),
    causes: listCauses(error.cause),
  }
}

/**
 * How many parameters a function takes. With `...rest` or a default, `length` says none, and of a bound function there is no text.
 *
 * @param text - its source
 */
function countParameters({ length }: { readonly length: number }, text: string): number {
  const takesNone = /^[^({]*\(\s*\)/.test(text) && !/\barguments\b|\[native code\]/.test(text)
  return takesNone ? 0 : Math.max(1, length)
}

/** Makes a watch. */
export function createWatch(): Watch {
  const calls: Call[] = []
  const logged: Logged[] = []
  return {
    wrap<T>(name: string, given: T): T {
      if (typeof given !== 'function') return given
      const original: object = given
      const wrapped: unknown = new Proxy(original, {
        apply(target, self: unknown, args: unknown[]) {
          const call = new Call(
            name,
            countParameters(given, Function.prototype.toString.call(given)),
          )
          calls.push(call)
          // It is a function, as was found above.
          return call.watch(() => Reflect.apply(target as AnyFunction, self, args))
        },
      })
      // It takes and returns what the original does.
      return wrapped as T
    },
    logger: {
      error: (error: Error) => void logged.push(toLogged(error)),
      info: (_code: string, _detail: string, error?: Error) =>
        void (error && logged.push(toLogged(error))),
      warn: () => undefined,
      debug: () => undefined,
    },
    start() {
      const [call, log, use] = [calls.length, logged.length, countUsed()]
      return () => ({
        calls: calls.slice(call),
        logged: logged.slice(log),
        used: usedSince(use),
      })
    },
  }
}

const FRAME = /(file:\/\/\S+?|(?:\/|[A-Z]:\\)[^\s()]+?):(\d+)(?::\d+)?\)?$/

const FOLDER = realpathSync(process.cwd())

/** Where in a file of the application something was thrown, such as `auth.ts:12`. */
export function findPlace({ stack = '' }: Error): string | undefined {
  for (const line of stack.split('\n')) {
    const [, address, number] = FRAME.exec(line) ?? []
    if (address === undefined) continue
    const path = address.startsWith('file:') ? fileURLToPath(address) : address
    const file = relative(FOLDER, path)
    if (file.startsWith('..') || /(?:^|[/\\])node_modules[/\\]/.test(file)) continue
    return `${file.split(sep).join('/')}:${number}`
  }
  return undefined
}
