import { execFileSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPerson, unescape } from '../../tools/measure/first-sign-in/person.mjs'
import { endGroup, findFreePort, startGroup } from '../../tools/servers/private-server.mjs'
import { BESIDE, CONFIGURATION, LAYOUT } from './src/next-template.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const APPLICATION: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "app", "private": true, "type": "module" }',
  'next.config.ts': CONFIGURATION,
  'app/layout.tsx': LAYOUT,
}

let app = ''
let written: string[] = []
let server: ChildProcess | undefined

function write(name: string, text: string): void {
  mkdirSync(join(app, dirname(name)), { recursive: true })
  writeFileSync(join(app, name), text)
}

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: app, encoding: 'utf8', stdio: 'pipe' })

/** Copies the first example of a page that has these words into a file. */
function copyTo(name: string, page: string, words: string): void {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8').replaceAll(/<!--[^]*?-->/g, '')
  const examples = [...text.matchAll(/^```tsx?\n([^]*?)^```/gm)].map(([, code = '']) => code)
  const example = examples.find((code) => code.includes(words))
  if (example === undefined) throw new Error(`docs/${page} has no example with "${words}".`)
  write(name, example)
  if (name !== 'auth.ts') written.push(name)
}

/** Copies examples of a page whose first line names a file. */
function copy(page: string, ...names: readonly string[]): void {
  for (const name of names) copyTo(name, page, `// ${name}\n`)
}

/** Checks the types, starts `latchstring dev`, and waits for the page `init` has written. */
async function start(): Promise<string> {
  run('npx', 'next', 'typegen')
  run('npx', 'tsc', '--noEmit')
  const [port, emulators] = [await findFreePort(), await findFreePort()]
  const args = ['@latchstring/cli', 'dev', '--port', String(emulators)]
  const next = ['--', 'npx', 'next', 'dev', '-p', String(port)]
  const log = join(app, 'server.log')
  const env = { ...process.env }
  // `next dev` does not expect the NODE_ENV of tests.
  Reflect.deleteProperty(env, 'NODE_ENV')
  server = startGroup(['npx', ...args, ...next], { cwd: app, log, env })
  const origin = `http://localhost:${port}`
  // What the server says is what tells why it does not answer.
  const answer = async (): Promise<string> =>
    fetch(`${origin}/welcome`).then(
      ({ status }) => `HTTP ${status}`,
      () => readFileSync(log, 'utf8'),
    )
  await expect.poll(answer, { timeout: 120_000, interval: 200 }).toBe('HTTP 200')
  return origin
}

/** A person who signs in at the emulator of GitHub. */
async function enter(origin: string, path = '/welcome'): Promise<ReturnType<typeof createPerson>> {
  const person = createPerson()
  const page = await person.open(`${origin}/api/auth/signin?callbackUrl=${path}`)
  const consent = await person.submit(page, /signin\/github$/)
  await person.submit(consent, /decision$/, { person: 'alan', decision: 'allow' })
  return person
}

/** Presses the button of a page whose form has a server action, without a script. */
async function press(
  person: ReturnType<typeof createPerson>,
  { url, html }: { readonly url: string; readonly html: string },
): Promise<ReturnType<typeof person.open>> {
  const body = new FormData()
  for (const [tag] of html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    body.set(/name="([^"]*)"/.exec(tag)?.[1] ?? '', /value="([^"]*)"/.exec(tag)?.[1] ?? '')
  }
  return person.open(url, { method: 'POST', body, headers: { origin: new URL(url).origin } })
}

beforeAll(() => {
  app = mkdtempSync(join(tmpdir(), 'latchstring-tasks-'))
  for (const [name, text] of Object.entries(APPLICATION)) write(name, text)
  const pack = ['run', 'pack:app', app, '--', '--with', 'next,adapter-sql']
  execFileSync('npm', pack, { cwd: ROOT, stdio: 'pipe' })
  run('npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', ...BESIDE)
  // A home page of the application, so that init writes one beside it.
  write('app/page.tsx', '')
  run('npx', '@latchstring/cli', 'init')
  rmSync(join(app, 'app/page.tsx'))
  run('npx', '@latchstring/cli', 'migrate', '--apply', '--yes', '--url', 'file:./data.db')
}, 600_000)

afterEach(async () => {
  if (server) await endGroup(server)
  server = undefined
  for (const name of written) rmSync(join(app, name))
  written = []
  // Otherwise types of pages that are there no longer are compiled.
  rmSync(join(app, '.next'), { recursive: true, force: true, maxRetries: 5 })
}, 300_000)

