import { rm } from 'node:fs/promises'
import { inPart } from '@latchstring/test-kit/in-part'
import { Miniflare, Response as WorkerResponse } from 'miniflare'
import { rolldown } from 'rolldown'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SECRETS } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { makeDatabaseFolder } from '@latchstring/test-kit/database-folder'
import { copyCookies, PASSWORD, signInWithPassword } from '@latchstring/test-kit/people'
import { readSession, requestAuthorization } from '@latchstring/test-kit/story'

/** Two instances of an application in one isolate, each with a copy of the feed of its own, and a clock that the test moves. */
const WORKER = `import { createAuth } from '@latchstring/core'
import Credentials from '@latchstring/core/providers/credentials'
import { d1Adapter } from '@latchstring/adapter-sql/d1'

let now = Date.UTC(2031, 4, 6)
const instances = new Map()
const queries = []

function start(env) {
  const adapter = d1Adapter(env.DB, { sessionControl: true })
  const counted = { ...adapter, listRevocations: (range) => (queries.push('list'), adapter.listRevocations(range)) }
  const provider = Credentials({
    credentials: { username: {}, password: {} },
    authorize: ({ username, password }) =>
      password === env.PASSWORD ? { id: 'id-of-' + username, name: username, email: username + '@example.com' } : null,
  })
  const plain = { id: 'plain', name: 'Plain', type: 'oidc', issuer: 'https://idp.example', clientId: 'app', clientSecret: 'not-used' }
  const config = {
    providers: [provider, plain],
    adapter: counted,
    limits: false,
    session: { strategy: 'jwt', revocation: true },
    logger: { error: () => undefined, warn: () => undefined },
  }
  return createAuth(config, { env: { ...env }, clock: () => now })
}

export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/advance') now += 1000 * Number(searchParams.get('seconds'))
    if (pathname === '/migrate') await d1Adapter(env.DB, { sessionControl: true }).migrate()
    if (pathname === '/fill') {
      const entry = { kind: 'session', generation: 0, reason: 'sign-out', at: new Date(now), expires: new Date(now + 1e10) }
      const entries = Array.from({ length: 500 }, (_, index) => ({ ...entry, key: searchParams.get('name') + index }))
      await d1Adapter(env.DB, { sessionControl: true }).appendRevocations(entries)
    }
    if (pathname === '/lose') await env.DB.exec('DELETE FROM revocations')
    if (pathname === '/queries') return Response.json(queries.splice(0))
    if (!pathname.startsWith('/auth/')) return new Response('done')
    const name = request.headers.get('x-instance')
    const auth = instances.get(name) ?? start(env)
    instances.set(name, auth)
    if (pathname === '/auth/end-all') {
      await auth.sessions().end({ user: 'id-of-ada', reason: 'password-changed' })
      return new Response('ended')
    }
    return auth.handle(request)
  },
}`

const BASE = 'https://app.example/auth'

const DISCOVERY_DOCUMENT = JSON.stringify({
  issuer: 'https://idp.example',
  authorization_endpoint: 'https://idp.example/authorize',
  token_endpoint: 'https://idp.example/token',
  jwks_uri: 'https://idp.example/jwks',
})

async function bundleWorker(): Promise<string> {
  const build = await rolldown({
    input: 'the-worker',
    cwd: import.meta.dirname,
    platform: 'neutral',
    resolve: {
      conditionNames: ['@latchstring/source', 'workerd', 'worker', 'browser', 'import'],
      mainFields: ['module', 'main'],
    },
    external: [/^node:/],
    plugins: [
      {
        name: 'worker',
        resolveId: (id) => (id === 'the-worker' ? `${import.meta.dirname}/the-worker.js` : null),
        load: (id) => (id.endsWith('the-worker.js') ? WORKER : null),
      },
    ],
  })
  const { output } = await build.generate({ format: 'esm', codeSplitting: false })
  await build.close()
  expect(output).toHaveLength(1)
  return output[0].code
}

