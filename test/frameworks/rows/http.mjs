import assert from 'node:assert/strict'
import { abandon, askRaw } from '../lib/http.mjs'
import { Jar } from '../lib/jar.mjs'
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
} from '../lib/steps.mjs'

/** @typedef {import('../types.d.ts').Server} Server */

/** @type {(server: Server, headers: Record<string, string>) => Promise<unknown>} */
async function callbackUrl(server, headers) {
  return member(json(await server.ask('/auth/providers', { headers })), 'github', 'callbackUrl')
}

const FORM = 'application/x-www-form-urlencoded'

/**
 * Signs in with a body, and without one.
 *
 * @param {Server} server
 */
async function signInWithBodies(server) {
  /** @type {readonly (readonly [type: string, encode: (fields: Readonly<Record<string, string>>) => string | readonly string[]])[]} */
  const kinds = [
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
    const answer = await server.ask('/auth/callback/credentials', {
      method: 'POST',
      headers,
      body,
      jar,
    })
    assert.equal(jar.session().length, 1, `a body of ${type}: ${describe(answer)}`)
  }
  const empty = await server.ask('/auth/callback/credentials', {
    method: 'POST',
    headers: { origin: server.origin, 'content-length': '0' },
  })
  assert.ok(empty.status < 500, `no body: ${describe(empty)}`)
  assert.equal(empty.cookies.filter((line) => line.includes('session-token')).length, 0)
}

/** @type {readonly import('../types.d.ts').Row[]} */
export const http = [
  {
    id: 'H1',
    name: 'GET session answers null without a session',
    async run(server) {
      const answer = await server.ask('/auth/session')
      assert.equal(answer.status, 200)
      assert.equal(answer.body, 'null')
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
      assertPrivate(answer)
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
      const answer = await server.ask('/auth/providers', { headers: { host: 'app.example.test' } })
      assert.equal(answer.status, 400, describe(answer))
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/)
      assert.deepEqual(answer.cookies, [])
      assert.ok(!answer.body.includes('app.example.test'), describe(answer))
    },
  },
  {
    id: 'H4',
    name: 'Built-in pages are sent unchanged, without the layout of the application',
    async run(server) {
      for (const page of ['signin', 'signout', 'error', 'verify-request']) {
        const answer = await server.ask(`/auth/${page}`, { headers: NAVIGATION })
        assert.equal(answer.status, 200, `${page}: ${describe(answer)}`)
        assert.match(answer.headers['content-type'] ?? '', /^text\/html; ?charset=utf-8$/i, page)
        assert.match(String(answer.headers['content-security-policy']), /frame-ancestors/, page)
        assert.equal(answer.headers['x-frame-options'], 'DENY', page)
        assert.ok(!answer.body.includes('app-layout'), `${page} has the layout of the application`)
      }
    },
  },
  {
    id: 'H5',
    name: 'Only actions are answered below the base path',
    async run(server) {
      const jar = await signIn(server, 'ada')
      for (const path of ['/auth/nonsense', '/auth/signin%2Fgithub', '/auth/', '/auth']) {
        const answer = await server.ask(path, { jar, headers: NAVIGATION })
        assertStatus(answer, [404, 406], path)
        assert.ok(!answer.body.includes('ada@example.com'), `${path}: ${describe(answer)}`)
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
        const answer = await server.ask('/auth/callback/credentials', {
          method: 'POST',
          headers: { 'content-type': type, origin: server.origin, 'sec-fetch-site': 'same-origin' },
          body: '--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nada\r\n--x--\r\n',
        })
        assert.equal(answer.status, 415, `${type}: ${describe(answer)}`)
      }
    },
  },
  {
    id: 'H11',
    name: 'A form post from a provider reaches the callback',
    async run(server) {
      const answer = await server.ask(
        '/auth/callback/poster',
        form(
          server,
          { code: 'code', state: 'state' },
          {
            headers: { origin: 'https://poster.example', 'sec-fetch-site': 'cross-site' },
          },
        ),
      )
      const { pathname, searchParams } = location(server, answer)
      assert.match(pathname, /^\/auth\/(?:error|signin)$/, describe(answer))
      assert.ok(searchParams.has('error'), describe(answer))
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
        const answer = await server.ask(path, { jar })
        assert.ok(answer.status < 500, `${path}: ${describe(answer)}`)
        assert.ok(!answer.body.includes('ada@example.com'), `${path}: ${describe(answer)}`)
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
      const answer = await server.ask('/app/auth/providers')
      const url = String(member(json(answer), 'github', 'callbackUrl'))
      assert.equal(new URL(url).pathname, '/app/auth/callback/github')
      const jar = await signIn(below, 'ada')
      const session = await server.ask('/app/auth/session', { jar })
      assert.ok(session.body.includes('ada@example.com'), describe(session))
    },
  },
]
