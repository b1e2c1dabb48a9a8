import assert from 'node:assert/strict'
import {
  assertPrivate,
  assertStatus,
  describe,
  form,
  json,
  location,
  member,
  NAVIGATION,
  readCount,
  SCRIPT,
  signIn,
  waitForLog,
} from '../steps.ts'
import { hasContent, withoutHandler } from './handlers.ts'
import { Jar } from '../jar.ts'
import type { Reply, Row, Server } from '../types.ts'

function assertSentToSignIn(server: Server, response: Reply, callbackUrl: string): void {
  const { origin, pathname, searchParams } = location(server, response)
  assert.equal(origin + pathname, `${server.origin}/auth/signin`)
  const target = new URL(searchParams.get('callbackUrl') ?? '', server.origin)
  assert.equal(target.href, server.origin + callbackUrl)
}

/** Asserts that the page of a failure has a reference that the log contains too. */
async function assertReported(server: Server, response: Reply): Promise<void> {
  const log = await waitForLog(server, /^\[auth\]\[error\] .*\(ref [0-9A-Z]{8}\)$/m)
  const lines = log.split('\n')
  const references = lines.flatMap((line) => {
    const [, ref] = /^\[auth\]\[error\] .*\(ref ([0-9A-Z]{8})\)$/.exec(line) ?? []
    return ref === undefined ? [] : [ref]
  })
  const shown = `${response.headers.location ?? ''} ${response.body}`
  assert.ok(
    references.some((ref) => shown.includes(ref)),
    `no reference of ${references.join(' ')} in ${describe(response)}`,
  )
}

/** A server whose store of sessions fails. */
const AWAY = {
  needs: ['database'],
  env: { TEST_STRATEGY: 'database', TEST_AWAY: '1' },
} as const

/** Asserts that these are refused with 503, and that the session cookie is kept. */
const assertAway = (
  server: Server,
  asked: readonly (readonly [path: string, headers: typeof NAVIGATION | typeof SCRIPT])[],
): Promise<void> =>
  withoutHandler(server, async () => {
    const jar = new Jar()
    jar.set('latchstring.session-token', 'token-of-ada')
    for (const [path, headers] of asked) {
      const response = await server.ask(path, { jar, headers })
      assert.equal(response.status, 503, `${path}: ${describe(response)}`)
      assert.match(response.headers['retry-after'] ?? '', /^\d+$/, describe(response))
      assert.ok(!hasContent(response), describe(response))
      assert.ok(jar.names().includes('latchstring.session-token'), 'the session cookie was deleted')
    }
  })

