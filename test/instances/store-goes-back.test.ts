import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthConfig } from '@latchstring/core'
import type { Adapter, AdapterRevocation } from '@latchstring/core/adapters'
import { redisAdapter } from '@latchstring/adapter-redis'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { copyCookies, passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { startPostgres, startStandby } from '../../tools/servers/postgres.mjs'
import { startRedis } from '../../tools/servers/stores.mjs'

const WINDOW = 30

/** A store whose server goes back to what it had at some moment. */
interface Store {
  /** An adapter for one more process, over connections of its own. */
  readonly open: () => Promise<Adapter>
  /** What is written afterwards will be lost. */
  readonly snapshot: () => Promise<void>
  readonly goBack: () => Promise<void>
}

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** An address that connections are forwarded from, to another server after a failover. */
async function startForwarder(): Promise<{ readonly port: number; point: (url: string) => void }> {
  let target = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('No port was given.')
  const drop = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  cleanUps.push(() => {
    drop()
    server.close()
  })
  return {
    port: address.port,
    point(url) {
      target = Number(new URL(url).port)
      drop()
    },
  }
}

async function query(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const countEndings = async (url: string): Promise<number> =>
  Number((await query(url, 'select count(*) as found from revocations'))[0]?.['found'])

/** PostgreSQL, and a streaming replica that has not received everything when it is promoted. */
async function startReplicated(): Promise<Store> {
  const primary = await startPostgres()
  cleanUps.push(() => primary.stop())
  const replica = await startStandby(primary)
  cleanUps.push(() => replica.stop())
  const { port, point } = await startForwarder()
  point(primary.url)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let resume: (() => Promise<void>) | undefined
  return {
    async open() {
      const adapter = openSqlAdapter(url, { sessionControl: true })
      cleanUps.push(() => adapter.close())
      await adapter.migrate()
      return adapter
    },
    async snapshot() {
      const count = await countEndings(primary.url)
      await expect.poll(() => countEndings(replica.url), { timeout: 30_000 }).toBe(count)
      resume = await replica.suspend()
    },
    async goBack() {
      await primary.suspend()
      await resume?.()
      await query(replica.url, 'select pg_promote()')
      point(replica.url)
      // Pools notice that their connections were cut.
      await sleep(200)
    },
  }
}

/** Redis, which is started again from a snapshot. */
async function startSnapshotted(): Promise<Store> {
  const server = await startRedis()
  cleanUps.push(() => server.stop())
  const clients: Redis[] = []
  cleanUps.push(() => clients.map((client) => client.disconnect()))
  const openClient = (): Redis => {
    const client = new Redis(server.url)
    client.on('error', () => undefined)
    clients.push(client)
    return client
  }
  return {
    open: async () => redisAdapter(openClient()),
    snapshot: async () => void (await openClient().save()),
    async goBack() {
      await (
        await server.suspend()
      )()
    },
  }
}

/** A process of the application. */
function startApp(adapter: Adapter, clock: TestClock): App & { readonly warned: string[] } {
  const warned: string[] = []
  const config: AuthConfig = {
    providers: [passwords()],
    adapter,
    limits: false,
    session: { strategy: 'jwt', revocation: { window: WINDOW } },
    logger: { warn: (code) => void warned.push(code), error: () => undefined },
  }
  return { ...createApp(config, { env: ENV, clock: clock.now }), warned }
}

async function signOut(browser: Browser): Promise<void> {
  const csrfToken = await browser.csrf(BASE)
  const response = await browser.submit(`${BASE}/signout`, { csrfToken, callbackUrl: '/' })
  expect(response.status).toBe(302)
}

const reads = async (app: App, from: Browser): Promise<unknown> =>
  readSession(copyCookies(from, app.openBrowser()))

/** Endings of sessions that no test reads. */
const strangers = (count: number, name: string, now: number): readonly AdapterRevocation[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'session',
    key: `${name}-${index}`,
    generation: 0,
    reason: 'sign-out',
    at: new Date(now),
    expires: new Date(now + 100 * DAY * 1000),
  }))

test.each([
  ['PostgreSQL, whose replica is promoted after it missed 100 endings', startReplicated],
  ['Redis, which is started from a snapshot that lacks 100 endings', startSnapshotted],
])(
  'BAK-01 over %s: nothing that ended before or after is accepted for longer than a window, and one line says why',
  { timeout: 180_000 },
  async (_name, startStore) => {
    const clock = startClock(Date.now())
    const store = await startStore()
    const adapter = await store.open()
    const here = startApp(adapter, clock)
    const there = startApp(await store.open(), clock)
    const [stays, ...enders] = await Promise.all(
      Array.from({ length: 9 }, async () => signInWithPassword(here.openBrowser())),
    )
    if (!stays) throw new TypeError('Nobody signed in.')
    /** Both processes read for some windows, so that they read on from the end of the feed. */
    const settle = async (): Promise<void> => {
      for (let round = 0; round < 3; round++) {
        for (const app of [here, there]) expect(await reads(app, stays)).not.toBeNull()
        clock.advance(WINDOW)
      }
    }
    await adapter.appendRevocations?.(strangers(50, 'before', clock.now()))
    await settle()
    await store.snapshot()

    const lost = enders.slice(0, 4)
    const lostCopies = lost.map((browser) => copyCookies(browser, there.openBrowser()))
    for (const browser of lost) await signOut(browser)
    await adapter.appendRevocations?.(strangers(96, 'lost', clock.now()))
    await settle()
    await store.goBack()

    // These get the numbers of the ones that are lost.
    const later = enders.slice(4)
    const laterCopies = later.map((browser) => copyCookies(browser, there.openBrowser()))
    for (const browser of later) await signOut(browser)
    clock.advance(WINDOW)
    for (const copy of [...laterCopies, ...lostCopies]) expect(await reads(there, copy)).toBeNull()
    expect(await reads(there, stays)).not.toBeNull()
    expect(new Set([...here.warned, ...there.warned])).toEqual(
      new Set(['revocation-store-went-back']),
    )
    // What was lost is in the store again, for processes that never knew it.
    const fresh = startApp(await store.open(), clock)
    for (const copy of [...laterCopies, ...lostCopies]) expect(await reads(fresh, copy)).toBeNull()
    expect(await reads(fresh, stays)).not.toBeNull()

    await here.auth.sessions().end({ all: true })
    clock.advance(WINDOW)
    expect(await reads(there, stays)).toBeNull()
  },
)