let code: string
beforeAll(async () => {
  code = await bundleWorker()
})

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

interface Worker {
  readonly openBrowser: (instance: string) => Browser
  readonly ask: (path: string) => Promise<string>
}

/** Starts the application in workerd, over D1. */
async function startWorker(
  flags: readonly string[],
  discover: () => Promise<void> = async () => undefined,
): Promise<Worker> {
  const folder = makeDatabaseFolder()
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: code }],
    compatibilityDate: '2026-04-01',
    compatibilityFlags: [...flags],
    bindings: { AUTH_URL: 'https://app.example', AUTH_SECRET: SECRETS.older, PASSWORD },
    d1Databases: ['DB'],
    d1Persist: folder,
    cf: false,
    outboundService: async () => {
      await discover()
      return new WorkerResponse(DISCOVERY_DOCUMENT)
    },
  })
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  cleanUps.push(() => miniflare.dispose())

  async function send(request: Request, instance: string): Promise<Response> {
    const headers = { ...Object.fromEntries(request.headers), 'x-instance': instance }
    const body = request.method === 'GET' ? undefined : await request.text()
    const { method, url } = request
    const sent = { method, headers, redirect: 'manual', ...(body && { body }) } as const
    const response = await miniflare.dispatchFetch(url, sent)
    const copy = new Headers()
    for (const [name, value] of response.headers) {
      if (name !== 'set-cookie') copy.append(name, value)
    }
    for (const cookie of response.headers.getSetCookie()) copy.append('set-cookie', cookie)
    const { status } = response
    return new Response(status === 204 ? null : await response.text(), { status, headers: copy })
  }

  const worker: Worker = {
    openBrowser: (instance) => createBrowser((request) => send(request, instance)),
    ask: async (path) => (await miniflare.dispatchFetch(`https://app.example${path}`)).text(),
  }
  await worker.ask('/migrate')
  return worker
}

const reads = async (worker: Worker, instance: string, from: Browser): Promise<unknown> =>
  readSession(copyCookies(from, worker.openBrowser(instance)))

async function signOut(browser: Browser): Promise<void> {
  const csrfToken = await browser.csrf(BASE)
  await browser.submit(`${BASE}/signout`, { csrfToken, callbackUrl: '/' })
}

const WORKERS = [
  ['without a way to go on after a response', []],
  ['with nodejs_compat, whose waitUntil keeps a pull alive', ['nodejs_compat']],
] as const

