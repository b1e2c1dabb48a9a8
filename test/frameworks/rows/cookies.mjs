import assert from 'node:assert/strict'
import { Jar, parseSetCookie } from '../lib/jar.mjs'
import {
  assertPrivate,
  assertVariesByCookie,
  assertWho,
  csrf,
  describe,
  form,
  password,
  readCount,
  sessionLines,
  sessionsSet,
  signIn,
} from '../lib/steps.mjs'

/** @typedef {import('../types.d.ts').Answer} Answer */
/** @typedef {import('../types.d.ts').Server} Server */

/** Every read extends the session. */
const ALWAYS = { TEST_UPDATE_AGE: '0' }

/** @type {(answer: Answer) => void} */
function assertRenewed(answer) {
  assert.equal(
    sessionsSet(answer).length,
    1,
    `one session cookie expected: ${answer.cookies.join('\n')}`,
  )
  assertPrivate(answer)
  assertVariesByCookie(answer)
}

/** @type {(line: string) => readonly string[]} */
const attributeNames = (line) => [...parseSetCookie(line).attributes.keys()].toSorted()

/**
 * Signs in by an action of ours and by a form of the application.
 *
 * @param {Server} server
 * @param {boolean} secure whether a proxy says that the browser is at https
 */
async function signInBothWays(server, secure) {
  const headers = secure ? { 'x-forwarded-proto': 'https' } : {}
  const origin = secure ? server.origin.replace('http:', 'https:') : server.origin
  const site = { ...server, origin }
  const jar = new Jar({ secure })
  const csrfToken = await csrf(site, jar, { headers })
  const action = form(site, password('ada', { csrfToken }), { jar, headers })
  const fields = password('ada', { provider: 'credentials', redirectTo: '/whoami' })
  return [
    await server.ask('/auth/callback/credentials', action),
    await server.ask('/act/signin', form(site, fields, { headers })),
  ]
}

/** @type {readonly import('../types.d.ts').Row[]} */
export const cookies = [
  {
    id: 'C1',
    name: 'A session in several cookies is set and read completely',
    async run(server) {
      const jar = await signIn(server, 'linus')
      assert.ok(jar.session().length >= 2, `only ${jar.session().join(', ')}`)
      assertWho(await server.ask('/whoami', { jar }), 'linus')
    },
  },
  {
    id: 'C2',
    name: 'Cookies have their attributes over http and over https',
    async run(server) {
      for (const secure of [false, true]) {
        const lines = (await signInBothWays(server, secure)).map((answer) => {
          const [line, ...others] = sessionsSet(answer)
          assert.ok(line !== undefined && others.length === 0, `no session: ${describe(answer)}`)
          return line
        })
        for (const line of lines) {
          const { name, path, attributes } = parseSetCookie(line)
          assert.equal(path, '/')
          assert.ok(attributes.has('httponly'), line)
          assert.equal(attributes.get('samesite')?.toLowerCase(), 'lax')
          assert.equal(attributes.has('secure'), secure, line)
          assert.equal(name.startsWith('__Host-'), secure, line)
          assert.ok(!attributes.has('domain'), line)
        }
        const [action = '', own = ''] = lines
        assert.deepEqual(attributeNames(own), attributeNames(action))
      }
    },
  },
  {
    id: 'C3',
    name: 'A page that reads the session extends it',
    env: ALWAYS,
    async run(server) {
      const jar = await signIn(server, 'ada')
      const answer = await server.ask('/whoami', { jar })
      assertWho(answer, 'ada')
      assertRenewed(answer)
    },
  },
  {
    id: 'C4',
    name: 'A request for the data of a page extends the session',
    needs: ['data'],
    env: ALWAYS,
    async run(server, { host }) {
      const jar = await signIn(server, 'ada')
      const answer = await server.ask(host.data?.('/whoami') ?? '', { jar })
      assert.ok(answer.body.includes('ada'), describe(answer))
      assertRenewed(answer)
    },
  },
  {
    id: 'C5',
    name: 'A session is extended on failures and redirects',
    env: ALWAYS,
    async run(server) {
      const jar = await signIn(server, 'ada')
      const boom = await server.ask('/boom', { jar })
      assert.equal(boom.status, 500, describe(boom))
      assertRenewed(boom)
      const hop = await server.ask('/hop', { jar })
      assert.ok(hop.status >= 300 && hop.status < 400, describe(hop))
      assertRenewed(hop)
    },
  },
  {
    id: 'C6',
    name: 'A session whose cookie cannot be set is not extended in the store',
    needs: ['database', 'stream'],
    env: { ...ALWAYS, TEST_STRATEGY: 'database' },
    async run(server) {
      const jar = new Jar()
      jar.set('latchstring.session-token', 'token-of-ada')
      const before = await readCount(server)
      const answer = await server.ask('/stream', { jar })
      assertWho(answer, 'ada')
      assert.deepEqual(answer.cookies, [])
      const after = await readCount(server)
      assert.equal(after['extended'], before['extended'], 'the record was extended')
      assertRenewed(await server.ask('/whoami', { jar }))
      const later = await readCount(server)
      assert.ok(Number(later['extended']) > Number(after['extended']), 'nothing is ever extended')
    },
  },
  {
    id: 'C7',
    name: 'Cookies of the application are sent beside those of the library',
    env: ALWAYS,
    async run(server) {
      const jar = await signIn(server, 'ada')
      const answer = await server.ask('/cookie', { jar })
      const names = answer.cookies.map((line) => parseSetCookie(line).name)
      for (const name of ['app-one', 'app-two']) {
        assert.equal(names.filter((one) => one === name).length, 1, answer.cookies.join('\n'))
      }
      assertRenewed(answer)
    },
  },
  {
    id: 'C8',
    name: 'An invalid session cookie is deleted by one response',
    async run(server, { serve }) {
      const older = await signIn(
        await serve({ AUTH_SECRET: 'u3Sp0Mk9Jh6Gf4Dc1By7wXt5Rn2Lv8qZ' }),
        'ada',
      )
      const garbage = new Jar()
      garbage.set('latchstring.session-token', 'garbage')
      const half = new Jar()
      half.set('latchstring.session-token.1', 'x'.repeat(50))
      for (const jar of [garbage, half, older]) {
        const names = jar.session()
        const answer = await server.ask('/whoami', { jar })
        assertWho(answer, 'nobody')
        assert.deepEqual(jar.session(), [], `${names.join(', ')} is still there`)
        const again = await server.ask('/whoami', { jar })
        assert.deepEqual(sessionLines(again), [])
      }
    },
  },
  {
    id: 'C9',
    name: 'Signing out deletes every cookie of the session',
    async run(server) {
      for (const path of ['/auth/signout', '/act/signout']) {
        const jar = await signIn(server, 'linus')
        const names = jar.session()
        assert.ok(names.length >= 2)
        const csrfToken = await csrf(server, jar)
        const answer = await server.ask(path, form(server, { csrfToken }, { jar }))
        assert.deepEqual(jar.session(), [], `${path}: ${describe(answer)}`)
        for (const line of sessionLines(answer)) {
          const { attributes } = parseSetCookie(line)
          assert.ok(
            attributes.has('httponly') && attributes.get('samesite')?.toLowerCase() === 'lax',
            line,
          )
        }
      }
    },
  },
]
