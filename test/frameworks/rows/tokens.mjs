import assert from 'node:assert/strict'
import { Jar, assertWho } from '@latchstring/framework-conformance'

/** @typedef {import('@latchstring/framework-conformance').Server} Server */

const OLD = 'an-older-secret-of-the-application-0123456789'
const NEW = 'a-newer-secret-of-the-application-0123456789'

/** Where a page or a route of the application gets the token of a form. */
const PLACES = ['/tokens/route', '/tokens/pages']

/** @type {(body: string) => string} */
const findToken = (body) => /\b[0-9a-f]{64}\b/.exec(body)?.[0] ?? assert.fail(body)

/** Posts the form for passwords of that page. @type {(server: Server, jar: Jar, csrfToken: string) => Promise<void>} */
async function enter(server, jar, csrfToken) {
  await server.ask('/auth/callback/credentials', {
    method: 'POST',
    headers: {
      origin: server.origin,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    },
    body: new URLSearchParams({ csrfToken, username: 'ada', password: 'correct' }).toString(),
    jar,
  })
}

/** @type {(server: Server, jar: Jar, csrfToken: string) => Promise<readonly string[]>} the cookies of a session that the form gives */
async function tryToEnter(server, jar, csrfToken) {
  const copy = new Jar()
  for (const [name, value] of jar.entries()) copy.set(name, value)
  await enter(server, copy, csrfToken)
  assertWho(
    await server.ask('/whoami', { jar: copy }),
    copy.session().length > 0 ? 'ada' : 'nobody',
  )
  return copy.session()
}

/** @type {readonly import('../types.d.ts').Row[]} */
export const tokens = [
  {
    id: 'F12',
    name: 'A page with `getServerSideProps` and a route get the token of a form with its cookie, and a server component learns why it cannot',
    needs: ['changes'],
    async run(server) {
      for (const place of PLACES) {
        const jar = new Jar()
        const { body } = await server.ask(place, { jar })
        assert.match(body, /credentials/, place)
        const token = findToken(body)
        assert.deepEqual(await tryToEnter(server, jar, token.replace(/./g, '0')), [], place)
        assert.deepEqual(await tryToEnter(server, new Jar(), token), [], place)
        assert.notDeepEqual(await tryToEnter(server, jar, token), [], place)
      }
      const page = await server.ask('/tokens/server')
      assert.equal(page.status, 200, page.body)
      assert.match(page.body, /<p id="providers">[^<]*credentials/)
      assert.match(page.body, /in a server component, which cannot set the cookie of the token/)
      assert.match(page.body, /Use a form with a server action/)
      assert.ok(!page.cookies.some((line) => line.includes('csrf-token')), page.cookies.join())
    },
  },
  {
    id: 'F13',
    name: 'The token of a form from before the secret was changed is accepted until the older secret is gone',
    needs: ['changes'],
    async run(_server, { serve }) {
      const before = await serve({ AUTH_SECRET: OLD })
      const given = await Promise.all(
        PLACES.map(async (place) => {
          const jar = new Jar()
          const { body } = await before.ask(place, { jar })
          return { place, jar, token: findToken(body) }
        }),
      )
      const during = await serve({ AUTH_SECRET: OLD, AUTH_SECRET_1: NEW })
      const after = await serve({ AUTH_SECRET: NEW })
      for (const { place, jar, token } of given) {
        assert.notDeepEqual(await tryToEnter(during, jar, token), [], place)
        assert.deepEqual(await tryToEnter(after, jar, token), [], place)
      }
    },
  },
]
