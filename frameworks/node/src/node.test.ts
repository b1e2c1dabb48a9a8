import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2 } from 'node:http2'
import { connect, type AddressInfo } from 'node:net'
import { ENV } from '@latchstring/test-kit/app'
import { PASSWORD, passwords } from '@latchstring/test-kit/people'
import { afterEach, describe, expect, test } from 'vitest'
import Latchstring, { beforeHead, sendResponse } from './index.ts'

const { AUTH_URL: _, ...WITHOUT_URL } = ENV
const quiet = { error: () => undefined, warn: () => undefined }

const config = {
  providers: [passwords()],
  trustHost: true,
  logger: quiet,
  session: { updateAge: 0 },
  callbacks: { authorized: ({ auth }: { auth: unknown }) => auth !== null },
}

const latchstring = Latchstring(config, { env: WITHOUT_URL })

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function listen(handler: Handler): Promise<{ origin: string; port: number }> {
  const server = createServer((request, response) => {
    void (async () => handler(request, response))().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closers.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  // A server that listens on a port has an `AddressInfo`.
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, port }
}

const pairs = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

/** Signs in and returns the cookies of the session. */
async function signIn(origin: string): Promise<string> {
  const first = await fetch(`${origin}/auth/csrf`)
  // The body is that of the action.
  const { csrfToken } = (await first.json()) as { csrfToken: string }
  const response = await fetch(`${origin}/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie: pairs(first) },
    body: new URLSearchParams({ csrfToken, username: 'ada', password: PASSWORD }),
  })
  return `${pairs(first)}; ${pairs(response)}`
}

const sessions = (response: Response): readonly string[] =>
  response.headers.getSetCookie().filter((line) => line.includes('session-token'))

/** Ways to write a response after the session was read. */
async function afterReading(write: Handler, path = '/page'): Promise<Response> {
  const { origin } = await listen(async (request, response) => {
    if (await latchstring.handle(request, response)) return
    await latchstring.auth(request, response)
    await write(request, response)
  })
  const cookie = await signIn(origin)
  return fetch(origin + path, { headers: { cookie }, redirect: 'manual' })
}

describe('the renewed cookie of a session that was read', () => {
  const WAYS: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
    end: (response) => response.end('x'),
    write: (response) => {
      response.write('x')
      response.end()
    },
    flushHeaders: (response) => {
      response.flushHeaders()
      response.end('x')
    },
    'writeHead with a status': (response) => response.writeHead(200).end('x'),
    'writeHead with a reason': (response) => response.writeHead(200, 'Fine').end('x'),
    'writeHead with headers': (response) => response.writeHead(200, { 'X-App': 'a' }).end('x'),
    'writeHead with a reason and headers': (response) =>
      response.writeHead(200, 'Fine', { 'X-App': 'a' }).end('x'),
    'writeHead with names and values in turn': (response) =>
      response
        .writeHead(200, ['X-App', 'a', 'Set-Cookie', 'app=1', 'Set-Cookie', 'two=2'])
        .end('x'),
    'writeHead with a list as a value': (response) =>
      response.writeHead(200, ['Set-Cookie', ['app=1', 'two=2'], 'X-App', 'a']).end('x'),
  }

  test.each(Object.keys(WAYS))('is set by a response that begins with %s (CKI-12)', async (way) => {
    const answer = await afterReading((_request, response) => WAYS[way]?.(response))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('x')
    expect(sessions(answer)).toHaveLength(1)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('vary')).toBe('Cookie')
    if (way.includes('in turn') || way.includes('list')) {
      expect(answer.headers.getSetCookie().slice(0, 2)).toEqual(['app=1', 'two=2'])
      expect(answer.headers.get('x-app')).toBe('a')
    }
  })

  test('is set when `writeHead` gets headers after an `undefined` reason', async () => {
    const answer = await afterReading((_request, response) => {
      const writeHead: unknown = Reflect.get(response, 'writeHead')
      // Node.js accepts this form, which its types lack.
      Reflect.apply(writeHead as () => unknown, response, [200, undefined, { 'X-App': 'a' }])
      response.end('x')
    })
    expect(answer.headers.get('x-app')).toBe('a')
    expect(sessions(answer)).toHaveLength(1)
  })

  test('is set beside cookies of the application, whatever wraps `writeHead` (CKI-12)', async () => {
    const answer = await afterReading((_request, response) => {
      response.setHeader('Set-Cookie', ['app=1', 'two=2'])
      response.setHeader('Vary', 'Accept')
      // Works like middleware for compression.
      beforeHead(response, () => response.setHeader('Content-Language', 'en'))
      response.end('x')
    })
    expect(answer.headers.getSetCookie()).toHaveLength(3)
    expect(answer.headers.get('vary')).toBe('Accept, Cookie')
    expect(answer.headers.get('content-language')).toBe('en')
  })

  test('is set on the error response after headers that cannot be sent (CKI-12)', async () => {
    const answer = await afterReading((_request, response) => {
      response.writeHead(200, { 'X-App': 'line\nbreak' })
    })
    expect(answer.status).toBe(500)
    expect(sessions(answer)).toHaveLength(1)
  })

  test('is not set for a session that is read after the head was sent', async () => {
    const { origin } = await listen(async (request, response) => {
      if (await latchstring.handle(request, response)) return
      response.write('first ')
      const session = await latchstring.auth(request, response)
      response.end(session?.user?.name)
    })
    const answer = await fetch(origin, { headers: { cookie: await signIn(origin) } })
    expect(await answer.text()).toBe('first Ada Lovelace')
    expect(sessions(answer)).toHaveLength(0)
  })

  test('does not undo a sign-out that follows in the same request (CKI-12)', async () => {
    const { origin } = await listen(async (request, response) => {
      // This application reads every session before it routes the request.
      await latchstring.auth(request, response)
      if (await latchstring.handle(request, response)) return
      response.end('x')
    })
    const [, cookie = ''] = (await signIn(origin)).split('; ')
    const csrf = await fetch(`${origin}/auth/csrf`, { headers: { cookie } })
    // The body is that of the action.
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const answer = await fetch(`${origin}/auth/signout`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, cookie: `${cookie}; ${pairs(csrf)}` },
      body: new URLSearchParams({ csrfToken }),
    })
    expect(sessions(answer)).toHaveLength(1)
    expect(sessions(answer)[0]).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/)
  })

  test('is set over HTTP/2 (CKI-12)', async () => {
    const { origin } = await listen((request, response) => latchstring.handle(request, response))
    const cookie = await signIn(origin)
    const server = createHttp2((request, response) => {
      // Both types have the members that are used here.
      const [message, reply] = [request, response] as unknown as Parameters<Handler>
      void latchstring.auth(message, reply).then(() => response.end('x'))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    // A server that listens on a port has an `AddressInfo`.
    const { port } = server.address() as AddressInfo
    const client = connectHttp2(`http://127.0.0.1:${port}`)
    const stream = client.request({ ':path': '/', cookie })
    // Names of events are not typed.
    const [headers] = (await once(stream, 'response')) as readonly unknown[]
    expect(headers).toMatchObject({ 'set-cookie': [expect.stringContaining('session-token')] })
    stream.resume()
    await once(stream, 'close')
    client.close()
    server.close()
    await once(server, 'close')
  })
})

