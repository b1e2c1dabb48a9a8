import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { passwords } from '@latchstring/test-kit/people'
import { provideRequestEvent } from 'solid-js/web/storage'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { StartEvent } from './lib/types.ts'
import Latchstring from './vinxi.ts'

// The core and the server are the real ones here, and the event of SolidStart 1 is a double.

beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe')
  vi.stubEnv('AUTH_TRUST_HOST', 'true')
})

let close = (): void => undefined
afterEach(() => close())

const latchstring = Latchstring({
  providers: [passwords()],
  callbacks: { authorized: ({ request }) => !request.url.endsWith('/closed') },
})

interface TestEvent extends StartEvent {
  readonly locals: App.RequestEventLocals
}

/** `onRequest` sets its members. */
const noLocals = () => ({}) as App.RequestEventLocals

function toEvent(req: IncomingMessage, res: ServerResponse): TestEvent {
  const request = new Request(`http://${req.headers.host}${req.url}`)
  const headers = {
    get: (name: string) => String(res.getHeader(name)),
    set: (name: string, value: string) => void res.setHeader(name, value),
  }
  return { request, response: { headers }, locals: noLocals(), nativeEvent: { node: { req, res } } }
}

/** Starts an application of one page, and returns its URL. */
async function start(page: (event: TestEvent) => Promise<string>): Promise<string> {
  const server = createServer((req, res) => {
    const event = toEvent(req, res)
    void provideRequestEvent(event, async () => {
      await latchstring.onRequest(event)
      if (res.writableEnded) return
      const refused = await latchstring.guard(event)
      if (refused) res.writeHead(refused.status).end()
      else res.end(await page(event))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  close = () => void server.close()
  // A server that listens on a port has an `AddressInfo`.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ONCE = { headers: { connection: 'close' } }

test('onRequest for SolidStart 1 answers the HTTP actions and gives `locals` the session of other requests', async () => {
  const origin = await start(async ({ locals }) =>
    JSON.stringify([await locals.auth(), await locals.client(), await latchstring.auth()]),
  )
  expect(await (await fetch(`${origin}/auth/session`, ONCE)).json()).toBeNull()
  const page = await fetch(`${origin}/`, ONCE)
  expect(await page.json()).toEqual([null, null, null])
  expect(page.headers.get('vary')).toMatch(/cookie/i)
})

test('The guard for SolidStart 1 returns the response that refuses a request', async () => {
  const origin = await start(() => Promise.resolve('inside'))
  expect((await fetch(`${origin}/open`, ONCE)).status).toBe(200)
  expect((await fetch(`${origin}/closed`, ONCE)).status).toBe(401)
})

/** A request without a connection: Nitro makes one at build time, and for each request of a client where functions serve it. */
function madeUp(path = '/auth/session'): TestEvent {
  const request = new Request(`http://localhost${path}`)
  const headers = { host: 'localhost', 'x-nitro-prerender': path }
  const req = { url: path, method: 'GET', headers }
  const response = { headers: new Headers() }
  return {
    request,
    response,
    locals: noLocals(),
    nativeEvent: { node: { req, res: { writeHead: () => undefined } } },
  }
}

test('Prerendering of SolidStart 1 reads no session and answers no action', async () => {
  const before = process.argv
  process.argv = ['node', '/app/node_modules/.bin/vinxi', 'build']
  onTestFinished(() => {
    process.argv = before
  })
  const event = madeUp()
  await latchstring.onRequest(event)
  expect(await event.locals.auth()).toBeNull()
  expect(await latchstring.auth(event)).toBeNull()
  expect(await latchstring.guard(event)).toBeUndefined()
})

test('The prerender header alone does not make a request of SolidStart 1 a prerendered one', async () => {
  const origin = await start(() => Promise.resolve('inside'))
  const headers = { connection: 'close', 'x-nitro-prerender': '/closed' }
  expect((await fetch(`${origin}/closed`, { headers })).status).toBe(401)
})

test('The prerender header opens no page of SolidStart 1 where every request is without a connection (INT-01)', async () => {
  expect((await latchstring.guard(madeUp('/closed')))?.status).toBe(401)
  expect(await latchstring.guard(madeUp('/open'))).toBeUndefined()
})

test('The SolidStart 1 entry, used in SolidStart 2, names the entry to use', async () => {
  const request = new Request('http://app.test/')
  const event = { request, response: { headers: new Headers() }, locals: {}, nativeEvent: {} }
  await expect(latchstring.onRequest(event)).rejects.toThrow('import @latchstring/solid-start')
})
