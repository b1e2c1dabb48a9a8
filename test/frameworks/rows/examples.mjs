import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Jar, json } from '@latchstring/framework-conformance'
import { createPerson } from '../../../tools/measure/first-sign-in/person.mjs'
import { mustRun } from '../../../tools/run.mjs'

/** @typedef {import('@latchstring/framework-conformance').Ask} Ask */
/** @typedef {import('@latchstring/framework-conformance').Server} Server */
/** @typedef {ReturnType<typeof createPerson>} Person */

/** Variables that every server of the suite gets, emptied: an example reads its own file of variables. */
const NOTHING_SET = { AUTH_SECRET: '', AUTH_TRUST_HOST: '' }

const DEVELOPMENT = { NODE_ENV: 'development', ...NOTHING_SET }

const CLIENT_ID = 'id-of-the-example'

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

const START_TIMEOUT_MS = 60_000

/** @type {(server: Server) => Promise<void>} Nitro 3 answers with 503 until it has compiled what it develops */
async function waitUntilCompiled(server) {
  const end = Date.now() + START_TIMEOUT_MS
  while ((await server.ask('/', { headers: NAVIGATION })).status === 503 && Date.now() < end) {
    await wait(200)
  }
}

/** @type {(server: Server, origin: string) => Promise<URL>} the sign-in page that a stranger is sent to, as opened at the origin */
async function refusesStrangers(server, origin) {
  const headers = { host: new URL(origin).host }
  const home = await server.ask('/', { headers: { ...headers, ...NAVIGATION } })
  assert.equal(home.status, 200, home.body)
  assert.match(home.body, /You are not signed in/)
  const members = await server.ask('/members', { headers: { ...headers, ...NAVIGATION } })
  assert.ok([302, 303, 307].includes(members.status), `/members of a stranger: ${members.status}`)
  assert.doesNotMatch(members.body, /Only people who are signed in/)
  const { location = '' } = members.headers
  assert.match(location, /\/signin\?callbackUrl=[^&]*%2Fmembers/)
  const data = await server.ask('/api/me', { headers: { ...headers, accept: 'application/json' } })
  assert.equal(data.status, 401, `/api/me of a stranger: ${data.body}`)
  const link = findLink(home.body, 'signin')
  const page = new URL(location, origin)
  assert.equal(page.pathname, new URL(link, origin).pathname)
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
  person.expect(await person.submit(signOut, /signout$/), 'You are not signed in')
}

/** @type {(person: Person, page: URL, origin: string) => Promise<void>} a person who was sent to the sign-in page returns to the requested page */
async function comesBack(person, page, origin) {
  const signIn = await person.open(page.href)
  const consent = await person.submit(signIn, /signin\/github$/)
  const landed = await person.submit(consent, /decision$/, { person: 'alan', decision: 'allow' })
  assert.equal(landed.url, `${origin}/members`)
  person.expect(landed, 'Alan Turing')
}

/** @type {(server: Server, base: string, origin: string) => Promise<URL>} where the form of the sign-in page leads */
async function startsAtGitHub(server, base, origin) {
  const { host } = new URL(origin)
  const jar = new Jar()
  /** @type {Ask} */
  const asked = { headers: { host }, jar }
  // What the action is documented to give.
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (
    json(await server.ask(`${base}/csrf`, asked))
  )
  const { status, headers, body } = await server.ask(`${base}/signin/github`, {
    method: 'POST',
    jar,
    body: new URLSearchParams({ csrfToken, callbackUrl: '/' }).toString(),
    headers: {
      host,
      ...NAVIGATION,
      'content-type': 'application/x-www-form-urlencoded',
      origin,
      'sec-fetch-site': 'same-origin',
    },
  })
  assert.ok(headers.location, `The sign-in leads nowhere (HTTP ${status}):\n${body}`)
  return new URL(headers.location, origin)
}

/** @type {(folder: string) => string} the block of the README with what to add to the file of variables */
function readVariables(folder) {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const block = /```sh\n((?:[A-Z_]+=.*\n)+)```/.exec(readme)?.[1]
  assert.ok(block !== undefined, 'the README has no variables')
  return block
    .replace('AUTH_GITHUB_ID=…', `AUTH_GITHUB_ID=${CLIENT_ID}`)
    .replace('AUTH_GITHUB_SECRET=…', 'AUTH_GITHUB_SECRET=secret-of-the-example')
}

const PROGRAM = 'node_modules/@latchstring/cli/dist/bin.js'

/** @type {(folder: string, file: string) => Promise<string>} as the README says; where people open the application then */
async function writeVariables(folder, file) {
  await mustRun(process.execPath, [PROGRAM, 'secret', '--write'], { cwd: folder, quiet: true })
  const variables = readVariables(folder)
  appendFileSync(join(folder, file), variables)
  return /^AUTH_URL=(.*)$/m.exec(variables)?.[1] ?? ''
}

/** @type {readonly (readonly [string, Ask])[]} */
const NO_REQUEST = [
  ['TRACE', { method: 'TRACE' }],
  ['a Host with a user', { headers: { host: 'a@b' } }],
  ['an empty Host', { headers: { host: '' } }],
]

/** @type {readonly import('../types.d.ts').Row[]} */
export const exampleRows = [
  {
    id: 'E1',
    name: 'In development people sign in without keys, come back to the page they wanted, and sign out',
    env: DEVELOPMENT,
    async run(server) {
      const origin = `http://localhost:${server.port}`
      await waitUntilCompiled(server)
      const page = await refusesStrangers(server, origin)
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
      const { envFile } = host.example
      try {
        const origin = await writeVariables(folder, envFile)
        const server = await serve(NOTHING_SET)
        const { pathname } = await refusesStrangers(server, origin)
        const url = await startsAtGitHub(server, pathname.replace(/\/signin$/, ''), origin)
        assert.equal(url.origin, 'https://github.com')
        assert.equal(url.searchParams.get('client_id'), CLIENT_ID)
        const callback = url.searchParams.get('redirect_uri') ?? ''
        assert.ok(callback.startsWith(`${origin}/`), callback)
        // The README has it registered.
        assert.ok(readFileSync(join(folder, 'README.md'), 'utf8').includes(`\`${callback}\``))
      } finally {
        rmSync(join(folder, envFile), { force: true })
      }
    },
  },
  {
    id: 'E3',
    name: '`latchstring doctor --flows` signs in to it, and finds nothing',
    env: DEVELOPMENT,
    async run(server, { folder, program = process.execPath }) {
      const url = `http://localhost:${server.port}`
      await waitUntilCompiled(server)
      const args = [PROGRAM, 'doctor', '--flows', '--url', url]
      const { stdout } = await promisify(execFile)(program, args, { cwd: folder })
      assert.match(stdout, /^github\n(?: {2}ok .*\n){7}\nNothing is wrong/m)
    },
  },
  {
    id: 'E4',
    name: 'A request whose method or `Host` no `Request` can have leaves the server running',
    env: DEVELOPMENT,
    async run(server) {
      await waitUntilCompiled(server)
      for (const [what, asked] of NO_REQUEST) {
        // A server may close the connection as well.
        await server.ask('/', asked).catch(() => undefined)
        const home = server.ask('/', { headers: NAVIGATION })
        assert.equal(await home.then(({ status }) => status, String), 200, `After ${what}`)
      }
    },
  },
]
