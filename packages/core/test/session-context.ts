import { beforeEach } from 'vitest'
import { resolveConfig } from '../src/lib/config/resolve.ts'
import type { SessionContext } from '../src/lib/request/context.ts'
import { CookieJar } from '../src/lib/http/cookie-jar.ts'
import type { AuthConfig } from '../src/lib/types/config.ts'
import { type EndingStore, endingStoreForEachTest } from './sign-out-request.ts'

/** Options that a test adds to the configuration of its sessions. */
export type Given = Omit<Partial<AuthConfig>, 'session'> & {
  readonly session?: object
  readonly NODE_ENV?: string
}

/** The state that the sessions of a test share. */
interface Sessions {
  readonly config: Given
  readonly clock: () => number
  /** Logged warnings, with their codes. */
  readonly warnings: string[]
}

/** A request with a cookie, to an application whose sessions a test looks at. */
export function sessionContext({ config, clock, warnings }: Sessions, cookie: string) {
  const { NODE_ENV = 'production', ...given } = config
  const resolved = resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      logger: {
        error: () => undefined,
        warn: (code, detail) => void warnings.push(`${code}: ${detail}`),
      },
      ...given,
    },
    { env: { NODE_ENV }, clock, basePath: '/auth' },
  )
  const origin = { href: 'https://app.example.com', secure: true }
  const jar = new CookieJar(cookie)
  return { config: resolved, origin, profile: resolved.secure, jar } satisfies SessionContext
}

/** When the tests of sessions over time start, in milliseconds since the epoch. */
export const START = 1_700_000_000_000

/** Sessions of an application with a store, which start again for each test of a file. */
export interface SessionsOverTime {
  readonly store: EndingStore
  /** The current time. */
  readonly clock: { now: number }
  readonly warnings: string[]
  readonly contextWith: (cookie: string, given?: Given) => SessionContext
}

/** Makes sessions of an application with a store, for the tests of a file. */
export function sessionsForEachTest(session: object): SessionsOverTime {
  const store = endingStoreForEachTest()
  const clock = { now: START }
  const warnings: string[] = []

  beforeEach(() => {
    clock.now = START
    warnings.length = 0
  })

  return {
    store,
    clock,
    warnings,
    contextWith(cookie, given = {}) {
      const config = { adapter: store.adapter, session, ...given }
      return sessionContext({ config, clock: () => clock.now, warnings }, cookie)
    },
  }
}
