import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import http2 from 'node:http2'
import { connect } from 'node:net'
import { type Auth, type AuthConfig, type AuthConfigInput, createAuth } from '@latchstring/core'
import {
  type NodeHandler,
  type NodeRequest,
  type NodeResponse,
  toNodeHandler,
  toSessionSource,
} from '@latchstring/core/framework'
import type { Env } from '@latchstring/core/types'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import { passwords, PEOPLE, signInWithPassword } from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { type NodeServer, startHttp1, startHttp2, STARTS, withMembers } from './src/node-servers.ts'

const FORM = 'application/x-www-form-urlencoded'
const TRUSTED: Env = { ...ENV, AUTH_URL: undefined, AUTH_TRUST_HOST: 'true' }

const quiet = { error: () => undefined, warn: () => undefined }

const PLAIN: AuthConfig = { providers: [passwords()], logger: quiet }

function open(config: AuthConfigInput = PLAIN, env: Env = ENV): Auth {
  return createAuth(config, { env })
}

const NO_BODY = {
  resume: () => undefined,
  iterator: () => ({ next: async () => ({ done: true, value: undefined }) }) as const,
}

/** Sends text as it is, and gives everything that comes back until the connection ends. */
async function exchange({ port }: NodeServer, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  let received = ''
  socket.on('data', (part: string) => {
    received += part
  })
  socket.write(text)
  await once(socket, 'close')
  return received
}

const lines = (...all: readonly string[]): string => [...all, '', ''].join('\r\n')

/** The origin of the addresses that a response is about, or its status. */
function originIn(response: string): string {
  const [, origin] = /"callbackUrl":"(https?:\/\/[^/"]+)/.exec(response) ?? []
  return origin ?? /^HTTP\/1\.1 (\d+)/.exec(response)?.[1] ?? response
}

