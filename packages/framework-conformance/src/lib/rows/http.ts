import assert from 'node:assert/strict'
import { abandon, askRaw } from '../http.ts'
import { Jar } from '../jar.ts'
import {
  assertPrivate,
  assertStatus,
  csrf,
  describe,
  encode,
  form,
  json,
  location,
  member,
  NAVIGATION,
  password,
  signIn,
} from '../steps.ts'
import type { Row, Server } from '../types.ts'

async function callbackUrl(server: Server, headers: Record<string, string>): Promise<unknown> {
  return member(json(await server.ask('/auth/providers', { headers })), 'github', 'callbackUrl')
}

const FORM = 'application/x-www-form-urlencoded'

type Fields = Readonly<Record<string, string>>
type Kind = readonly [type: string, encode: (fields: Fields) => string | readonly string[]]

/** Signs in with a body, and without one. */
async function signInWithBodies(server: Server): Promise<void> {
  const kinds: readonly Kind[] = [
    [FORM, encode],
    [`${FORM}; charset=UTF-8`, encode],
    ['application/json', (fields) => JSON.stringify(fields)],
    ['application/json; charset=utf-8', (fields) => JSON.stringify(fields)],
    [FORM, (fields) => [encode(fields).slice(0, 20), encode(fields).slice(20)]],
  ]
  for (const [type, toBody] of kinds) {
    const jar = new Jar()
    const csrfToken = await csrf(server, jar)
    const body = toBody(password('ada', { csrfToken }))
    const headers = { 'content-type': type, origin: server.origin }
    const response = await server.ask('/auth/callback/credentials', {
      method: 'POST',
      headers,
      body,
      jar,
    })
    assert.equal(jar.session().length, 1, `a body of ${type}: ${describe(response)}`)
  }
  const empty = await server.ask('/auth/callback/credentials', {
    method: 'POST',
    headers: { origin: server.origin, 'content-length': '0' },
  })
  assert.ok(empty.status < 500, `no body: ${describe(empty)}`)
  assert.equal(empty.cookies.filter((line) => line.includes('session-token')).length, 0)
}