export const guards: readonly Row[] = [
  {
    id: 'G1',
    name: 'A protected page redirects to the sign-in page, and the sign-in back to the page',
    run: (server) =>
      withoutHandler(server, async () => {
        const response = await server.ask('/members?x=1', { headers: NAVIGATION })
        assertSentToSignIn(server, response, '/members?x=1')
        assert.match(response.headers['cache-control'] ?? '', /no-store/)
        assert.ok(!hasContent(response))
      }),
  },
  {
    id: 'G2',
    name: 'A protected endpoint answers a script with 401 before its handler runs',
    run: (server) =>
      withoutHandler(server, async () => {
        const response = await server.ask('/members/api', { headers: SCRIPT })
        assert.equal(response.status, 401, describe(response))
        assert.equal(member(json(response), 'error'), 'SessionRequired')
        assertPrivate(response)
      }),
  },
  {
    id: 'G3',
    name: 'A protected page is shown to a signed-in user',
    async run(server) {
      const jar = await signIn(server, 'ada')
      const before = await readCount(server)
      for (const [path, headers] of [
        ['/members?x=1', NAVIGATION],
        ['/members/api', SCRIPT],
        ['/rules/page', NAVIGATION],
      ] as const) {
        const response = await server.ask(path, { jar, headers })
        assert.equal(response.status, 200, `${path}: ${describe(response)}`)
        assert.ok(hasContent(response), `${path}: ${describe(response)}`)
      }
      const after = await readCount(server)
      assert.ok(Number(after['handler']) > Number(before['handler']), 'the handler is not counted')
    },
  },
  {
    id: 'G4',
    name: 'A POST to a protected page without a session is refused before its handler runs',
    run: (server) =>
      withoutHandler(server, async () => {
        const response = await server.ask('/members', form(server, { x: '1' }))
        assertStatus(response, [303, 401], 'POST')
        assert.ok(!hasContent(response))
      }),
  },
  {
    id: 'G5',
    name: 'A request for the data of a protected page without a session leads to the sign-in page',
    needs: ['data'],
    async run(server, { host }) {
      const path = host.data?.('/members') ?? ''
      const response = await server.ask(path, { headers: { 'sec-fetch-mode': 'cors' } })
      assert.ok(!hasContent(response), describe(response))
      const target = decodeURIComponent(`${response.headers.location ?? ''} ${response.body}`)
      assert.match(target, /\/auth\/signin/, describe(response))
      assert.match(
        decodeURIComponent(target),
        /callbackUrl=[^&"\s]*\/members(?:["&\s]|$)/,
        describe(response),
      )
      const jar = await signIn(server, 'ada')
      assert.ok(hasContent(await server.ask(path, { jar })), 'there is no data')
    },
  },
  {
    id: 'G6',
    name: 'The content of a protected page is refused without a session at every other address',
    needs: ['direct'],
    async run(server, { host }) {
      const jar = await signIn(server, 'ada')
      const { direct = [] } = host
      for (const { path, ...ask } of typeof direct === 'function' ? await direct(server) : direct) {
        const response = await server.ask(path, ask)
        assert.ok(!hasContent(response), `${path}: ${describe(response)}`)
        assert.ok(hasContent(await server.ask(path, { ...ask, jar })), `${path} shows nothing`)
      }
    },
  },
  {
    id: 'G8',
    name: 'The sign-in page is shown when the callback refuses every page',
    env: { TEST_AUTHORIZED: 'nobody', TEST_SIGN_IN_PAGE: '/login' },
    async run(server) {
      const refused = await server.ask('/whoami', { headers: NAVIGATION })
      const { origin, pathname, search } = location(server, refused)
      assert.equal(origin + pathname, `${server.origin}/login`)
      const page = await server.ask(pathname + search, { headers: NAVIGATION })
      assert.equal(page.status, 200, describe(page))
      assert.ok(page.body.includes('login-page'), describe(page))
      assert.equal((await server.ask('/auth/session')).body, 'null')
    },
  },
  {
    id: 'G9',
    name: 'A failure refuses the request, and is logged with the reference on the page',
    async run(_server, { serve }) {
      for (const env of [{ TEST_AUTHORIZED: 'throws' }, { AUTH_SECRET: '' }]) {
        const server = await serve(env)
        for (const headers of [NAVIGATION, SCRIPT]) {
          const response = await server.ask('/rules/page', { headers })
          assertStatus(response, [302, 303, 307, 401, 403, 500], JSON.stringify(env))
          assert.ok(!hasContent(response), describe(response))
          if (headers === NAVIGATION) await assertReported(server, response)
        }
        const members = await server.ask('/members', { headers: NAVIGATION })
        assert.ok(members.status >= 300 && !hasContent(members), describe(members))
      }
      const broken = await serve({ TEST_BROKEN: '1' })
      for (const path of ['/rules/page', '/members']) {
        const response = await broken.ask(path, { headers: NAVIGATION })
        assert.ok(response.status >= 300 && !hasContent(response), describe(response))
      }
      assert.match(broken.log(), /\[auth\]\[warn\]\[provider-left-out\] .*"broken"/)
    },
  },
  {
    id: 'G10',
    name: 'A response of the `authorized` callback is sent unchanged',
    env: { TEST_AUTHORIZED: 'response' },
    async run(server) {
      const response = await server.ask('/rules/page', { headers: NAVIGATION })
      assert.equal(response.status, 418, describe(response))
      assert.equal(response.body, 'from-the-callback')
      assert.equal(response.headers['x-callback'], 'yes')
    },
  },
  {
    id: 'G15',
    name: 'While the store is away, endpoints and pages that middleware protects answer 503 with `Retry-After`',
    ...AWAY,
    run: (server) =>
      assertAway(server, [
        ['/members/api', SCRIPT],
        ['/rules/page', NAVIGATION],
      ]),
  },
  {
    id: 'G16',
    name: 'While the store is away, a page that protects itself answers 503 with `Retry-After`',
    ...AWAY,
    run: (server) => assertAway(server, [['/members', NAVIGATION]]),
  },
]
