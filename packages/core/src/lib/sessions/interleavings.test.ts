import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import type { SessionContext } from '../request/context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { Adapter, AdapterSession } from '../types/adapter.ts'
import type { AdapterRevocation } from '../types/adapter-revocation.ts'
import type { AuthConfig } from '../types/config.ts'
import { selectStrategy } from './select.ts'
import type { Identity } from './strategy.ts'

/** Orders of steps that are tried for each strategy. */
const RUNS = 10_000

const START = 1_700_000_000_000
const DAY = 86_400_000
const ADA = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null }
const IDENTITY: Identity = { user: ADA, account: null, isNewUser: false }

/** Waits for a number of turns, so that others come first. */
async function yieldTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await Promise.resolve()
}

/** A store in memory whose calls take as many turns as the schedule says, before and after their work. */
function createStore(nextTurns: () => number): Adapter {
  const rows = new Map<string, AdapterSession>()
  const feed: AdapterRevocation[] = []
  async function step<T>(work: () => T): Promise<T> {
    await yieldTurns(nextTurns())
    const result = work()
    await yieldTurns(nextTurns())
    return result
  }
  return {
    capabilities: { revocationFeed: true, compareAndSet: true },
    getUser: async () => ADA,
    createSession: async (session) =>
      step(() => (rows.set(session.sessionToken, session), session)),
    getSessionAndUser: async (token) =>
      step(() => {
        const session = rows.get(token)
        return session ? { session: { ...session }, user: ADA } : null
      }),
    updateSession: async () => step(() => null),
    deleteSession: async (token) => step(() => rows.delete(token)),
    compareAndSetSession: async ({ sessionToken, from, to }) =>
      step(() => {
        const session = rows.get(sessionToken)
        if (session?.expires.getTime() !== from.getTime()) return false
        rows.set(sessionToken, { ...session, expires: to })
        return true
      }),
    appendRevocations: async (entries) => step(() => feed.push(...entries)),
    listRevocations: async ({ after = '0', limit }) =>
      step(() =>
        feed
          .map((entry, index) => ({ ...entry, cursor: String(index + 1) }))
          .slice(Number(after), Number(after) + limit),
      ),
    getRevocation: async ({ kind, key }) =>
      step(() => feed.find((entry) => entry.kind === kind && entry.key === key) ?? null),
  }
}

const SECRET = '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'

/** A process of the application over a store. */
function createProcess(
  session: NonNullable<AuthConfig['session']>,
  adapter: Adapter,
  nextTurns: () => number,
): (cookie: string) => SessionContext {
  const config = resolveConfig(
    {
      providers: [],
      secret: SECRET,
      adapter: { ...adapter },
      session: { updateAge: 0, ...session },
      logger: { error: () => undefined, warn: () => undefined },
      callbacks: {
        jwt: async ({ token }) => {
          await yieldTurns(nextTurns())
          return { ...token, read: nextTurns() }
        },
      },
    },
    { env: {}, clock: () => START + DAY, basePath: '/auth' },
  )
  const origin = { href: 'https://app.example.com', secure: true }
  return (cookie) => ({ config, origin, profile: config.secure, jar: new CookieJar(cookie) })
}

const cookieOf = (jar: CookieJar): string => jar.toHeaders()[0]?.split(';')[0] ?? ''

test.each<readonly [string, NonNullable<AuthConfig['session']>]>([
  ['jwt', { strategy: 'jwt', revocation: true }],
  ['database', { strategy: 'database' }],
])(
  'REV-02 A session of the strategy %s that was signed out of stays ended in every interleaving with reads in progress',
  async (_, session) => {
    let resurrections = 0
    const turns = fc.array(fc.nat({ max: 12 }), { minLength: 8, maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(turns, fc.nat({ max: 20 }), async (schedule, delay) => {
        let at = 0
        const nextTurns = (): number => schedule[(at += 1) % schedule.length] ?? 0
        const open = createProcess(session, createStore(nextTurns), nextTurns)
        const strategy = selectStrategy(open(''))
        const { jar } = await strategy.issue(open(''), IDENTITY)
        const cookie = cookieOf(jar)
        const readers = [0, 1].map(async (index) => {
          await yieldTurns(nextTurns() * index)
          return strategy.read(open(cookie), 'client')
        })
        const signOut = yieldTurns(delay).then(async () => strategy.revoke(open(cookie)))
        const [results] = await Promise.all([Promise.all(readers), signOut])
        const kept = [cookie, ...results.map((result) => cookieOf(result.jar))]
        for (const copy of kept) {
          const { session: found } = await strategy.read(open(copy), 'client')
          if (found !== null) resurrections += 1
        }
      }),
      { numRuns: RUNS },
    )
    expect(resurrections).toBe(0)
  },
  600_000,
)
