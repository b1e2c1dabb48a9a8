import type { AuthConfig } from '@latchstring/core'
import type { Adapter } from '@latchstring/core/adapters'
import type { AnyFeature } from '@latchstring/core/features'
import type { Provider } from '@latchstring/core/providers'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Passkey from '@latchstring/core/providers/passkey'
import type { Env } from '@latchstring/core/types'
import type { IdentityProvider } from '@latchstring/test-idp'
import type { Inbox } from '@latchstring/test-inbox'
import { type App, BASE, createApp, ENV, type Strategy } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { oidcProvider } from '@latchstring/test-kit/idp'
import { PASSWORD, passwords, storePeople, submitPassword } from '@latchstring/test-kit/people'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { createDoor } from '../../flows/src/door-feature.ts'
import { cutOff, type FrozenRuntime, runFrozen } from './frozen-runtime.ts'
import { memoFeature } from './memo-feature.ts'
import { openShared, type SharedStore, type StoreKind } from './stores.ts'

/** How one of two instances differs from the instance that all have in common. */
export interface Side {
  readonly env?: Env
  readonly config?: Partial<AuthConfig>
  readonly providers?: (all: readonly Provider[]) => Provider[]
  /** Seconds that its clock is ahead. */
  readonly ahead?: number
  /** `false`: its adapter does not know endings and devices, and its configuration does not ask for them. */
  readonly control?: boolean
  readonly runtime?: FrozenRuntime
}

/** What two instances have between them, besides their difference. */
export interface Between {
  /** Default: `memory`. */
  readonly store?: StoreKind
  /** The store goes back before the person gets to the second instance: `later`, after the first has read its endings for some windows. */
  readonly goesBack?: 'at once' | 'later'
  /** Puts the session cookie of another library into the browser, in place of a sign-in with a password. */
  readonly issue?: (browser: Browser) => Promise<void>
}

/** The servers that sign-ins use. */
export interface Servers {
  readonly idp: IdentityProvider
  readonly inbox: Inbox
}

/** A browser behind a load balancer. */
export interface Guest {
  /** The browser, whose requests go to this instance from now on. */
  readonly at: (instance: Instance) => Browser
}

/** One instance of the application. */
export interface Instance {
  readonly name: string
  readonly app: App
  readonly handle: (request: Request) => Promise<Response>
}

/** Two instances over one store. */
export interface Meeting {
  readonly first: Instance
  readonly second: Instance
  readonly clock: TestClock
  readonly inbox: Inbox
  readonly openGuest: () => Guest
  /** A guest with a session that the first instance issued. */
  readonly signIn: (guest?: Guest) => Promise<Guest>
  /** What is written from now on may be lost. */
  readonly keep: () => void
  /** The person gets to the second instance. */
  readonly cross: () => Promise<void>
  /** What no cell allows. */
  readonly faults: string[]
  /** Responses that left a browser without its session cookie. */
  readonly deletions: string[]
  readonly close: () => Promise<void>
}

/** A 503 before the person could go to the second instance. */
export class Unavailable extends Error {}

/** Seconds until an ending is known everywhere. */
export const WINDOW = 30

/** A user whose sign-ins wait for a step. */
export const HEDY = { id: 'id-of-hedy', name: 'Hedy Lamarr', email: 'hedy@example.com' } as const

const door = createDoor({
  answer: ({ user, done }) => (user?.id === HEDY.id && !done ? { step: 'knock' } : 'pass'),
})

/** What every instance has; with another `memo` in place of its own. */
export const featuresWith = (memo: AnyFeature = memoFeature()): readonly AnyFeature[] => [
  door.feature,
  memo,
]

const people = passwords()

/** Hedy, and the people of the kit. */
const authorize: typeof people.authorize = (given, request) =>
  given['username'] === 'hedy' && given['password'] === PASSWORD
    ? HEDY
    : people.authorize(given, request)

function providersOf({ idp, inbox }: Servers): readonly Provider[] {
  const from = 'App <app@app.example>'
  return [
    passwords({ authorize }),
    oidcProvider(idp),
    Nodemailer({ id: 'mail', name: 'Mail', server: inbox.smtpUrl, from }),
    Passkey(),
  ]
}

