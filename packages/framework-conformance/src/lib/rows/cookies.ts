import assert from 'node:assert/strict'
import { Jar, parseSetCookie } from '../jar.ts'
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
} from '../steps.ts'
import type { Reply, Row, Server } from '../types.ts'

/** Settings with which every read extends the session. */
const ALWAYS = { TEST_UPDATE_AGE: '0' }

function assertRenewed(response: Reply): void {
  assert.equal(
    sessionsSet(response).length,
    1,
    `one session cookie expected: ${response.cookies.join('\n')}`,
  )
  assertPrivate(response)
  assertVariesByCookie(response)
}

const attributeNames = (line: string): readonly string[] =>
  [...parseSetCookie(line).attributes.keys()].toSorted()

/**
 * Signs in by an HTTP action and by a form of the application.
 */
async function signInBothWays(server: Server, secure: boolean): Promise<readonly Reply[]> {
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

export const cookies: readonly Row[] = [
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
        const lines = (await signInBothWays(server, secure)).map((response) => {
          const [line, ...others] = sessionsSet(response)
          assert.ok(line !== undefined && others.length === 0, `no session: ${describe(response)}`)
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
      const response = await server.ask('/whoami', { jar })
      assertWho(response, 'ada')
      assertRenewed(response)
    },
  },
  {
    id: 'C4',
    name: 'A request for the data of a page extends the session',
    needs: ['data'],
    env: ALWAYS,
    async run(server, { host }) {
      const jar = await signIn(server, 'ada')
      const response = await server.ask(host.data?.('/whoami') ?? '', { jar })
      assert.ok(response.body.includes('ada'), describe(response))
      assertRenewed(response)
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
      const response = await server.ask('/stream', { jar })
      assertWho(response, 'ada')
      assert.deepEqual(response.cookies, [])
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
      const response = await server.ask('/cookie', { jar })
      const names = response.cookies.map((line) => parseSetCookie(line).name)
      for (const name of ['app-one', 'app-two']) {
        assert.equal(names.filter((one) => one === name).length, 1, response.cookies.join('\n'))
      }
      assertRenewed(response)
    },
  },
  {
    id: 'C8',
    name: 'A session cookie that cannot be opened is refused and kept, because another server may have its key (DEL-01)',
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
        const response = await server.ask('/whoami', { jar })
        assertWho(response, 'nobody')
        assert.deepEqual(jar.session(), names, `${names.join(', ')} was deleted`)
        assert.deepEqual(sessionLines(response), [])
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
        const response = await server.ask(path, form(server, { csrfToken }, { jar }))
        assert.deepEqual(jar.session(), [], `${path}: ${describe(response)}`)
        for (const line of sessionLines(response)) {
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