// As many files as the installation wrote.
afterAll(() => rmSync(app, { recursive: true, force: true, maxRetries: 5 }), 600_000)

test('the examples of roles.md give a user of ADMIN_IDS a page that others do not find, and types', async () => {
  copy('roles.md', 'auth.ts', 'require-role.ts', 'app/actions.ts', 'app/admin/page.tsx')
  const origin = await start()
  const member = await enter(origin)
  // Within `<Suspense>` the status is sent before `notFound()` is called.
  const refused = (await member.open(`${origin}/admin`)).html
  expect(refused).toContain('NEXT_HTTP_ERROR_FALLBACK;404')
  expect(refused).not.toContain('For administrators')
  const { html } = await member.open(`${origin}/api/auth/session`)
  expect(html).toContain('"role":"member"')
  const [, id = ''] = /"id":"([^"]+)"/.exec(html) ?? []
  write('.env.development.local', `ADMIN_IDS=other,${id}\n`)
  written.push('.env.development.local')
  await expect
    .poll(async () => (await (await enter(origin)).open(`${origin}/admin`)).html, {
      timeout: 60_000,
      interval: 1000,
    })
    .toContain('For administrators')
}, 600_000)

test('the examples of protect.md close a page, what is below it and a route, and the application is built', async () => {
  copy('protect.md', 'auth.ts', 'app/members/page.tsx', 'app/api/notes/[id]/route.ts', 'proxy.ts')
  const origin = await start()
  const stranger = createPerson()
  const page = await stranger.open(`${origin}/members`)
  expect(page.url).toContain('/api/auth/signin?callbackUrl=')
  expect(page.html).toContain('GitHub')
  expect((await stranger.open(`${origin}/members/deeper`)).url).toContain('/api/auth/signin')
  expect((await stranger.open(`${origin}/api/notes/7`)).status).toBe(401)
  const person = await enter(origin, '/members')
  expect((await person.open(`${origin}/members`)).html).toContain('alan@example.com')
  expect(JSON.parse((await person.open(`${origin}/api/notes/7`)).html)).toMatchObject({ id: '7' })
  expect(run('npx', 'next', 'build')).toContain('/members')
}, 600_000)

test('the sign-in page of pages-and-theme.md signs in without a script, and shows an error', async () => {
  copy('pages-and-theme.md', 'auth.ts', 'app/login/page.tsx', 'app/login/explain.ts')
  const origin = await start()
  const person = createPerson()
  const login = await person.open(`${origin}/api/auth/signin?callbackUrl=/welcome`)
  expect(login.url).toContain(`${origin}/login?callbackUrl=`)
  const consent = await press(person, login)
  const landed = await person.submit(consent, /decision$/, { person: 'alan', decision: 'allow' })
  person.expect(landed, 'Signed in as Alan Turing')
  const failed = await person.open(`${origin}/login?error=OAuthCallbackError`)
  person.expect(failed, 'You are not signed in. Try again.')
}, 600_000)

test('the configuration of email.md signs in by the link in the mailbox of latchstring dev', async () => {
  copy('email.md', 'auth.ts')
  const origin = await start()
  const person = createPerson()
  const page = await person.open(`${origin}/api/auth/signin?callbackUrl=/welcome`)
  const [mailbox] = /http:\/\/127\.0\.0\.1:\d+\/mail/.exec(page.html) ?? []
  await person.submit(page, /signin\/nodemailer$/, { email: 'ada@example.com' })
  const { html } = await person.open(mailbox ?? origin)
  const link = /class="button main" href="([^"]+)"/.exec(html)?.[1]
  person.expect(await person.open(unescape(link ?? origin)), 'Signed in as ada@example.com')
}, 600_000)

test('the account page of sessions.md signs out in every browser', async () => {
  copyTo('auth.ts', 'storage-sql.md', 'Latchstring({ adapter, providers: [GitHub] })')
  copy('sessions.md', 'app/account/page.tsx')
  const origin = await start()
  const [here, elsewhere] = [await enter(origin, '/account'), await enter(origin, '/account')]
  elsewhere.expect(await elsewhere.open(`${origin}/account`), 'Signed in as Alan Turing')
  await press(here, await here.open(`${origin}/account`))
  for (const person of [here, elsewhere]) {
    person.expect(await person.open(`${origin}/welcome`), 'You are not signed in')
  }
}, 600_000)
