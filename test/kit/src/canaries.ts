import { randomBytes } from 'node:crypto'
import { vi } from 'vitest'

/** Unmistakable values in the places of secrets, and everything that was ever logged. */
export interface Canaries {
  /** A new value for a place; the same place gets the same value. */
  readonly place: (name: string) => string
  /** A value that came about by itself, such as a token. */
  readonly watch: (name: string, value: string | null | undefined) => void
  /** Keeps whatever goes to a log. */
  readonly record: (...values: unknown[]) => void
  /** Names of the places whose values have been logged. */
  readonly escaped: () => readonly string[]
  /** How many log calls there were. */
  readonly count: () => number
}

/** Every piece of text in a value, however deep, also where `JSON.stringify` does not look. */
function textsOf(value: unknown, seen: Set<unknown>): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || seen.has(value)) return [String(value)]
  seen.add(value)
  const listed = value instanceof Map || value instanceof Set || value instanceof Headers
  const inside: readonly unknown[] = listed ? [...value] : []
  const members = Reflect.ownKeys(value).map((key): unknown => Reflect.get(value, key))
  return [...inside, ...members].flatMap((member) => textsOf(member, seen))
}

/** Ways a value can look in a log. */
function spellings(value: string): readonly string[] {
  const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '')
  return [value, encodeURIComponent(value), encodeURIComponent(encodeURIComponent(value)), base64]
}

/** Starts to listen to the console; loggers are given to `record`. */
export function releaseCanaries(): Canaries {
  const places = new Map<string, string>()
  const logged: string[] = []
  let calls = 0

  function record(...values: unknown[]): void {
    calls += 1
    for (const value of values) logged.push(...textsOf(value, new Set()))
  }
  for (const level of ['error', 'warn', 'log', 'info', 'debug', 'trace'] as const) {
    vi.spyOn(console, level).mockImplementation(record)
  }
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream)
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      record(String(chunk))
      return write(chunk)
    })
  }
  return {
    place(name) {
      const value = places.get(name) ?? `canary${randomBytes(16).toString('hex')}`
      places.set(name, value)
      return value
    },
    watch(name, value) {
      if (value) places.set(name, value)
    },
    record,
    escaped() {
      const text = logged.join('\n')
      return [...places]
        .filter(([, value]) => spellings(value).some((spelling) => text.includes(spelling)))
        .map(([name]) => name)
    },
    count: () => calls,
  }
}
