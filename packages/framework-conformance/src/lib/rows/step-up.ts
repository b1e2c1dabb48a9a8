import assert from 'node:assert/strict'
import { Jar } from '../jar.ts'
import { describe, json, location, member, NAVIGATION, SCRIPT, signIn } from '../steps.ts'
import type { Reply, Row, Server } from '../types.ts'
import { withoutHandler } from './handlers.ts'

const PATH = '/recent?x=1'

/** Asserts that a page is sent to sign in and back, with what is asked of the sign-in. */
function assertAsked(server: Server, response: Reply, asked: readonly (string | null)[]): void {
  const { origin, pathname, searchParams } = location(server, response)
  assert.equal(origin + pathname, `${server.origin}/auth/signin`, describe(response))
  const target = new URL(searchParams.get('callbackUrl') ?? '', server.origin)
  assert.equal(target.href, server.origin + PATH)
  assert.deepEqual([searchParams.get('reason'), searchParams.get('max_age')], asked)
}

/** Asserts that a script gets 401 with a code. */
function assertRefused(response: Reply, code: string): void {
  assert.equal(response.status, 401, describe(response))
  assert.equal(member(json(response), 'error'), code)
}

export const stepUp: readonly Row[] = [
  {
    id: 'G17',
    name: '`auth.require` refuses a request without a recent sign-in before anything else runs, and lets a recent one pass',
    needs: ['database', 'require'],
    env: { TEST_STRATEGY: 'database' },
    async run(server, { serve }) {
      await withoutHandler(server, async () => {
        // Its token says nothing of a sign-in.
        const jar = new Jar()
        jar.set('latchstring.session-token', 'token-of-ada')
        for (const method of ['GET', 'HEAD']) {
          const stranger = await server.ask(PATH, { method, headers: NAVIGATION })
          assertAsked(server, stranger, [null, null])
          const known = await server.ask(PATH, { method, headers: NAVIGATION, jar })
          assertAsked(server, known, ['step-up', '3600'])
        }
        assertRefused(await server.ask(PATH, { headers: SCRIPT }), 'SessionRequired')
        const script = await server.ask(PATH, { headers: SCRIPT, jar })
        assertRefused(script, 'StepUpRequired')
        assert.match(
          script.headers['www-authenticate'] ?? '',
          /^Bearer error="insufficient_user_authentication",.* max_age="3600"/,
        )
      })
      const own = await serve({})
      const response = await own.ask(PATH, { jar: await signIn(own, 'ada'), headers: SCRIPT })
      assert.equal(response.status, 200, describe(response))
      assert.ok(response.body.includes('recent:ada by pwd'), describe(response))
    },
  },
]
