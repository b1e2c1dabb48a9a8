import assert from 'node:assert/strict'
import { json, signIn } from '@latchstring/framework-conformance'

/** @typedef {import('@latchstring/framework-conformance').Ask} Ask */
/** @typedef {import('@latchstring/framework-conformance').Jar} Jar */
/** @typedef {import('@latchstring/framework-conformance').Reply} Reply */
/** @typedef {import('@latchstring/framework-conformance').Server} Server */
/** @typedef {import('../types.d.ts').Host} Host */

/** @type {(server: Server) => Promise<void>} */
async function tryFeature(server) {
  const page = await server.ask('/auth/greeting/hello', { headers: { accept: 'text/html' } })
  assert.equal(page.status, 200, page.body)
  assert.match(page.body, /A greeting/)
  const other = await server.ask('/auth/greeting/other', { headers: { accept: 'text/html' } })
  assert.equal(other.status, 404, other.body)
  const jar = await signIn(server, 'ada')
  assert.match((await server.ask('/greet', { jar })).body, /Hello, id-of-ada; Hello, grace/)
  assert.match((await server.ask('/greet')).body, /SessionRequired; Hello, grace/)
}

const PATH = '/recent?x=1'
const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }

/** @type {(server: Server, fields: Readonly<Record<string, string>>, jar: Jar) => Ask} a form of a page of the application */
const post = ({ origin }, fields, jar) => ({
  method: 'POST',
  body: new URLSearchParams(fields).toString(),
  headers: {
    ...NAVIGATION,
    'content-type': 'application/x-www-form-urlencoded',
    origin,
    'sec-fetch-site': 'same-origin',
  },
  jar,
})

/** @type {(server: Server, response: Reply) => URL} */
function leadsTo({ origin }, response) {
  assert.ok([302, 303, 307].includes(response.status), `${response.status} ${response.body}`)
  return new URL(response.headers.location ?? '', origin)
}

/** @type {(server: Server, url: URL) => URL} where the page of the factor leads back to */
function assertRaising({ origin }, url) {
  assert.equal(url.origin + url.pathname, `${origin}/auth/factor/show`)
  return new URL(url.searchParams.get('callbackUrl') ?? '', origin)
}

/** @type {(server: Server, page: URL, jar: Jar) => Promise<Reply>} shows the factor by its page */
async function showFactor(server, page, jar) {
  const { body } = await server.ask(page.pathname + page.search, { headers: NAVIGATION, jar })
  const csrfToken = /name="csrfToken"[^>]*value="([^"]+)"/.exec(body)?.[1]
  assert.ok(csrfToken, body)
  const fields = { csrfToken, callbackUrl: page.searchParams.get('callbackUrl') ?? '' }
  const check = (/** @type {string} */ code) =>
    server.ask('/auth/factor/check', post(server, { ...fields, code }, jar))
  assert.equal((await check('1')).status, 400)
  return check('246810')
}

/** @type {(server: Server, jar: Jar) => Promise<void>} */
async function assertRaised(server, jar) {
  const response = await server.ask(PATH, { headers: NAVIGATION, jar })
  assert.equal(response.status, 200, response.body)
  assert.match(response.body, /recent:\w+ by pwd otp mfa/)
}

/** @type {(server: Server, tools: { readonly host: Host }) => Promise<void>} */
async function tryRaising(server, { host }) {
  // The session of Linus has several cookies.
  const jar = await signIn(server, 'linus')
  const paths = host.features.includes('rendered') ? ['/recent/page?x=1', PATH] : [PATH]
  const pages = []
  for (const path of paths) {
    const page = leadsTo(server, await server.ask(path, { headers: NAVIGATION, jar }))
    assert.equal(assertRaising(server, page).href, server.origin + path)
    pages.push(page)
  }
  const headers = { accept: 'application/json', 'sec-fetch-mode': 'cors' }
  const script = await server.ask(PATH, { headers, jar })
  assert.equal(script.status, 401, script.body)
  assert.match(script.headers['www-authenticate'] ?? '', /insufficient_user_authentication/)
  const { error, url } = /** @type {{ error: string, url: string }} */ (json(script))
  assert.equal(error, 'StepUpRequired')
  assertRaising(server, new URL(url))
  const before = jar.header()
  const shown = await showFactor(server, pages[0] ?? new URL(url), jar)
  assert.equal(leadsTo(server, shown).href, server.origin + paths[0])
  const set = shown.cookies.filter((line) => line.includes('session-token'))
  assert.ok(set.length > 1, set.join('\n'))
  assert.notEqual(jar.header(), before)
  await assertRaised(server, jar)
}

/** @type {(server: Server) => Promise<void>} */
async function tryKeptForm(server) {
  const jar = await signIn(server, 'ada')
  const sent = await server.ask(PATH, post(server, { amount: '5' }, jar))
  assert.equal(sent.status, 303, sent.body)
  const page = leadsTo(server, sent)
  assert.equal(assertRaising(server, page).pathname, '/auth/form')
  const back = leadsTo(server, await showFactor(server, page, jar))
  const kept = await server.ask(back.pathname + back.search, { headers: NAVIGATION, jar })
  assert.equal(kept.status, 200, kept.body)
  assert.ok(kept.body.includes(`action="${server.origin}${PATH}"`), kept.body)
  assert.match(kept.body, /name="amount"[^>]*value="5"/)
  const again = await server.ask(PATH, post(server, { amount: '5' }, jar))
  assert.match(again.body, /recent:ada by pwd otp mfa/)
}

/** @type {readonly import('../types.d.ts').Row[]} */
export const features = [
  {
    id: 'F14',
    name: 'A feature of a configuration has its page, its operations for the user of the request, and those for any user',
    needs: ['feature'],
    env: { TEST_FEATURES: 'object' },
    run: tryFeature,
  },
  {
    id: 'F15',
    name: 'A feature beside a configuration function has them too',
    needs: ['feature'],
    env: { TEST_FEATURES: 'function' },
    run: tryFeature,
  },
  {
    id: 'F16',
    name: '`auth.require` leads to the page on which a feature takes a second factor, and the session that it makes arrives with all its cookies',
    needs: ['feature', 'require'],
    env: { TEST_FEATURES: 'factor' },
    run: tryRaising,
  },
  {
    id: 'F17',
    name: 'A form that `auth.require` refuses comes back once the factor is shown',
    needs: ['feature', 'require'],
    env: { TEST_FEATURES: 'factor' },
    run: tryKeptForm,
  },
]
