import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Jar, json } from '@latchstring/framework-conformance'
import { createPerson } from '../../../tools/first-sign-in/person.mjs'

/** @typedef {import('@latchstring/framework-conformance').Ask} Ask */
/** @typedef {import('@latchstring/framework-conformance').Environment} Environment */
/** @typedef {import('@latchstring/framework-conformance').Server} Server */
/** @typedef {ReturnType<typeof createPerson>} Person */

/** What every server of the suite is started with is for its file of variables to say, or for nobody. */
const NOTHING_SET = { AUTH_SECRET: '', AUTH_TRUST_HOST: '' }

const DEVELOPMENT = { NODE_ENV: 'development', ...NOTHING_SET }

const PUBLIC_ORIGIN = 'https://app.example'

const VARIABLES = {
  AUTH_SECRET: 'only-for-the-tests-of-examples-and-long',
  AUTH_URL: PUBLIC_ORIGIN,
  AUTH_GITHUB_ID: 'id-of-the-example',
  AUTH_GITHUB_SECRET: 'secret-of-the-example',
}

/** What a proxy in front adds, which ends TLS. */
const PROXY = {
  host: 'app.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'app.example',
}

const NAVIGATION = {
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

/** @type {(html: string, action: string) => string} where a link of the page leads */
function findLink(html, action) {
  const href = new RegExp(`href="([^"]*/${action}\\b[^"]*)"`).exec(html)?.[1]
  assert.ok(href !== undefined, `the page has no link to ${action}:\n${html}`)
  return href.replaceAll('&amp;', '&')
}

/** @type {(server: Server, headers?: Readonly<Record<string, string>>) => Promise<URL>} the sign-in page that a stranger is sent to */
async function refusesStrangers(server, headers = {}) {
  const home = await server.ask('/', { headers: { ...headers, ...NAVIGATION } })
  assert.equal(home.status, 200, home.body)
  assert.match(home.body, /Nobody is signed in/)
  const members = await server.ask('/members', { headers: { ...headers, ...NAVIGATION } })
  assert.ok([302, 303, 307].includes(members.status), `/members of a stranger: ${members.status}`)
  assert.doesNotMatch(members.body, /Only people who are signed in/)
  const { location = '' } = members.headers
  assert.match(location, /\/signin\?callbackUrl=[^&]*%2Fmembers/)
  const data = await server.ask('/api/me', { headers: { ...headers, accept: 'application/json' } })
  assert.equal(data.status, 401, `/api/me of a stranger: ${data.body}`)
  const link = findLink(home.body, 'signin')
  const page = new URL(location, server.origin)
  assert.equal(page.pathname, new URL(link, server.origin).pathname)
  return page
}

/** @type {(person: Person, origin: string) => Promise<void>} */
async function signsInAndOut(person, origin) {
  const home = await person.open(origin)
  const signIn = await person.open(new URL(findLink(home.html, 'signin'), origin).href)
  person.expect(signIn, 'AUTH_GITHUB_ID')
  const consent = await person.submit(signIn, /signin\/github$/)
  const landed = await person.submit(consent, /decision$/, { person: 'alan', decision: 'allow' })
  person.expect(landed, 'Signed in as Alan Turing')
  person.expect(await person.open(`${origin}/members`), 'Only people who are signed in')
  const { html } = await person.open(`${origin}/api/me`)
  assert.deepEqual(JSON.parse(html), { name: 'Alan Turing' })
  const signOut = await person.open(new URL(findLink(landed.html, 'signout'), origin).href)
  person.expect(await person.submit(signOut, /signout$/), 'Nobody is signed in')
}

/** @type {(person: Person, page: URL, origin: string) => Promise<void>} somebody who was sent to the sign-in page comes back to where they were */
async function comesBack(person, page, origin) {
  const signIn = await person.open(page.href)
  const consent = await person.submit(signIn, /signin\/github$/)
  const landed = await person.submit(consent, /decision$/, { person: 'alan', decision: 'allow' })
  assert.equal(landed.url, `${origin}/members`)
  person.expect(landed, 'Alan Turing')
}

/** @type {(server: Server, base: string) => Promise<URL>} where the form of the sign-in page leads */
async function startsAtGitHub(server, base) {
  const jar = new Jar({ secure: true })
  /** @type {Ask} */
  const asked = { headers: PROXY, jar }
  // What the action is documented to give.
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (
    json(await server.ask(`${base}/csrf`, asked))
  )
  const { status, headers, body } = await server.ask(`${base}/signin/github`, {
    method: 'POST',
    jar,
    body: new URLSearchParams({ csrfToken, callbackUrl: '/' }).toString(),
    headers: {
      ...PROXY,
      ...NAVIGATION,
      'content-type': 'application/x-www-form-urlencoded',
      origin: PUBLIC_ORIGIN,
      'sec-fetch-site': 'same-origin',
    },
  })
  assert.ok(headers.location, `The sign-in leads nowhere (HTTP ${status}):\n${body}`)
  return new URL(headers.location, PUBLIC_ORIGIN)
}

/** @type {(file: string, variables: Environment) => () => void} what takes the file away */
function writeVariables(file, variables) {
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(file, lines.join(''))
  return () => rmSync(file)
}

/** @type {readonly import('../types.d.ts').Row[]} */
export const exampleRows = [
  {
    id: 'E1',
    name: 'In development people sign in without keys, come back to the page they wanted, and sign out',
    env: DEVELOPMENT,
    async run(server) {
      const origin = `http://localhost:${server.port}`
      const page = await refusesStrangers(server, { host: new URL(origin).host })
      await signsInAndOut(createPerson(), origin)
      await comesBack(createPerson(), page, origin)
    },
  },
  {
    id: 'E2',
    name: 'In production, with the file of variables that the README shows, people sign in at the service',
    // In production it needs the file, which is not there before the row.
    env: DEVELOPMENT,
    async run(_server, { host, folder, serve }) {
      assert.ok(host.example)
      const remove = writeVariables(join(folder, host.example.envFile), VARIABLES)
      try {
        const server = await serve(NOTHING_SET)
        const { pathname } = await refusesStrangers(server, PROXY)
        const url = await startsAtGitHub(server, pathname.replace(/\/signin$/, ''))
        assert.equal(url.origin, 'https://github.com')
        assert.equal(url.searchParams.get('client_id'), VARIABLES.AUTH_GITHUB_ID)
        assert.match(
          url.searchParams.get('redirect_uri') ?? '',
          /^https:\/\/app\.example\/.*github$/,
        )
      } finally {
        remove()
      }
    },
  },
]