function configOf(side: Side, strategy: Strategy, servers: Servers, adapter: Adapter): AuthConfig {
  const { config = {}, providers = (all) => [...all], control = true } = side
  const revocation = strategy === 'jwt' ? { revocation: { window: WINDOW } } : {}
  return {
    adapter,
    providers: providers(providersOf(servers)),
    experimental: { enableWebAuthn: true },
    features: featuresWith(),
    ...config,
    session: {
      strategy,
      ...(control && { devices: true, ...revocation }),
      ...config.session,
    },
  }
}

const isSession = (name: string): boolean => name.includes('session-token')

const nameOf = (pair: string): string => pair.slice(0, pair.indexOf('='))

/** Whether a response leaves the browser without the session cookie that it has sent. */
function deletesSession(request: Request, response: Response): boolean {
  const sent = (request.headers.get('cookie') ?? '').split('; ').map(nameOf).filter(isSession)
  const lines = response.headers.getSetCookie().filter((line) => isSession(nameOf(line)))
  const deleted = new Set(lines.filter((line) => /;\s*max-age=0/i.test(line)).map(nameOf))
  return (
    deleted.size > 0 && deleted.size === lines.length && sent.every((name) => deleted.has(name))
  )
}

interface Shared {
  readonly strategy: Strategy
  readonly servers: Servers
  readonly store: SharedStore
  readonly clock: TestClock
}

function startInstance(name: string, side: Side, shared: Shared): Instance {
  const { strategy, servers, store, clock } = shared
  const { env = ENV, ahead = 0, control = true, runtime } = side
  const { features = featuresWith() } = side.config ?? {}
  const tables = features.flatMap((feature) => feature.tables ?? [])
  const own = store.adapter({ control, tables })
  const config = configOf(side, strategy, servers, runtime ? cutOff(own) : own)
  const app = createApp(config, { env, clock: () => clock.now() + ahead * 1000 })
  const { handle } = app.auth
  const frozen = runtime && ((request: Request) => runFrozen(runtime, async () => handle(request)))
  return { name, app, handle: frozen ?? (async (request) => handle(request)) }
}

/** Lets two instances meet. */
export async function meet(
  sides: readonly [first: Side, second: Side],
  between: Between,
  strategy: Strategy,
  servers: Servers,
): Promise<Meeting> {
  const store = await openShared(between.store ?? 'memory')
  const adapter = store.adapter({ control: false, tables: [] })
  await storePeople(adapter, new Date(0))
  await adapter.createUser?.({ ...HEDY, emailVerified: new Date(0) })
  const clock = startClock(Date.now())
  const shared = { strategy, servers, store, clock }
  const first = startInstance('first', sides[0], shared)
  const second = startInstance('second', sides[1], shared)
  const faults: string[] = []
  const deletions: string[] = []

  const openGuest = (): Guest => {
    let current = first
    const browser = createBrowser(async (request) => {
      const response = await current.handle(request)
      const { status, headers } = response
      const where = `${request.method} ${new URL(request.url).pathname} at the ${current.name}`
      const isDeletion = deletesSession(request, response)
      // A sign-out that is incomplete has ended in this browser, and there is nothing to repeat.
      const isDocumented = status === 503 && (headers.has('retry-after') || isDeletion)
      if (status >= 500 && !isDocumented) {
        faults.push(`HTTP ${status}: ${where}`)
      }
      if (isDeletion) deletions.push(where)
      return response
    })
    return {
      at(instance) {
        current = instance
        return browser
      },
    }
  }

  /** Another user reads a session at an instance, a window later; all earlier ones may have been ended. */
  const visit = async (instance: Instance): Promise<void> => {
    const visitor = openGuest().at(instance)
    clock.advance(WINDOW)
    await submitPassword(visitor, 'grace')
    await visitor.open(`${BASE}/session`)
  }

  return {
    first,
    second,
    clock,
    inbox: servers.inbox,
    openGuest,
    async signIn(guest = openGuest()) {
      const browser = guest.at(first)
      if (between.issue) await between.issue(browser)
      else if ((await submitPassword(browser, 'ada')).status === 503) throw new Unavailable()
      return guest
    },
    keep: store.keep,
    async cross() {
      if (!between.goesBack) return
      for (let round = 0; between.goesBack === 'later' && round < 3; round++) await visit(first)
      store.goBack()
      // An instance notices with the next session that it reads, and stores again what it knows.
      await visit(first)
      // What only the second instance has written is stored again by it.
      if (between.goesBack === 'at once') await visit(second)
    },
    faults,
    deletions,
    close: store.close,
  }
}
