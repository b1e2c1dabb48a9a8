/**
 * For test files that run in the same process one after the other: each leaves it as it found it. Mocks and stubs of Vitest
 * are undone here; anything else that stays fails the file which left it.
 */
import { afterAll, vi } from 'vitest'

const GLOBALS = [
  'fetch',
  'Date',
  'setTimeout',
  'setInterval',
  'console',
  'crypto',
  'window',
  'document',
]
const EVENTS = ['unhandledRejection', 'uncaughtException', 'warning', 'exit']

/** What there is of things that files share, each under the name it is reported by. */
function observe(): ReadonlyMap<string, unknown> {
  const seen = new Map<string, unknown>([['fake timers', vi.isFakeTimers()]])
  seen.set('the working directory', process.cwd())
  for (const event of EVENTS) seen.set(`a listener of ${event}`, process.listenerCount(event))
  for (const [name, value] of Object.entries(process.env)) seen.set(`process.env.${name}`, value)
  for (const name of GLOBALS) seen.set(`globalThis.${name}`, Reflect.get(globalThis, name))
  return seen
}

const before = observe()

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  const after = observe()
  const names = new Set([...before.keys(), ...after.keys()])
  const left = [...names].filter((name) => !Object.is(before.get(name), after.get(name)))
  if (left.length > 0) throw new Error(`The file leaves for those after it: ${left.join(', ')}.`)
})
