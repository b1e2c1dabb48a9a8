import assert from 'node:assert/strict'
import { Jar } from '../jar.ts'
import { describe, json, location, member, NAVIGATION, SCRIPT, signIn } from '../steps.ts'
import type { Ask, Direct, Host, Reply, Row, Server } from '../types.ts'
import { withoutHandler } from './handlers.ts'

const PATH = '/recent?x=1'
const PAGE = '/recent/page?x=1'

/** A session whose token says nothing of a sign-in. */
function withOldSession(): Jar {
  const jar = new Jar()
  jar.set('latchstring.session-token', 'token-of-ada')
  return jar
}

/** Asserts that a page is sent to sign in and back, with what is asked of the sign-in. */
function assertAsked(
  server: Server,
  [path, response]: readonly [path: string, response: Reply],
  asked: readonly (string | null)[],
): void {
  const { origin, pathname, searchParams } = location(server, response)
  assert.equal(origin + pathname, `${server.origin}/auth/signin`, describe(response))
  const target = new URL(searchParams.get('callbackUrl') ?? '', server.origin)
  assert.equal(target.href, server.origin + path)
  assert.deepEqual([searchParams.get('reason'), searchParams.get('max_age')], asked)
}

/** Asserts that a page is refused to visitors and to an old session, by GET and by HEAD. */
async function assertPageRefused(server: Server, path: string): Promise<void> {
  const jar = withOldSession()
  for (const method of ['GET', 'HEAD']) {
    const stranger = await server.ask(path, { method, headers: NAVIGATION })
    assertAsked(server, [path, stranger], [null, null])
    const known = await server.ask(path, { method, headers: NAVIGATION, jar })
    assertAsked(server, [path, known], ['step-up', '3600'])
  }
}

/** Asserts that a script gets 401 with a code. */
function assertRefused(response: Reply, code: string): void {
  assert.equal(response.status, 401, describe(response))
  assert.equal(member(json(response), 'error'), code)
}

const CHALLENGE = /^Bearer error="insufficient_user_authentication",.* max_age="3600"/

const isShown = ({ body }: Reply): boolean => body.includes('recent:ada')

/** Asserts that a recent sign-in is let through. */
async function assertShown(server: Server, path: string, ask: Ask): Promise<void> {
  const response = await server.ask(path, ask)
  assert.equal(response.status, 200, `${path}: ${describe(response)}`)
  assert.ok(response.body.includes('recent:ada by pwd'), `${path}: ${describe(response)}`)
}

/** Requests of scripts for the content of the page. */
const otherAddresses = async (
  server: Server,
  { data, recent = [] }: Host,
): Promise<readonly Direct[]> => [
  ...(data ? [{ path: data('/recent/page'), headers: { 'sec-fetch-mode': 'cors' } }] : []),
  ...(typeof recent === 'function' ? await recent(server) : recent),
]

/** Asserts that a script of the framework is led to the sign-in page, which knows what is asked for, or gets the code. */
function assertLed(path: string, response: Reply): void {
  assert.ok(!isShown(response), `${path}: ${describe(response)}`)
  if (response.body.includes('StepUpRequired')) return
  const target = decodeURIComponent(`${response.headers.location ?? ''} ${response.body}`)
  assert.match(target, /\/auth\/signin/, `${path}: ${describe(response)}`)
  assert.match(target, /max_age=3600/, `${path}: ${describe(response)}`)
}

export const stepUp: readonly Row[] = [
  {
    id: 'G17',
    name: '`auth.require` refuses a request without a recent sign-in before anything else runs, and lets a recent one pass',
    needs: ['database', 'require'],
    env: { TEST_STRATEGY: 'database' },
    async run(server, { serve }) {
      await withoutHandler(server, async () => {
        await assertPageRefused(server, PATH)
        assertRefused(await server.ask(PATH, { headers: SCRIPT }), 'SessionRequired')
        const script = await server.ask(PATH, { headers: SCRIPT, jar: withOldSession() })
        assertRefused(script, 'StepUpRequired')
        assert.match(script.headers['www-authenticate'] ?? '', CHALLENGE)
      })
      const own = await serve({})
      await assertShown(own, PATH, { jar: await signIn(own, 'ada'), headers: SCRIPT })
    },
  },
  {
    id: 'G18',
    name: '`auth.require` in a page of the framework sends a browser to sign in, and the content out at none of its addresses',
    needs: ['database', 'require', 'rendered'],
    env: { TEST_STRATEGY: 'database' },
    async run(server, { host, serve }) {
      const others = await otherAddresses(server, host)
      await withoutHandler(server, async () => {
        await assertPageRefused(server, PAGE)
        for (const { path, ...ask } of others) {
          assertLed(path, await server.ask(path, { ...ask, jar: withOldSession() }))
        }
        const script = await server.ask(PAGE, { headers: SCRIPT, jar: withOldSession() })
        assert.ok(script.status >= 300 && !isShown(script), describe(script))
        if (script.status === 401) {
          assert.match(script.headers['www-authenticate'] ?? '', CHALLENGE)
        }
      })
      const own = await serve({})
      const jar = await signIn(own, 'ada')
      await assertShown(own, PAGE, { jar, headers: NAVIGATION })
      for (const { path, ...ask } of others) await assertShown(own, path, { ...ask, jar })
    },
  },
]