describe('A request of Node.js', () => {
  describe.each(STRATEGIES)('for a session of the strategy %s', (strategy) => {
    test.each(['HTTP/1.1', 'HTTP/2'] as const)(
      'over %s creates no web objects, with and without a session, also in a check by the server (PERF-13)',
      async (protocol) => {
        const store = await openStore()
        onTestFinished(() => store.close())
        await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: null })
        const { adapter } = store
        const app = createApp({
          providers: [passwords()],
          adapter,
          session: { strategy },
        })
        const server = await STARTS[protocol](toNodeHandler(app.auth))
        const reader = await startHttp1(async (message, response) => {
          const { session } = await app.auth.session(toSessionSource(message))
          response.end(JSON.stringify(session))
        })
        const browser = await signInWithPassword(app.openBrowser())
        const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
        const none = (): never => {
          throw new Error('a web object')
        }
        for (const name of ['Request', 'Response', 'Headers']) vi.stubGlobal(name, none)
        const ask = (method: string, target: string, headers: Record<string, string>) => ({
          method,
          target,
          headers,
        })
        const target = '/auth/session?a=b'
        const given = await server.send(ask('GET', target, { cookie, host: 'app.example' }))
        const head = await server.send(ask('HEAD', target, { cookie }))
        const anonymous = await server.send(ask('GET', target, {}))
        const read = await reader.send(ask('GET', '/me', { cookie }))
        vi.unstubAllGlobals()
        expect(given).toMatchObject({ status: 200 })
        expect(JSON.parse(given.body)).toMatchObject({ user: { name: 'Ada Lovelace' } })
        expect(head).toEqual({ ...given, body: '' })
        expect(anonymous).toMatchObject({ status: 200, body: 'null', cookies: [] })
        expect(JSON.parse(read.body)).toMatchObject({ user: { name: 'Ada Lovelace' } })
      },
    )
  })

  test.each([
    ['one host', ['Host: app.example'], 'http://app.example'],
    ['one host twice', ['Host: app.example', 'host: APP.example'], 'http://app.example'],
    ['two hosts', ['Host: app.example', 'Host: evil.example'], '400'],
    ['two hosts, the other way round', ['Host: evil.example', 'Host: app.example'], '400'],
    [
      'a list of what proxies saw',
      ['Host: inner', 'X-Forwarded-Host: evil.example, app.example', 'X-Forwarded-Proto: https'],
      'https://app.example',
    ],
    [
      'headers of two proxies',
      ['Host: inner', 'X-Forwarded-Host: evil.example', 'X-Forwarded-Host: app.example'],
      'http://app.example',
    ],
  ])('with %s has one host or is refused, with trustHost (HST-03)', async (__, headers, origin) => {
    const server = await startHttp1(toNodeHandler(open(PLAIN, TRUSTED)))
    const request = lines('GET /auth/providers HTTP/1.1', ...headers, 'Connection: close')
    expect(originIn(await exchange(server, request))).toBe(origin)
  })

  test.each([
    ['of the same host', 'http://app.example/auth/providers', 'http://app.example'],
    ['that is of https', 'https://app.example/auth/providers', 'http://app.example'],
    ['of another host', 'http://evil.example/auth/providers', '400'],
    ['of another port', 'http://app.example:81/auth/providers', '400'],
  ])('does not take its host from the target %s (HST-03)', async (__, target, origin) => {
    const server = await startHttp1(toNodeHandler(open(PLAIN, TRUSTED)))
    const request = lines(`GET ${target} HTTP/1.1`, 'Host: app.example', 'Connection: close')
    expect(originIn(await exchange(server, request))).toBe(origin)
  })

  test('without a host is refused with trustHost, and has the configured origin otherwise (HST-03)', async () => {
    const request = lines('GET /auth/providers HTTP/1.0')
    const trusted = await startHttp1(toNodeHandler(open(PLAIN, TRUSTED)))
    expect(originIn(await exchange(trusted, request))).toBe('400')
    const fixed = await startHttp1(toNodeHandler(open()))
    expect(originIn(await exchange(fixed, request))).toBe(ORIGIN)
  })

  test.each([
    ['the authority alone', {}, 200],
    ['a host that is the same', { host: 'app.example' }, 200],
    ['another host', { host: 'evil.example' }, 400],
  ])('over HTTP/2 with %s has one host or is refused (HST-03)', async (__, headers, status) => {
    const { port } = await startHttp2(toNodeHandler(open(PLAIN, TRUSTED)))
    const client = http2.connect(`http://127.0.0.1:${port}`)
    const stream = client.request({
      ':path': '/auth/providers',
      ':authority': 'app.example',
      ':scheme': 'https',
      ...headers,
    })
    stream.setEncoding('utf8')
    // What the event has.
    const [received] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
    let body = ''
    for await (const part of stream) body += String(part)
    client.close()
    expect(received[':status']).toBe(status)
    // What the client says of the scheme is not believed.
    if (status === 200) expect(originIn(body)).toBe('http://app.example')
  })

  test('over TLS is https with any headers (HST-03)', async () => {
    const handle = toNodeHandler(open(PLAIN, TRUSTED))
    const server = await startHttp1((message, response) => {
      Reflect.set(message.socket, 'encrypted', true)
      void handle(message, response)
    })
    const request = lines('GET /auth/providers HTTP/1.1', 'Host: app.example', 'Connection: close')
    expect(originIn(await exchange(server, request))).toBe('https://app.example')
  })

  test.each([
    ['shortened its path', { url: '/session', originalUrl: '/auth/session' }, 200],
    ['shortened its path to an empty one', { url: '/', originalUrl: '/auth/session?a=b' }, 200],
    ['left it alone', {}, 404],
  ])(
    'passed on by a router, and %s, is read with the complete path',
    async (__, members, status) => {
      const handle = toNodeHandler(open())
      const server = await startHttp1((message, response) => {
        void handle(withMembers(message, members), response)
      })
      const received = await server.send({ method: 'GET', target: '/nothing', headers: {} })
      expect(received.status).toBe(status)
    },
  )

  test('that only resembles one, as on serverless platforms, is read by its members', async () => {
    const app = createApp({ providers: [passwords()], trustHost: true }, { env: TRUSTED })
    const browser = app.openBrowser()
    await signInWithPassword(browser)
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, host: 'app.example', 'x-forwarded-proto': 'https' }
    const request = { method: 'GET', url: '/auth/session', headers }
    const source = toSessionSource({ readableDidRead: false, ...request, ...NO_BODY })
    expect((await app.auth.session(source)).session).toMatchObject({
      user: { name: 'Ada Lovelace' },
    })
  })

  test('with a method that `Request` refuses gets 405', async () => {
    const errors: unknown[] = []
    const logger = { ...quiet, error: (error: Error) => void errors.push(error.name) }
    const server = await startHttp1(
      toNodeHandler(open(() => ({ providers: [passwords()], logger }))),
    )
    const request = lines('TRACE /auth/session HTTP/1.1', 'Host: app.example', 'Connection: close')
    expect(originIn(await exchange(server, request))).toBe('400')
  })
})