describe.each(inPart(WORKERS, (_, index) => index === 0))(
  'A session in Cloudflare Workers over D1, %s,',
  (_name, flags) => {
    test('TIM-01 REV-01 that was signed out of at one instance is refused by another within the window, which asks no more than once in half of it', async () => {
      const worker = await startWorker(flags)
      for (let round = 0; round < 3; round++) {
        const browser = await signInWithPassword(worker.openBrowser('here'))
        const other = await signInWithPassword(worker.openBrowser('here'))
        expect(await reads(worker, 'there', browser)).not.toBeNull()
        await worker.ask('/advance?seconds=16')
        // Begins the pull that is cut off with its response, unless something keeps it.
        expect(await reads(worker, 'there', other)).not.toBeNull()
        const copy = copyCookies(browser, worker.openBrowser('there'))
        await signOut(browser)
        await worker.ask('/advance?seconds=30')
        await worker.ask('/queries')
        const all = Array.from({ length: 8 }, async (_item, index) =>
          index % 2
            ? readSession(copyCookies(copy, worker.openBrowser('there')))
            : reads(worker, 'there', other),
        )
        const found = await Promise.all(all)
        expect(found.map((session) => session === null)).toEqual(
          Array.from({ length: 8 }, (_item, index) => index % 2 === 1),
        )
        await worker.ask('/queries')
        for (let second = 0; second < 14; second += 7) {
          await worker.ask('/advance?seconds=7')
          expect(await reads(worker, 'there', other)).not.toBeNull()
        }
        expect(await worker.ask('/queries')).toBe('[]')
      }
    })

    test('TIM-01 from half a window on an ending is known, and no response is older than the window', async () => {
      const worker = await startWorker(flags)
      const browser = await signInWithPassword(worker.openBrowser('here'))
      const other = await signInWithPassword(worker.openBrowser('here'))
      const copy = copyCookies(browser, worker.openBrowser('there'))
      expect(await reads(worker, 'there', other)).not.toBeNull()
      await signOut(browser)
      await worker.ask('/advance?seconds=15')
      await reads(worker, 'there', other)
      // Where the pull goes on in the background, it has ended soon after.
      await expect
        .poll(() => readSession(copyCookies(copy, worker.openBrowser('there'))), {
          timeout: 10_000,
        })
        .toBeNull()
    })

    test('REV-04 REV-05 that was open when all sessions of its user were ended is refused, and one opened after that is not', async () => {
      const worker = await startWorker(flags)
      const browsers = [
        await signInWithPassword(worker.openBrowser('here')),
        await signInWithPassword(worker.openBrowser('there')),
      ]
      for (const browser of browsers) expect(await reads(worker, 'there', browser)).not.toBeNull()
      await worker.openBrowser('here').open(`${BASE}/end-all`)
      const later = await signInWithPassword(worker.openBrowser('there'))
      await worker.ask('/advance?seconds=30')
      for (const instance of ['here', 'there']) {
        for (const browser of browsers) expect(await reads(worker, instance, browser)).toBeNull()
        expect(await reads(worker, instance, later)).not.toBeNull()
      }
    })

    test('BAK-01 stays ended after the database lost the ending before it was read', async () => {
      const worker = await startWorker(flags)
      const browser = await signInWithPassword(worker.openBrowser('here'))
      const other = await signInWithPassword(worker.openBrowser('here'))
      const copy = copyCookies(browser, worker.openBrowser('there'))
      expect(await reads(worker, 'here', other)).not.toBeNull()
      await signOut(browser)
      await worker.ask('/lose')
      for (let round = 0; round < 3; round++) {
        await worker.ask('/advance?seconds=30')
        for (const instance of ['here', 'there']) {
          expect(await reads(worker, instance, other)).not.toBeNull()
        }
      }
      expect(await readSession(copyCookies(copy, worker.openBrowser('there')))).toBeNull()
      expect(await readSession(copyCookies(copy, worker.openBrowser('a third')))).toBeNull()
    })

    test('TIM-01 OID-19 a renewal of the discovery document that ended with its request is made again, and no sign-in waits for it', async () => {
      let release: () => void = () => undefined
      let asked: Promise<void> = Promise.resolve()
      const worker = await startWorker(flags, () => asked)
      const browser = worker.openBrowser('here')
      const start = async (): Promise<string> => (await requestAuthorization(browser, 'plain')).host
      expect(await start()).toBe('idp.example')
      await worker.ask('/advance?seconds=601')
      asked = new Promise((resolve) => {
        release = resolve
      })
      expect(await start()).toBe('idp.example')
      asked = Promise.resolve()
      await worker.ask('/advance?seconds=86400')
      expect(await start()).toBe('idp.example')
      release()
    })

    test('COL-01 is looked up by key while an isolate has not read a long feed', async () => {
      const worker = await startWorker(flags)
      for (const name of ['a', 'b', 'c', 'd', 'e']) await worker.ask(`/fill?name=${name}`)
      const browser = await signInWithPassword(worker.openBrowser('here'))
      const other = await signInWithPassword(worker.openBrowser('here'))
      const copy = copyCookies(browser, worker.openBrowser('there'))
      await signOut(browser)
      for (let read = 0; read < 3; read++) {
        expect(await reads(worker, 'there', other)).not.toBeNull()
        expect(await reads(worker, 'there', copy)).toBeNull()
      }
    })
  },
)