describe('a request that is not an action', () => {
  test('is left to the application, also below the base path and with an empty path', async () => {
    const { origin, port } = await listen(async (request, response) => {
      response.end((await latchstring.handle(request, response)) ? '' : 'mine')
    })
    for (const path of ['/', '/auth', '/auth/', '/auth/mine', '//auth/session', '/AUTH/session']) {
      expect(await (await fetch(origin + path)).text()).toBe('mine')
    }
    const socket = connect(port, '127.0.0.1')
    socket.write('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toContain('mine')
  })
})

describe('an action', () => {
  test('is answered over HTTP/1.0, without a body for HEAD, and several times on one connection', async () => {
    const { origin, port } = await listen((request, response) =>
      latchstring.handle(request, response),
    )
    const head = await fetch(`${origin}/auth/session`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const socket = connect(port, '127.0.0.1')
    const get = 'GET /auth/session HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
    socket.write(`${get}${get}GET /auth/session HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n`)
    let received = ''
    for await (const chunk of socket) received += String(chunk)
    expect(received.match(/HTTP\/1\.1 200/g)).toHaveLength(3)
    expect(received.match(/null/g)).toHaveLength(3)
  })

  test('is found by the original path where a router has shortened it', async () => {
    const { origin } = await listen(async (request, response) => {
      Object.assign(request, { originalUrl: request.url, url: '/session' })
      await latchstring.handle(request, response)
    })
    expect(await (await fetch(`${origin}/auth/session`)).text()).toBe('null')
  })
})

describe('a Web `Response`', () => {
  test('is streamed, with each cookie in a header of its own (CKI-12)', async () => {
    const { origin } = await listen((_request, response) => {
      const headers = new Headers({ 'x-app': 'a' })
      headers.append('set-cookie', 'a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT')
      headers.append('set-cookie', 'b=2')
      const body = new Response('long body').body
      return sendResponse(new Response(body, { status: 418, headers }), response)
    })
    const answer = await fetch(origin)
    expect(answer.status).toBe(418)
    expect(answer.headers.getSetCookie()).toHaveLength(2)
    expect(await answer.text()).toBe('long body')
    const head = await fetch(origin, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([418, ''])
  })

  test('closes the connection when its body fails, and the server keeps running', async () => {
    const { origin } = await listen((request, response) => {
      if (request.url === '/fine') return response.end('fine')
      const body = new ReadableStream({
        pull(controller) {
          controller.error(new Error('broken'))
        },
      })
      return sendResponse(new Response(body), response)
    })
    await expect(fetch(origin).then((answer) => answer.text())).rejects.toThrow()
    expect(await (await fetch(`${origin}/fine`)).text()).toBe('fine')
  })

  test('does not replace a response that was already sent', async () => {
    const { origin } = await listen(async (_request, response) => {
      response.write('mine')
      await sendResponse(new Response('ours'), response)
      response.end()
    })
    expect(await (await fetch(origin)).text()).toBe('mine')
  })
})

describe('a route that requires a session', () => {
  test('redirects a page to the sign-in page and answers a script with 401', async () => {
    const { origin } = await listen(async (request, response) => {
      if (await latchstring.handle(request, response)) return
      const session = await latchstring.requireSession(request, response, {
        page: request.headers.accept === 'text/html',
      })
      if (session) response.end(session.user?.name)
    })
    const page = await fetch(`${origin}/in?x=1`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    })
    expect(page.status).toBe(307)
    expect(page.headers.get('location')).toContain(encodeURIComponent('/in?x=1'))
    expect((await fetch(`${origin}/in`)).status).toBe(401)
    const member = await fetch(`${origin}/in`, { headers: { cookie: await signIn(origin) } })
    expect(await member.text()).toBe('Ada Lovelace')
  })
})
