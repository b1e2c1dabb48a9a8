/**
 * `npm run first-sign-in NAME…`: walks from an empty folder to a first sign-in in an application of your own, as a new user
 * would, and writes how long each step took into docs/testing-sign-in.md. It needs a registry for the generators of the frameworks,
 * and the ports 3000, 5173 and 4400.
 */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KINDS, addMail } from './first-sign-in/applications.mjs'
import { createPerson } from './first-sign-in/person.mjs'
import { signInAndOut, startDevelopment } from './first-sign-in/visit.mjs'
import { splitAt } from '../docs/kept-section.mjs'
import { root } from '../root.mjs'
import { Failure, mustRun, runMain, wasInterrupted } from '../run.mjs'

/** @typedef {import('./first-sign-in/applications.mjs').Kind} Kind */

const PAGE = join(root, 'docs/testing-sign-in.md')

/** @type {(port: number) => Promise<void>} */
async function requireFree(port) {
  const server = createServer()
  server.listen(port)
  await once(server, 'listening').catch((/** @type {unknown} */ cause) => {
    throw new Failure(`Port ${port} is taken. End what listens there first.`, { cause })
  })
  server.close()
  await once(server, 'close')
}

/** @type {(kind: Kind, work: string, app: string) => Promise<string>} how the application was made */
async function generate({ made, generator, instead }, work, app) {
  if (generator.some(({ within }) => within)) mkdirSync(app)
  try {
    for (const { command, within } of generator) {
      const [program = '', ...args] = command
      await mustRun(program, args, { cwd: within ? app : work, quiet: true })
    }
    return made
  } catch (error) {
    if (instead === undefined || wasInterrupted()) throw error
    for (const [path, text] of Object.entries(instead)) {
      mkdirSync(join(app, path, '..'), { recursive: true })
      writeFileSync(join(app, path), text)
    }
    return `the files of ${made}, which could not load its template`
  }
}

/** @type {(kind: Kind) => Promise<void>} */
async function signInByMail({ origin, base, welcome }) {
  const person = createPerson()
  const signIn = await person.open(`${origin}${base}/signin?callbackUrl=${welcome}`)
  person.expect(signIn, 'AUTH_RESEND_KEY')
  const email = 'ada@example.com'
  await person.submit(signIn, /signin\/resend$/, { email })
  const { html } = await person.open('http://127.0.0.1:4400/mail')
  const link = /class="button main" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  if (link === undefined) throw new Failure(`The mailbox has no link:\n${html}`)
  person.expect(await person.open(link), `Signed in as ${email}`)
}

/** @type {(task: () => Promise<unknown>) => Promise<number>} seconds */
async function time(task) {
  const start = performance.now()
  await task()
  return (performance.now() - start) / 1000
}

/** @type {(id: string) => Promise<string>} a row of the table */
async function walk(id) {
  const kind = KINDS[id]
  if (kind === undefined) throw new Failure(`Name one of ${Object.keys(KINDS).join(', ')}.`)
  for (const port of [Number(new URL(kind.origin).port), 4400]) await requireFree(port)
  const work = mkdtempSync(join(tmpdir(), 'latchstring-first-'))
  const app = join(work, 'app')
  const quiet = { cwd: app, quiet: true }
  /** @type {number[]} */
  const times = []
  /** @type {(name: string, task: () => Promise<unknown>) => Promise<void>} */
  const step = async (name, task) => {
    const seconds = await time(task)
    times.push(seconds)
    console.log(`${kind.name.padEnd(10)} ${name.padEnd(10)} ${seconds.toFixed(1)} s`)
  }
  /** @type {(() => Promise<void>) | undefined} */
  let stop
  try {
    let made = ''
    await step('generator', async () => (made = await generate(kind, work, app)))
    await step('install', () =>
      mustRun('npm', ['run', '-s', 'pack:app', app], { cwd: root, quiet: true }),
    )
    await step('init', () => mustRun('npx', ['@latchstring/cli', 'init'], quiet))
    await step('dev', async () => {
      stop = await startDevelopment(`${kind.origin}${kind.welcome}`, app)
    })
    await step('sign-in', () => signInAndOut(kind))
    const after = times.slice(2)
    await stop?.()
    await addMail(kind, app)
    stop = await startDevelopment(`${kind.origin}${kind.welcome}`, app)
    await step('by mail', () => signInByMail(kind))
    const manifest = join(app, 'node_modules', kind.found, 'package.json')
    const { version } = /** @type {{ readonly version: string }} */ (
      JSON.parse(readFileSync(manifest, 'utf8'))
    )
    const rest = after.reduce((sum, seconds) => sum + seconds, 0)
    const cells = [...times, rest].map((seconds) => seconds.toFixed(1))
    return `| ${[kind.name, version, ...cells, made].join(' | ')} |`
  } finally {
    await stop?.()
    rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
}

const HEADING = '## How long a first sign-in takes'

const TEXT = `${HEADING}

From an empty folder to a first sign-in in an application of your own, without an account anywhere, in seconds. \`npm run first-sign-in\` in a
clone of this repository walks it for each framework, or \`npm run first-sign-in nuxt\` for one, and keeps this section. It needs a registry of
packages, so it is not part of the tests.

1. **Generator**: the framework makes the application in an empty folder. With a server that is \`npm init -y\` and \`npm install\` of its framework.
2. **Install**: \`npm run pack:app\` compiles and packs Latchstring, and installs it with everything else that the application needs.
3. **Init**: \`npx @latchstring/cli init\`.
4. **Dev**: \`npx @latchstring/cli dev\`, until the page that \`init\` has written is shown.
5. **Sign-in**: that page says that you are not signed in; the sign-in page names the variables for the real service; a person is chosen at the
   emulator of GitHub; the page says who is signed in, and after the sign-out that you are not. A program does it, so that this is what the servers take.
6. **By mail**: with a provider for mail, an adapter and its tables added as [its page](email.md) says, which is not timed: an address is typed on the
   sign-in page, the link in the mailbox is opened, and the page says who is signed in.

**After install** is the sum of steps 3 to 5. The machine has two cores, which other programs used, too: the figures are upper bounds.

`

const COLUMNS = `| Framework | Version | Generator | Install | Init | Dev | Sign-in | By mail | After install | Made by |
| --- | --- | --: | --: | --: | --: | --: | --: | --: | --- |
`

/** @type {(rows: readonly string[]) => void} rows of frameworks that were not walked stay */
function write(rows) {
  const { before, section } = splitAt(readFileSync(PAGE, 'utf8'), HEADING)
  const all = Object.values(KINDS).flatMap(({ name }) => {
    const isRow = (/** @type {string} */ line) => line.startsWith(`| ${name} `)
    return rows.find(isRow) ?? section.split('\n').find(isRow) ?? []
  })
  writeFileSync(PAGE, `${before}${TEXT}${COLUMNS}${all.join('\n')}\n`)
}

/** @type {() => Promise<void>} */
async function main() {
  const asked = process.argv.slice(2)
  const rows = []
  for (const id of asked.length > 0 ? asked : Object.keys(KINDS)) rows.push(await walk(id))
  write(rows)
  await mustRun('npx', ['oxfmt', PAGE], { quiet: true })
  console.log(`\n${rows.join('\n')}\n\nWritten: the end of docs/testing-sign-in.md.`)
}

await runMain(main)
