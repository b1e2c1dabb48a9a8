import { beforeEach } from 'vitest'
import { resolveConfig } from '../src/lib/config/resolve.ts'
import { createSessionContext, toContext, type Context } from '../src/lib/request/context.ts'
import { fromRequest } from '../src/lib/http/incoming.ts'
import { selectStrategy } from '../src/lib/sessions/select.ts'
import type { Identity } from '../src/lib/sessions/strategy.ts'
import type { Adapter, AdapterSession } from '../src/lib/types/adapter.ts'
import { type ListedDevice, MemoryDevices } from '../../../test/adapters/memory-devices.ts'
import type { AdapterRevocation } from '../src/lib/types/adapter-revocation.ts'
import type { AuthConfig } from '../src/lib/types/config.ts'
import { NOW } from './oauth-provider.ts'

/** The one who is signed in. */
export const ADA = { id: '7', name: 'Ada', email: 'ada@example.com', emailVerified: null }

/** A store in memory of sessions, their devices and their endings. */
export interface EndingStore {
  readonly adapter: Adapter
  readonly rows: Map<string, AdapterSession>
  readonly feed: AdapterRevocation[]
  readonly devices: MemoryDevices
  /** Whether what writes an ending fails. */
  isAway: boolean
}

/** Makes a store in memory. */
export const createEndingStore = (): EndingStore => emptyStore({})

/** A store in memory for the tests of a file, which is a new one for each of them. */
export function endingStoreForEachTest(): EndingStore {
  const store = createEndingStore()
  beforeEach(() => void emptyStore(store))
  return store
}

/** Makes a store of an object, whatever it was before. */
function emptyStore(store: object): EndingStore {
  const rows = new Map<string, AdapterSession>()
  const feed: AdapterRevocation[] = []
  const devices = new MemoryDevices()
  const state = Object.assign(store, { rows, feed, devices, isAway: false })
  const failing = (): void => {
    if (state.isAway) throw new Error('ECONNREFUSED')
  }
  const adapter: Adapter = {
    capabilities: { revocationFeed: true, revocation: true, records: true },
    createUser: () => ADA,
    getUser: () => ADA,
    getUserByEmail: () => ADA,
    getUserByAccount: () => ADA,
    linkAccount: () => undefined,
    createSession: (session) => (rows.set(session.sessionToken, session), session),
    getSessionAndUser(token) {
      const session = rows.get(token)
      return session ? { session, user: ADA } : null
    },
    updateSession: () => null,
    deleteSession: (token) => (failing(), rows.delete(token)),
    listSessionsByUserId: () => [...rows.values()],
    deleteSessionsByUserId() {
      failing()
      const count = rows.size
      rows.clear()
      return count
    },
    records: devices.records,
    appendRevocations: (entries) => (failing(), feed.push(...entries)),
    getRevocation: ({ kind, key }) =>
      feed.find((entry) => entry.kind === kind && entry.key === key) ?? null,
    listRevocations: ({ after = '0', limit }) =>
      feed
        .map((entry, index) => ({ ...entry, cursor: String(index + 1) }))
        .slice(Number(after), Number(after) + limit),
  }
  return Object.assign(state, { adapter })
}

/** A device of Ada that was seen once, with the members that a test sets. */
export function sampleDevice(time: number, more: Partial<ListedDevice> = {}): ListedDevice {
  const at = new Date(time)
  return {
    sessionId: '',
    userId: ADA.id,
    createdAt: at,
    lastSeenAt: at,
    expires: new Date(time + 3_600_000),
    label: null,
    place: null,
    provider: null,
    providerSession: null,
    providerSubject: null,
    ...more,
  }
}

/** The parts of a request that a test sets. */
export interface Asked {
  readonly body?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** An application to sign out of. */
export interface SignOutApp {
  readonly errors: Error[]
  /** A request with the cookies of a jar. */
  open(cookies?: Context['jar'], asked?: Asked): Context
  /** Signs a browser in. */
  signIn(identity?: Partial<Identity>): Promise<Context['jar']>
  isAlive(cookies: Context['jar']): Promise<boolean>
}

const cookiesOf = (jar: Context['jar']): string =>
  jar
    .changes()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

/** Makes an application. */
export function createSignOutApp(config: Partial<AuthConfig>): SignOutApp {
  const errors: Error[] = []
  const resolved = resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      adapterRequires: [],
      logger: { error: (error) => void errors.push(error), warn: () => undefined },
      ...config,
    },
    { env: { AUTH_URL: 'https://app.example' }, clock: () => NOW * 1000, basePath: '/auth' },
  )
  const open: SignOutApp['open'] = (jar, { body = {}, query = {}, headers = {} } = {}) => {
    const cookie = jar ? cookiesOf(jar) : ''
    const original = fromRequest(
      new Request('https://app.example/auth/signout', { headers: { cookie, ...headers } }),
    )
    const request = {
      method: 'POST',
      action: 'signout',
      providerId: 'acme',
      query: new Map(Object.entries(query)),
      duplicates: new Set<string>(),
      body: new Map(Object.entries(body)),
      headers: original.headers,
    } as const
    const session = createSessionContext(resolved, original)
    return toContext(session, { request, original, returnTo: 'https://app.example/bye' })
  }
  const strategy = selectStrategy(open())
  return {
    errors,
    open,
    async signIn(identity = {}) {
      const whole = { user: ADA, account: null, isNewUser: false, ...identity }
      return (await strategy.issue(open(), whole)).jar
    },
    isAlive: async (jar) => (await strategy.current(open(jar))) !== null,
  }
}