/** Reads the body before the handler, as parsers of applications do. */
function after(parse: (text: string) => unknown, handle: NodeHandler) {
  return async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = ''
    for await (const part of message) text += String(part)
    await handle(withMembers(message, { body: parse(text) }), response)
  }
}

const parseJson = (text: string): unknown => JSON.parse(text)

const asForm = (text: string): Record<string, unknown> => {
  const parameters = new URLSearchParams(text)
  const entries = [...new Set(parameters.keys())].map((name) => {
    const [first, ...more] = parameters.getAll(name)
    return [name, more.length > 0 ? [first, ...more] : first] as const
  })
  return Object.fromEntries(entries)
}

describe('The body of a request of Node.js', () => {
  const parsers = {
    'an object': asForm,
    text: (text: string) => text,
    bytes: (text: string) => Buffer.from(text),
  }

  test.each(Object.entries(parsers))(
    'parsed by the application into %s signs in like an unparsed one',
    async (__, parse) => {
      const app = createApp({ providers: [passwords()] })
      const browser = app.openBrowser()
      const csrfToken = await browser.csrf(`${ORIGIN}/auth`)
      const fields = { csrfToken, username: 'ada', password: 'correct horse battery staple' }
      const server = await startHttp1(after(parse, toNodeHandler(app.auth)))
      const received = await server.send({
        method: 'POST',
        target: '/auth/callback/credentials',
        headers: {
          'content-type': FORM,
          cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        },
        body: new URLSearchParams(fields).toString(),
      })
      expect(received).toMatchObject({ status: 302, headers: { location: ORIGIN } })
      expect(received.cookies.join()).toContain('session-token=')
    },
  )

  test('of JSON parsed by the application updates the session', async () => {
    const app = createApp({
      providers: [passwords()],
      callbacks: { jwt: ({ token, session }) => ({ ...token, ...session }) },
    })
    const browser = await signInWithPassword(app.openBrowser())
    const csrfToken = await browser.csrf(`${ORIGIN}/auth`)
    const server = await startHttp1(after(parseJson, toNodeHandler(app.auth)))
    const received = await server.send({
      method: 'POST',
      target: '/auth/session',
      headers: {
        'content-type': 'application/json',
        cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      },
      body: JSON.stringify({ csrfToken, data: { name: 'Countess' } }),
    })
    expect(JSON.parse(received.body)).toMatchObject({ user: { name: 'Countess' } })
  })

  test.each<readonly [string, (text: string) => unknown, number]>([
    ['a form with objects in it', () => ({ a: { b: 'c' } }), 400],
    ['more than any may have', () => ({ a: 'x'.repeat(70_000) }), 413],
    ['a value that is lost', () => undefined, 302],
  ])('parsed by the application into %s is refused', async (__, parse, status) => {
    const server = await startHttp1(after(parse, toNodeHandler(open())))
    const headers = { 'content-type': FORM }
    const sent = { method: 'POST', target: '/auth/signout', headers, body: 'a=b' }
    expect(await server.send(sent)).toMatchObject({ status })
  })

  test('that is too long is refused, and the connection stays open', async () => {
    const server = await startHttp1(toNodeHandler(open()))
    const body = 'x'.repeat(300_000)
    const post = ['POST /auth/signout HTTP/1.1', 'Host: app.example', `Content-Type: ${FORM}`]
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const next = lines('GET /auth/session HTTP/1.1', 'Host: app.example', 'Connection: close')
    const received = await exchange(
      server,
      lines(...post, 'Transfer-Encoding: chunked') + chunk + next,
    )
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  })

  test('whose sender disconnects ends only the work on it', async () => {
    const handle = toNodeHandler(open())
    const over = new EventEmitter()
    const ended = once(over, 'end')
    const server = await startHttp1((message, response) => {
      void handle(message, response).then(() => over.emit('end'))
    })
    const socket = connect(server.port, '127.0.0.1')
    const head = ['POST /auth/signout HTTP/1.1', 'Host: app.example', `Content-Type: ${FORM}`]
    socket.write(lines(...head, 'Content-Length: 100'))
    socket.write('a=b', () => socket.destroy())
    await ended
    const next = await server.send({ method: 'GET', target: '/auth/session', headers: {} })
    expect(next).toMatchObject({ status: 200, body: 'null' })
  })

  test.each(['HTTP/1.1', 'HTTP/2'] as const)(
    'of the response to %s has a Content-Length',
    async (protocol) => {
      const lengths: unknown[] = []
      const handle = toNodeHandler(open())
      const server = await STARTS[protocol]((message: NodeRequest, response: NodeResponse) => {
        const writeHead = response.writeHead.bind(response)
        const spied: NodeResponse['writeHead'] = (status, headers) => {
          lengths.push(headers['Content-Length'])
          return writeHead(status, headers)
        }
        Object.assign(response, { writeHead: spied })
        void handle(message, response)
      })
      const names = { headers: { accept: 'text/html', 'accept-language': 'ja' } }
      const page = await server.send({ method: 'GET', target: '/auth/signin', ...names })
      await server.send({ method: 'HEAD', target: '/auth/signin', ...names })
      await server.send({ method: 'GET', target: '/auth/session', headers: {} })
      expect(lengths[0]).toBe(String(Buffer.byteLength(page.body) + tokenLength(page.body)))
      expect(lengths.slice(1)).toEqual([undefined, '4'])
    },
  )
})

