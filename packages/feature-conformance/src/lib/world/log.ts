import type { AuthConfig } from '@latchstring/core/types'

/** What an application has said, as texts. */
export interface Said {
  /** Every line of the log. */
  readonly lines: string[]
  /** The failures that were logged, by type and message. */
  readonly failures: string[]
  /** The code of each of them; an empty text where it has none. */
  readonly codes: string[]
  /** The arguments of every event. */
  readonly events: string[]
}

/** An error with its causes, as a log writes them. */
function describe(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return safeJson(error)
  const cause: unknown = error.cause
  const inner: readonly unknown[] =
    cause instanceof Error || typeof cause !== 'object' || cause === null
      ? [cause ?? '']
      : Object.values(cause)
  const causes = inner.map((one) => describe(one, depth + 1))
  return [error.name, error.message, ...causes].join(': ')
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

const EVENTS = [
  'signIn',
  'signOut',
  'createUser',
  'updateUser',
  'linkAccount',
  'session',
  'signInRefused',
  'sessionEnded',
] as const

const typeOf = (error: Error): string => String(Reflect.get(error, 'type') ?? '')

/** Writes down what an application says. */
export function listen(): {
  readonly said: Said
  readonly logger: NonNullable<AuthConfig['logger']>
  readonly events: NonNullable<AuthConfig['events']>
} {
  const said: Said = { lines: [], failures: [], codes: [], events: [] }
  const line = (...parts: readonly unknown[]): void => {
    said.lines.push(parts.map((part) => describe(part)).join(' '))
  }
  return {
    said,
    logger: {
      error(error: Error) {
        line(error)
        said.failures.push(describe(error))
        said.codes.push(typeOf(error))
      },
      warn: line,
      info: line,
      debug: line,
    },
    events: Object.fromEntries(
      EVENTS.map((name) => [
        name,
        (message: unknown): void => {
          said.events.push(`${name} ${safeJson(message)}`)
        },
      ]),
    ),
  }
}
