import { randomUUID } from 'node:crypto'
import type { AuthConfig } from '@latchstring/core'
import { ORIGIN, SECRETS, STRATEGIES } from '@latchstring/test-kit/app'
import { createCountingStore } from '@latchstring/test-kit/counting-store'
import { readForms } from '@latchstring/test-kit/forms'
import { PASSWORD, passwords, PEOPLE, storePeople } from '@latchstring/test-kit/people'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addressAt } from '../flows/src/limited-app.ts'
import { createLetterBox } from '../flows/src/letters.ts'
import { createMemoryStore } from '../flows/src/memory-store.ts'
import { CONTRACTS } from './contracts.ts'
import { APP_HEADER, registeredApps } from './src/next-registry.ts'
import { nextServerTarget } from './src/next-server-target.ts'
import { type NextServer, startNextServer } from './src/next-server.ts'
import { runContracts } from './src/run.ts'
import { GUARD_HEADER } from './src/test-headers.ts'

let server: NextServer | undefined

beforeAll(async () => {
  server = await startNextServer()
}, 180_000)
afterAll(() => server?.close())

function running(): NextServer {
  if (!server) throw new Error('The server runs only while tests do.')
  return server
}

const target = nextServerTarget(running)

runContracts(target, CONTRACTS)

/** How a sign-in ended. */
type Ending = string

/** An application whose users sign in by a server action, by a form without a script. */
function openActions(
  strategy: (typeof STRATEGIES)[number],
  counting: 'in memory' | 'in the store',
) {
  const box = createLetterBox()
  const store = createMemoryStore()
  const shared = { ...createCountingStore().adapter, capabilities: { counters: true } }
  let compared = 0
  const provider = passwords({
    authorize({ username, password }) {
      compared += 1
      return username === 'ada' && password === PASSWORD ? PEOPLE.ada : null
    },
  })
  const config: AuthConfig = {
    secret: SECRETS.older,
    trustHost: true,
    providers: [provider, box.provider],
    adapter: { ...store.adapter, ...(counting === 'in the store' && shared) },
    adapterRequires: [],
    // Each read extends a session, so that it sets a cookie.
    session: { strategy, updateAge: 0 },
    clientAddress: 'nginx',
    logger: { error: () => undefined, warn: () => undefined },
  }
  const id = randomUUID()
  registeredApps().set(id, { config, calls: new Map() })
  onTestFinished(() => void registeredApps().delete(id))

  async function ask(
    path: string,
    address: string,
    body?: FormData | URLSearchParams,
    cookie = '',
  ) {
    const headers = { origin: ORIGIN, [APP_HEADER]: id, 'x-forwarded-for': address, cookie }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body }
    return running().fetch(new Request(`${ORIGIN}${path}`, init))
  }

  async function submit(
    fields: Readonly<Record<string, string>>,
    address: string,
  ): Promise<Response> {
    const page = await ask('/by-action', address)
    const [form] = readForms(await page.text())
    const body = new FormData()
    // The field that says which action it is.
    for (const [name, value] of Object.entries({ ...form?.fields, ...fields })) {
      body.append(name, value)
    }
    const response = await ask('/by-action', address, body)
    expect(response.status).toBe(303)
    return response
  }

  async function act(fields: Readonly<Record<string, string>>, address: string): Promise<Ending> {
    const response = await submit(fields, address)
    const to = new URL(response.headers.get('location') ?? '', ORIGIN)
    return to.searchParams.get('error') ?? to.pathname
  }
  const guess = (address: string, password = 'wrong') =>
    act({ username: 'ada', password, redirectTo: '/inside' }, address)
  /** Asks for the page that the build made, behind `proxy.ts`. */
  async function askBuilt(isSignedIn: boolean): Promise<Response> {
    const fields = { username: 'ada', password: isSignedIn ? PASSWORD : 'wrong' }
    const signedIn = await submit(fields, '203.0.113.9')
    const cookies = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
    const headers = { [APP_HEADER]: id, [GUARD_HEADER]: 'yes', cookie: cookies.join('; ') }
    return running().fetch(new Request(`${ORIGIN}/by-action/built`, { headers }))
  }
  /** The same by a request to the route of the library. */
  async function guessByRoute(address: string): Promise<number> {
    const token = await ask('/api/auth/csrf', address)
    // It answers with that.
    const { csrfToken } = (await token.json()) as { readonly csrfToken: string }
    const [cookie = ''] = (token.headers.getSetCookie()[0] ?? '').split(';')
    const body = new URLSearchParams({ csrfToken, username: 'ada', password: 'wrong' })
    return (await ask('/api/auth/callback/credentials', address, body, cookie)).status
  }
  const mail = (address: string, email: string) => act({ email, redirectTo: '/inside' }, address)
  return { store, box, guess, guessByRoute, mail, askBuilt, compared: () => compared }
}