export const http: readonly Row[] = [
  {
    id: 'H1',
    name: 'GET session answers null without a session',
    async run(server) {
      const response = await server.ask('/auth/session')
      assert.equal(response.status, 200)
      assert.equal(response.body, 'null')
      assert.match(response.headers['content-type'] ?? '', /^application\/json/)
      assertPrivate(response)
    },
  },
  {
    id: 'H2',
    name: 'URLs have the host of a trusted proxy, unless AUTH_URL is set',
    async run(server, { serve }) {
      const host = { host: 'app.example.test' }
      const proxied = { ...host, 'x-forwarded-proto': 'https' }
      const path = '/auth/callback/github'
      assert.equal(await callbackUrl(server, host), `http://app.example.test${path}`)
      assert.equal(await callbackUrl(server, proxied), `https://app.example.test${path}`)
      const fixed = await serve({ AUTH_URL: 'https://canonical.example.test' })
      for (const headers of [host, proxied]) {
        assert.equal(await callbackUrl(fixed, headers), `https://canonical.example.test${path}`)
      }
    },
  },
  {
    id: 'H3',
    name: 'An untrusted host is refused in production',
    env: { AUTH_TRUST_HOST: '' },
    async run(server) {
      const response = await server.ask('/auth/providers', {
        headers: { host: 'app.example.test' },
      })
      assert.equal(response.status, 400, describe(response))
      assert.match(response.headers['content-type'] ?? '', /^application\/json/)
      assert.deepEqual(response.cookies, [])
      assert.ok(!response.body.includes('app.example.test'), describe(response))
    },
  },
  {
    id: 'H4',
    name: 'Built-in pages are sent unchanged, without the layout of the application',
    async run(server) {
      for (const page of ['signin', 'signout', 'error', 'verify-request']) {
        const response = await server.ask(`/auth/${page}`, { headers: NAVIGATION })
        assert.equal(response.status, 200, `${page}: ${describe(response)}`)
        assert.match(response.headers['content-type'] ?? '', /^text\/html; ?charset=utf-8$/i, page)
        assert.match(String(response.headers['content-security-policy']), /frame-ancestors/, page)
        assert.equal(response.headers['x-frame-options'], 'DENY', page)
        assert.ok(
          !response.body.includes('app-layout'),
          `${page} has the layout of the application`,
        )
      }
    },
  },
  {
    id: 'H5',
    name: 'Only actions are answered below the base path',
    async run(server) {
      const jar = await signIn(server, 'ada')
      for (const path of ['/auth/nonsense', '/auth/signin%2Fgithub', '/auth/', '/auth']) {
        const response = await server.ask(path, { jar, headers: NAVIGATION })
        assertStatus(response, [404, 406], path)
        assert.ok(!response.body.includes('ada@example.com'), `${path}: ${describe(response)}`)
      }
    },
  },
  {
    id: 'H6',
    name: 'HEAD is answered without a body, and unsupported methods are refused',
    async run(server) {
      const head = await server.ask('/auth/session', { method: 'HEAD' })
      assert.equal(head.status, 200, `HEAD: ${describe(head)}`)
      assert.equal(head.body, '')
      const options = await server.ask('/auth/session', { method: 'OPTIONS' })
      assertStatus(options, [405, 200, 204], 'OPTIONS')
      const remove = await server.ask('/auth/session', { method: 'DELETE' })
      assert.equal(remove.status, 405, `DELETE: ${describe(remove)}`)
      assert.match(remove.headers.allow ?? '', /GET/, 'Allow names no method')
    },
  },
  {
    id: 'H7',
    name: 'A body is read as a form, as JSON, in chunks, and may be missing',
    run: (server) => signInWithBodies(server),
  },
  {
    id: 'H8',
    name: 'A body that a parser of the application has read signs in',
    needs: ['parsers'],
    env: { TEST_PARSERS: '1' },
    run: (server) => signInWithBodies(server),
  },
  {
    id: 'H9',
    name: 'Fields, JSON and cookies over their limits are refused',
    async run(server) {
      const long = form(server, { username: 'x'.repeat(200_000) })
      const field = await server.ask('/auth/callback/credentials', long)
      assert.equal(field.status, 413, `a long field: ${describe(field)}`)
      const text = await server.ask('/auth/callback/credentials', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.origin },
        body: JSON.stringify({ username: 'x'.repeat(70_000) }),
      })
      assert.equal(text.status, 413, `long JSON: ${describe(text)}`)
      const cookie = `latchstring.session-token=${'x'.repeat(20_000)}`
      const cookies = await server.ask('/auth/session', { headers: { cookie } })
      assert.ok([200, 400, 413, 431].includes(cookies.status), `long cookies: ${describe(cookies)}`)
      assert.ok(!cookies.body.includes('@'))
      assert.equal((await server.ask('/auth/session')).body, 'null')
    },
  },
  {
    id: 'H10',
    name: 'A body of another content type is refused',
    async run(server) {
      for (const type of ['multipart/form-data; boundary=x', 'text/plain']) {
        const response = await server.ask('/auth/callback/credentials', {
          method: 'POST',
          headers: { 'content-type': type, origin: server.origin, 'sec-fetch-site': 'same-origin' },
          body: '--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nada\r\n--x--\r\n',
        })
        assert.equal(response.status, 415, `${type}: ${describe(response)}`)
      }
    },
  },
  {
    id: 'H11',
    name: 'A form post from a provider reaches the callback',
    async run(server) {
      const response = await server.ask(
        '/auth/callback/poster',
        form(
          server,
          { code: 'code', state: 'state' },
          {
            headers: { origin: 'https://poster.example', 'sec-fetch-site': 'cross-site' },
          },
        ),
      )
      const { pathname, searchParams } = location(server, response)
      assert.match(pathname, /^\/auth\/(?:error|signin)$/, describe(response))
      assert.ok(searchParams.has('error'), describe(response))
    },
  },
  {
    id: 'H12',
    name: 'An action is answered at its exact path only',
    async run(server) {
      const jar = await signIn(server, 'ada')
      const exact = await server.ask('/auth/session', { jar })
      assert.ok(exact.body.includes('ada@example.com'), describe(exact))
      for (const path of ['//auth/session', '/AUTH/session', '/auth/session/', '/auth/sessio%6e']) {
        const response = await server.ask(path, { jar })
        assert.ok(response.status < 500, `${path}: ${describe(response)}`)
        assert.ok(!response.body.includes('ada@example.com'), `${path}: ${describe(response)}`)
      }
      const dotted = await server.ask('/auth/./session', { jar })
      assert.ok(dotted.status < 500, describe(dotted))
    },
  },
  {
    id: 'H13',
    name: 'A browser that disconnects does not affect other requests',
    async run(server) {
      const head = [
        'POST /auth/callback/credentials HTTP/1.1',
        'Host: 127.0.0.1',
        `Origin: ${server.origin}`,
      ]
      const body = [`Content-Type: ${FORM}`, 'Content-Length: 1000', '', 'username=ada']
      for (let round = 0; round < 3; round += 1) {
        await abandon(server.port, [...head, ...body].join('\r\n'))
      }
      const get = 'GET /auth/session HTTP/1.1\r\nHost: 127.0.0.1\r\n'
      const both = await askRaw(server.port, `${get}\r\n${get}Connection: close\r\n\r\n`)
      assert.equal(both.match(/HTTP\/1\.1 200/g)?.length, 2, both.slice(0, 500))
      assert.doesNotMatch(server.log(), /unhandled|uncaught/i)
    },
  },
  {
    id: 'H14',
    name: 'Actions are answered below the path that the application is mounted at',
    needs: ['below'],
    env: { TEST_BELOW: '/app' },
    async run(server) {
      const below = { ...server, basePath: '/app/auth' }
      const response = await server.ask('/app/auth/providers')
      const url = String(member(json(response), 'github', 'callbackUrl'))
      assert.equal(new URL(url).pathname, '/app/auth/callback/github')
      const jar = await signIn(below, 'ada')
      const session = await server.ask('/app/auth/session', { jar })
      assert.ok(session.body.includes('ada@example.com'), describe(session))
    },
  },
]
