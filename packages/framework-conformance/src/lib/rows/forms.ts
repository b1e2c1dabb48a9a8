import assert from 'node:assert/strict'
import { Jar, parseSetCookie } from '../jar.ts'
import {
  assertStatus,
  assertWho,
  csrf,
  describe,
  encode,
  form,
  json,
  location,
  member,
  NAVIGATION,
  password,
  readCount,
  sessionsSet,
  signIn,
  waitForLog,
} from '../steps.ts'
import type { Reply, Ask, Row, Server } from '../types.ts'

const FORM = 'application/x-www-form-urlencoded'
const CREDENTIALS = { provider: 'credentials', redirectTo: '/whoami' }

/** URLs of other sites, in the spellings of open-redirect attacks. */
const HOSTILE = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://127.0.0.1@evil.example',
  'http://127.0.0.1:1/',
  '/%09/evil.example/..//evil.example',
  '/..//evil.example',
  'http://[::1]/',
]

/** Removes the id of a sign-in in progress from the name of its cookie. */
const withoutId = (name: string): string =>
  name.replace(/^(.*(?:state|code_verifier|nonce))\..*$/, '$1')

const setNames = ({ cookies }: Reply): readonly string[] =>
  cookies.map((line) => withoutId(parseSetCookie(line).name))

/** A form that another site posts. */
const FOREIGN = {
  'an origin': { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
  'an opaque origin': { origin: 'null', 'sec-fetch-site': 'cross-site' },
}

function foreignForm(
  _server: Server,
  fields: Record<string, string>,
  headers: Record<string, string>,
  jar: Jar,
): Ask {
  const body = encode(fields)
  return { method: 'POST', body, jar, headers: { 'content-type': FORM, ...NAVIGATION, ...headers } }
}

function readForm(page: string): { action: string; fields: Record<string, string> } {
  const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(page) ?? []
  const inputs = [...page.matchAll(/<input\b[^>]*>/g)].map(([input]) => {
    const [, name = ''] = / name="([^"]*)"/.exec(input) ?? []
    const [, value = ''] = / value="([^"]*)"/.exec(input) ?? []
    return [name, value.replaceAll('&amp;', '&')] as const
  })
  return { action: action.replaceAll('&amp;', '&'), fields: Object.fromEntries(inputs) }
}

/** Where the form with an id is posted to, from the page `/native` */
function readAction(page: string, id: string): string {
  const [tag = ''] = page.match(/<form\b[^>]*>/g)?.filter((one) => one.includes(`"${id}"`)) ?? []
  const [, action = ''] = / action="([^"]*)"/.exec(tag) ?? []
  const { pathname, search } = new URL(
    action.replaceAll('&amp;', '&'),
    'http://host.invalid/native',
  )
  return pathname + search
}

