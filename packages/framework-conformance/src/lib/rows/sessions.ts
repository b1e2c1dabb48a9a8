import assert from 'node:assert/strict'
import { Jar } from '../jar.ts'
import {
  assertPrivate,
  assertVariesByCookie,
  assertWho,
  describe,
  form,
  json,
  NAVIGATION,
  password,
  readCount,
  sessionLines,
  signIn,
  waitForLog,
} from '../steps.ts'
import type { Row } from '../types.ts'

/** Returns the session that a page passes to the browser. */
function readSeed(page: string): unknown {
  const [, text = 'undefined'] = /<script[^>]* id="seed"[^>]*>([^<]*)<\/script>/.exec(page) ?? []
  return JSON.parse(text)
}

/** Removes `expires`, the only member that may differ between two reads of a session. */
function withoutExpires(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  // The type of the object is unknown.
  const { expires, ...rest } = value as { expires?: unknown }
  assert.equal(typeof expires, 'string')
  return rest
}

export const sessions: readonly Row[] = [
  {
    id: 'S2',
    name: 'The session in a page equals the response of GET session',
    async run(server) {
      const jar = await signIn(server, 'ada')
      const page = await server.ask('/hydrate', { jar, headers: NAVIGATION })
      const wire = json(await server.ask('/auth/session', { jar }))
      assert.deepEqual(withoutExpires(readSeed(page.body)), withoutExpires(wire), describe(page))
      const signedOut = await server.ask('/hydrate', { headers: NAVIGATION })
      assert.equal(readSeed(signedOut.body), null)
    },
  },
  {
    id: 'S5',
    name: 'A session is read once per request',
    async run(server) {
      const jar = await signIn(server, 'ada')
      const before = await readCount(server)
      const response = await server.ask('/twice', { jar })
      const shown = response.body.match(/who:\w+/g) ?? []
      // A page may contain a copy of its data for scripts.
      assert.ok(shown.length >= 2, describe(response))
      assert.deepEqual([...new Set(shown)], ['who:ada'], describe(response))
      const after = await readCount(server)
      assert.equal(Number(after['session']) - Number(before['session']), 1)
    },
  },
  {
    id: 'S6',
    name: 'A sign-in is visible in the response of the same request',
    async run(server) {
      const jar = new Jar()
      const fields = password('ada', { provider: 'credentials', rerender: '1' })
      const response = await server.ask('/act/signin', form(server, fields, { jar }))
      assert.equal(response.status, 200, describe(response))
      assertWho(response, 'ada')
      assert.equal(jar.session().length, 1)
    },
  },
  {
    id: 'K1',
    name: 'A public page that reads the session is not cached for other visitors',
    async run(server, { serve }) {
      const jar = await signIn(server, 'ada')
      assertWho(await server.ask('/public-reads', { jar }), 'ada')
      const stranger = await server.ask('/public-reads')
      assertWho(stranger, 'nobody')
      assertVariesByCookie(stranger)
      const warned = /session-in-public-response/
      assert.match(await waitForLog(server, warned), warned)
      const renewing = await serve({ TEST_UPDATE_AGE: '0' })
      const response = await renewing.ask('/public-reads', { jar })
      assert.equal(sessionLines(response).length, 1, describe(response))
      assertPrivate(response)
      assert.doesNotMatch(response.headers['cache-control'] ?? '', /public|s-maxage/)
    },
  },
  {
    id: 'K2',
    name: 'The page cache contains no session',
    needs: ['cache'],
    env: { TEST_UPDATE_AGE: '0' },
    async run(server) {
      const first = await server.ask('/cached', { jar: await signIn(server, 'ada') })
      const stranger = await server.ask('/cached')
      const second = await server.ask('/cached', { jar: await signIn(server, 'grace') })
      for (const response of [first, stranger, second]) {
        assert.equal(response.status, 200, describe(response))
        assert.deepEqual(sessionLines(response), [])
        assert.ok(!/who:(?:ada|grace)/.test(response.body), describe(response))
      }
      assert.equal(first.body, stranger.body, 'nothing is cached')
    },
  },
  {
    id: 'K3',
    name: 'A page rendered at build time has no session',
    needs: ['static'],
    async run(server, { host }) {
      const jar = await signIn(server, 'ada')
      const { staticPage = '/static' } = host
      const response = await server.ask(staticPage, { jar, headers: NAVIGATION })
      assertWho(response, 'nobody')
      assert.deepEqual(sessionLines(response), [])
    },
  },
  {
    id: 'K4',
    name: 'Page data with a session is not cached',
    needs: ['data'],
    async run(server, { host }) {
      const path = host.data?.('/whoami') ?? ''
      const response = await server.ask(path, { jar: await signIn(server, 'ada') })
      assert.ok(response.body.includes('ada'), describe(response))
      assert.match(
        response.headers['cache-control'] ?? '',
        /no-store|no-cache/,
        JSON.stringify(response.headers),
      )
      const etag = response.headers.etag ?? '"none"'
      const jar = await signIn(server, 'grace')
      const other = await server.ask(path, { jar, headers: { 'if-none-match': etag } })
      assert.equal(other.status, 200, describe(other))
      assert.ok(!other.body.includes('ada'), describe(other))
    },
  },
  {
    id: 'K5',
    name: 'A page that reads the session after its response began gets it',
    needs: ['stream'],
    async run(server) {
      const jar = await signIn(server, 'ada')
      let pieces = 0
      const response = await server.ask('/stream', { jar, onPiece: () => (pieces += 1) })
      assert.ok(pieces >= 2, 'the page came at once')
      assertWho(response, 'ada')
      assert.deepEqual(sessionLines(response), [])
    },
  },
]
