import assert from 'node:assert/strict'
import { assertWho, signIn } from '@latchstring/framework-conformance'

const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }

/** @type {readonly import('../types.d.ts').Row[]} */
export const below = [
  {
    id: 'H15',
    name: 'An application below a path reads the session there, and its protected pages lead to the sign-in page there and back',
    needs: ['below', 'base'],
    env: { TEST_BELOW: '/app' },
    async run(server) {
      const jar = await signIn({ ...server, basePath: '/app/auth' }, 'ada')
      assertWho(await server.ask('/app/whoami', { jar }), 'ada')
      const refused = await server.ask('/app/members', { headers: NAVIGATION })
      const target = new URL(refused.headers.location ?? '', server.origin)
      assert.equal(target.origin + target.pathname, `${server.origin}/app/auth/signin`)
      const back = new URL(target.searchParams.get('callbackUrl') ?? '', server.origin)
      assert.equal(back.href, `${server.origin}/app/members`)
      const shown = await server.ask('/app/members', { jar, headers: NAVIGATION })
      assert.ok(shown.body.includes('members-content'), `${shown.status}: ${shown.body}`)
      const form = await server.ask('/app/form')
      assert.match(form.body, /\baction="\/app\/auth\/signin\/github"/)
    },
  },
]