export const forms: readonly Row[] = [
  {
    id: 'F1',
    name: 'A form of the application signs in with a password',
    async run(server) {
      const jar = new Jar()
      const response = await server.ask(
        '/act/signin',
        form(server, password('ada', CREDENTIALS), { jar }),
      )
      assertStatus(response, [302, 303], 'POST')
      assert.equal(location(server, response).href, `${server.origin}/whoami`)
      assert.equal(jar.session().length, 1, response.cookies.join('\n'))
      assertWho(await server.ask('/whoami', { jar }), 'ada')
    },
  },
  {
    id: 'F2',
    name: 'A form of the application starts a sign-in at a provider',
    async run(server) {
      const response = await server.ask(
        '/act/signin',
        form(server, { provider: 'github', redirectTo: '/whoami' }),
      )
      assertStatus(response, [302, 303], 'POST')
      const { href, searchParams } = location(server, response)
      assert.ok(href.startsWith('http://127.0.0.1:9/github/authorize?'), href)
      assert.equal(searchParams.get('redirect_uri'), `${server.origin}/auth/callback/github`)
      const jar = new Jar()
      const csrfToken = await csrf(server, jar)
      const action = await server.ask(
        '/auth/signin/github',
        form(server, { csrfToken, callbackUrl: '/whoami' }, { jar }),
      )
      const wanted = setNames(action).filter((name) => !name.includes('csrf'))
      assert.notDeepEqual(wanted, [])
      const missing = wanted.filter((name) => !setNames(response).includes(name))
      assert.deepEqual(missing, [], `not set: ${missing.join(', ')}`)
    },
  },
  {
    id: 'F3',
    name: 'A form of the application signs out',
    async run(server, { host, serve }) {
      const jar = await signIn(server, 'ada')
      const response = await server.ask('/act/signout', form(server, {}, { jar }))
      assertStatus(response, [302, 303], 'POST')
      assert.deepEqual(jar.session(), [])
      assertWho(await server.ask('/whoami', { jar }), 'nobody')
      if (!host.features.includes('database')) return
      const stored = await serve({ TEST_STRATEGY: 'database' })
      const other = new Jar()
      other.set('latchstring.session-token', 'token-of-grace')
      assertWho(await stored.ask('/whoami', { jar: other }), 'grace')
      await stored.ask('/act/signout', form(stored, {}, { jar: other }))
      assert.equal((await readCount(stored))['deleted'], 1, 'the record is still there')
    },
  },
  {
    id: 'F4',
    name: 'A wrong password shows the form again with the error code, and is not logged as an error',
    async run(server) {
      const jar = new Jar()
      const before = server.log().length
      const fields = { ...password('ada', CREDENTIALS), password: 'wrong' }
      const response = await server.ask('/act/signin', form(server, fields, { jar }))
      assert.equal(response.status, 401, describe(response))
      assert.ok(response.body.includes('failed:locked'), describe(response))
      assert.deepEqual(jar.session(), [])
      const csrfToken = await csrf(server, jar)
      const action = form(server, { ...fields, csrfToken }, { jar })
      const refused = await server.ask('/auth/callback/credentials', action)
      assert.equal(location(server, refused).searchParams.get('error'), 'CredentialsSignin')
      const message = /\[auth\]\[info\] CredentialsSignin/
      const logged = await waitForLog(server, message, before)
      assert.match(logged, message, 'it is not in the log')
      assert.doesNotMatch(logged, /\[auth\]\[error\]/)
    },
  },
  {
    id: 'F5',
    name: 'A form from another site changes nothing',
    async run(server) {
      const given = password('ada', CREDENTIALS)
      for (const [what, headers] of Object.entries({
        ...FOREIGN,
        'a page': { referer: 'https://evil.test/page' },
      })) {
        const jar = new Jar()
        const response = await server.ask('/act/signin', foreignForm(server, given, headers, jar))
        assert.ok(response.status >= 400 && response.status < 500, `${what}: ${describe(response)}`)
        assert.deepEqual(jar.session(), [], what)
        const victim = await signIn(server, 'grace')
        const out = await server.ask('/act/signout', foreignForm(server, {}, headers, victim))
        assert.ok(out.status >= 400 && out.status < 500, `${what}: ${describe(out)}`)
        assertWho(await server.ask('/whoami', { jar: victim }), 'grace')
      }
      const jar = new Jar()
      await server.ask('/act/signin', form(server, given, { jar }))
      assert.equal(jar.session().length, 1, 'nobody can sign in at all')
    },
  },
  {
    id: 'F6',
    name: 'A form never redirects to another site',
    async run(server) {
      for (const redirectTo of HOSTILE) {
        const fields = { ...password('ada', CREDENTIALS), redirectTo }
        const response = await server.ask('/act/signin', form(server, fields))
        assert.equal(location(server, response).origin, server.origin, JSON.stringify(redirectTo))
      }
      const kept = await server.ask(
        '/act/signin',
        form(server, password('ada', { ...CREDENTIALS, redirectTo: '/members?a=1' })),
      )
      assert.equal(location(server, kept).href, `${server.origin}/members?a=1`)
    },
  },
  {
    id: 'F8',
    name: 'A form without a script starts a sign-in through the HTTP action',
    async run(server) {
      const jar = new Jar()
      const page = await server.ask('/form', { jar, headers: NAVIGATION })
      const { action, fields } = readForm(page.body)
      assert.equal(action, '/auth/signin/github', describe(page))
      const response = await server.ask(action, form(server, fields, { jar }))
      const { href } = location(server, response)
      assert.ok(href.startsWith('http://127.0.0.1:9/github/authorize?'), href)
    },
  },
  {
    id: 'F9',
    name: 'An updated session is in the response of the same request',
    async run(server) {
      const jar = await signIn(server, 'ada')
      const response = await server.ask('/act/update', form(server, { name: 'lovelace' }, { jar }))
      assertWho(response, 'lovelace')
      assert.equal(sessionsSet(response).length, 1, response.cookies.join('\n'))
      assertWho(await server.ask('/whoami', { jar }), 'lovelace')
      assert.equal(
        member(json(await server.ask('/auth/session', { jar })), 'user', 'name'),
        'lovelace',
      )
    },
  },
  {
    id: 'F10',
    name: 'An action of the framework signs in and out by a form without a script',
    needs: ['action'],
    async run(server) {
      const page = await server.ask('/native', { headers: NAVIGATION })
      const headers = { referer: `${server.origin}/native` }
      const signInPath = readAction(page.body, 'signin')
      const jar = new Jar()
      const given = password('ada', CREDENTIALS)
      const foreign = { ...given, password: 'not-the-password' }
      const wrong = await server.ask(signInPath, form(server, foreign, { jar, headers }))
      assert.ok(wrong.status < 500, describe(wrong))
      assert.deepEqual(jar.session(), [])
      const returned = wrong.cookies.join() + wrong.body
      assert.ok(!returned.includes('not-the-password'), `the password is in ${returned}`)
      const crossed = foreignForm(server, given, FOREIGN['an origin'], jar)
      assert.ok((await server.ask(signInPath, crossed)).status < 500)
      assert.deepEqual(jar.session(), [], 'a form of another site signed in')
      const response = await server.ask(signInPath, form(server, given, { jar, headers }))
      assertStatus(response, [302, 303], 'POST')
      assert.equal(location(server, response).href, `${server.origin}/whoami`)
      assertWho(await server.ask('/whoami', { jar }), 'ada')
      const github = { provider: 'github', redirectTo: '/whoami' }
      const started = await server.ask(signInPath, form(server, github, { headers }))
      assert.ok(location(server, started).href.startsWith('http://127.0.0.1:9/github/authorize?'))
      const out = readAction(page.body, 'signout')
      await server.ask(out, form(server, {}, { jar, headers }))
      assert.deepEqual(jar.session(), [])
    },
  },
  {
    id: 'F11',
    name: 'A form that was sent too often is answered with 429, the error and the seconds to wait',
    env: { TEST_LIMITED: '1' },
    async run(server) {
      const given = password('ada', CREDENTIALS)
      const wrong = { ...given, password: 'wrong' }
      const send = async (fields: Record<string, string>): Promise<Reply> =>
        server.ask('/act/signin', form(server, fields))
      assertStatus(await send(given), [302, 303], 'before a wrong password')
      const first = await send(wrong)
      assert.equal(first.status, 401, describe(first))
      assert.equal(first.headers['retry-after'], undefined)
      for (const fields of [wrong, given]) {
        const refused = await send(fields)
        assert.equal(refused.status, 429, describe(refused))
        assert.ok(refused.body.includes('failed:TooManyRequests'), describe(refused))
        const seconds = Number(refused.headers['retry-after'])
        assert.ok(seconds >= 1 && seconds <= 60, `Retry-After: ${refused.headers['retry-after']}`)
        assert.deepEqual(sessionsSet(refused), [])
      }
    },
  },
]