const WORLDS = STRATEGIES.flatMap((strategy) =>
  (['in memory', 'in the store'] as const).map((counting) => ({ strategy, counting })),
)

describe.each(WORLDS)(
  'signIn() in a server action of Next.js, with $strategy sessions and counting $counting,',
  ({ strategy, counting }) => {
    test('compares five wrong passwords from one address, and then refuses (LIM-14)', async () => {
      const app = openActions(strategy, counting)
      await storePeople(app.store.adapter, new Date(0))
      const endings: Ending[] = []
      for (let tries = 0; tries < 7; tries += 1) endings.push(await app.guess('203.0.113.7'))
      const wrong = 'CredentialsSignin'
      const refused = 'TooManyRequests'
      expect(endings).toEqual([wrong, wrong, wrong, wrong, wrong, refused, refused])
      expect(app.compared()).toBe(5)
      expect(await app.guess('203.0.113.8', PASSWORD)).toBe('/inside')
    })

    test('compares ten passwords of one account from many addresses at once, and no more (LIM-14)', async () => {
      const app = openActions(strategy, counting)
      await storePeople(app.store.adapter, new Date(0))
      const tries = Array.from({ length: 30 }, (_, index) => app.guess(addressAt(index)))
      expect(new Set(await Promise.all(tries))).toEqual(new Set(['CredentialsSignin']))
      expect(app.compared()).toBe(10)
      // The right one is not looked at either.
      expect(await app.guess(addressAt(99), PASSWORD)).toBe('CredentialsSignin')
      expect(app.compared()).toBe(10)
    })

    test('shares its budgets with the routes where a store counts, and not in memory, where each bundle counts by itself (LIM-14)', async () => {
      const app = openActions(strategy, counting)
      await storePeople(app.store.adapter, new Date(0))
      for (let tries = 0; tries < 6; tries += 1) await app.guess('203.0.113.7')
      expect(app.compared()).toBe(5)
      const statuses: number[] = []
      for (let tries = 0; tries < 6; tries += 1) {
        statuses.push(await app.guessByRoute('203.0.113.7'))
      }
      const own = counting === 'in memory' ? 5 : 0
      expect(app.compared()).toBe(5 + own)
      expect(statuses.filter((status) => status === 429)).toHaveLength(6 - own)
    })

    test('sends five mails to one inbox, however it is spelled, and no more (LIM-14)', async () => {
      const app = openActions(strategy, counting)
      const spellings = ['grace@example.com', 'Grace@example.com', 'grace+shop@example.com']
      for (let count = 0; count < 9; count += 1) {
        const ending = await app.mail(addressAt(count), spellings[count % 3] ?? '')
        expect(ending).toContain('verify-request')
      }
      expect(app.box.letters).toHaveLength(5)
    })
  },
)

test.each(STRATEGIES)(
  'A page that the build of Next.js made is kept by no cache with the cookie that proxy.ts sets on it (strategy %s)',
  async (strategy) => {
    const app = openActions(strategy, 'in memory')
    await storePeople(app.store.adapter, new Date(0))
    const extended = await app.askBuilt(true)
    expect(await extended.text()).toContain('built')
    expect(extended.headers.getSetCookie().join()).toContain('latchstring.session-token=')
    expect(extended.headers.get('cache-control')).toBe('private, no-store')
    const plain = await app.askBuilt(false)
    expect(await plain.text()).toContain('built')
    expect(plain.headers.getSetCookie().join()).not.toContain('session-token')
    expect(plain.headers.get('cache-control')).toContain('s-maxage')
  },
)
