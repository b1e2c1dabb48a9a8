import assert from 'node:assert/strict'
import { Jar } from '../lib/jar.mjs'
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
} from '../lib/steps.mjs'

/** What a page carries to the browser. */
/** @type {(page: string) => unknown} */
function readSeed(page) {
  const [, text = 'undefined'] = /<script[^>]* id="seed"[^>]*>([^<]*)<\/script>/.exec(page) ?? []
  return JSON.parse(text)
}

/** Of a session that is read twice, only this may differ. */
/** @type {(value: unknown) => unknown} */
function withoutExpires(value) {
  if (typeof value !== 'object' || value === null) return value
  const { expires, ...rest } = /** @type {{ expires?: unknown }} */ (value)
  assert.equal(typeof expires, 'string')
  return rest
}

/** @type {readonly import('../types.d.ts').Row[]} */
export const sessions = [
  {
    id: 'S2',
    name: 'The session in a page equals the response of GET session',
    async run(server) {
      const jar = await signIn(server, 'ada')
      const page = await server.ask('/hydrate', { jar, headers: NAVIGATION })
      const wire = json(await server.ask('/auth/session', { jar }))
      assert.deepEqual(withoutExpires(readSeed(page.body)), withoutExpires(wire), describe(page))
      const nobody = await server.ask('/hydrate', { headers: NAVIGATION })
      assert.equal(readSeed(nobody.body), null)
    },
  },
  {
    id: 'S5',
    name: 'A session is read once per request',
    async run(server) {
      const jar = await signIn(server, 'ada')
      const before = await readCount(server)
      const answer = await server.ask('/twice', { jar })
      assert.equal(answer.body.match(/who:ada/g)?.length, 2, describe(answer))
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
      const answer = await server.ask('/act/signin', form(server, fields, { jar }))
      assert.equal(answer.status, 200, describe(answer))
      assertWho(answer, 'ada')
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
      assert.match(server.log(), /session-in-public-response/)
      const renewing = await serve({ TEST_UPDATE_AGE: '0' })
      const answer = await renewing.ask('/public-reads', { jar })
      assert.equal(sessionLines(answer).length, 1, describe(answer))
      assertPrivate(answer)
      assert.doesNotMatch(answer.headers['cache-control'] ?? '', /public|s-maxage/)
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
      for (const answer of [first, stranger, second]) {
        assert.equal(answer.status, 200, describe(answer))
        assert.deepEqual(sessionLines(answer), [])
        assert.ok(!/who:(?:ada|grace)/.test(answer.body), describe(answer))
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
      const answer = await server.ask(staticPage, { jar, headers: NAVIGATION })
      assertWho(answer, 'nobody')
      assert.deepEqual(sessionLines(answer), [])
    },
  },
  {
    id: 'K4',
    name: 'Page data with a session is not cached',
    needs: ['data'],
    async run(server, { host }) {
      const path = host.data?.('/whoami') ?? ''
      const answer = await server.ask(path, { jar: await signIn(server, 'ada') })
      assert.ok(answer.body.includes('ada'), describe(answer))
      assert.match(
        answer.headers['cache-control'] ?? '',
        /no-store|no-cache/,
        JSON.stringify(answer.headers),
      )
      const etag = answer.headers.etag ?? '"none"'
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
      const answer = await server.ask('/stream', { jar, onPiece: () => (pieces += 1) })
      assert.ok(pieces >= 2, 'the page came at once')
      assertWho(answer, 'ada')
      assert.deepEqual(sessionLines(answer), [])
    },
  },
]