/** What was taken out of a page to compare it: a token of 64 characters is one of three bytes there. */
const tokenLength = (page: string): number => (page.match(/…/g) ?? []).length * (64 - 3)

describe('A response of Node.js', () => {
  test('keeps cookies and `Vary` that the application set before (CKI-12)', async () => {
    const handle = toNodeHandler(open())
    const server = await startHttp1((message, response) => {
      response.setHeader('Set-Cookie', 'theme=dark')
      response.setHeader('Vary', 'Origin')
      response.setHeader('X-Powered-By', 'the application')
      void handle(message, response)
    })
    const received = await server.send({ method: 'GET', target: '/auth/csrf', headers: {} })
    expect(received.cookies[0]).toBe('theme=dark')
    expect(received.cookies[1]).toMatch(/csrf-token=/)
    expect(received.headers).toMatchObject({
      vary: 'Origin, Cookie',
      'x-powered-by': 'the application',
    })
  })

  test('that was already sent is not changed', async () => {
    const handle = toNodeHandler(open())
    const server = await startHttp1((message, response) => {
      response.end('too late')
      void handle(message, response)
    })
    const received = await server.send({ method: 'GET', target: '/auth/session', headers: {} })
    expect(received.body).toBe('too late')
  })

  test('that cannot be written becomes an error, and the server continues', async () => {
    const handle = toNodeHandler(open())
    let broken = true
    const server = await startHttp1((message, response) => {
      if (broken) {
        const writeHead = response.writeHead.bind(response)
        let times = 0
        const broke = (...all: unknown[]): unknown => {
          times += 1
          if (times < 3) throw new Error('no head')
          return Reflect.apply(writeHead, response, all)
        }
        Object.assign(response, { writeHead: broke })
      }
      void handle(message, response)
    })
    const sent = { method: 'GET', target: '/auth/session', headers: {} }
    expect(await server.send(sent)).toMatchObject({ status: 500, body: '' })
    broken = false
    expect(await server.send(sent)).toMatchObject({ status: 200 })
  })
})
