/**
 * Moves applications of next-auth to this library and shows that all users stay signed in: `npm run moved-applications -- NAME…`.
 * `--write` keeps what it found at the end of README.md, `--keep` the folders of the applications.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startIdentityProvider } from '@latchstring/test-idp'
import { startInbox } from '@latchstring/test-inbox'
import { chromium } from 'playwright-core'
import { ensureChromium, QUIET } from '../../tools/servers/chromium.mjs'
import { findFreePort } from '../../tools/servers/private-server.mjs'
import { findProgram } from '../../tools/servers/programs.mjs'
import { root } from '../../tools/root.mjs'
import { Failure, installed, mustRun, runMain, wasInterrupted } from '../../tools/run.mjs'
import { APPLICATIONS } from './applications.mjs'
import { initRepository, moveApplication } from './lib/codemod.mjs'
import { frameworkOf } from './lib/frameworks.mjs'
import { Guest, PEOPLE, Person } from './lib/person.mjs'
import { installLocked, packPackages } from './lib/install.mjs'
import { build, start } from './lib/server.mjs'
import { packagesOf, writeSources } from './lib/sources.mjs'
import { PAGE, renderResult, writePage } from './lib/table.mjs'

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('./applications.mjs').Application} Application */
/** @typedef {import('./lib/person.mjs').Place} Place */
/** @typedef {import('./lib/server.mjs').Environment} Environment */
/** @typedef {import('./lib/table.mjs').Moved} Moved */

const CLIENT = { client_id: 'boathouse', client_secret: randomBytes(32).toString('hex') }

/** What a session cookie of each version is called where an application is not behind TLS. */
const OLD_COOKIES = { 4: 'next-auth.session-token', 5: 'authjs.session-token' }

/** @type {(application: Application, folder: string, place: Place) => Environment} as version 4 or 5 calls it */
function environment({ version, second }, folder, { origin, issuer, inbox }) {
  const prefix = version === 4 ? 'NEXTAUTH' : 'AUTH'
  return {
    [`${prefix}_SECRET`]: randomBytes(32).toString('hex'),
    [`${prefix}_URL`]: origin,
    // Servers that are not of Next.js know where they are by these.
    PORT: new URL(origin).port,
    HOST: '127.0.0.1',
    ORIGIN: origin,
    AUTH_HARBOUR_ISSUER: issuer,
    AUTH_HARBOUR_ID: CLIENT.client_id,
    AUTH_HARBOUR_SECRET: CLIENT.client_secret,
    DATABASE_URL: `file:${join(folder, 'boathouse.db')}`,
    EMAIL_SERVER: inbox.smtpUrl,
    // The identity provider is not behind TLS.
    AUTH_INSECURE_LOOPBACK: 'true',
    ...(second === 'credentials' && { PASSWORDS: '1' }),
    // No sign-in reaches these.
    ...Object.fromEntries(
      ['GITHUB', 'GOOGLE', 'GITLAB'].flatMap((name) => [
        [`AUTH_${name}_ID`, 'id'],
        [`AUTH_${name}_SECRET`, 'secret'],
      ]),
    ),
    // Without, Prisma fetches a program that it then does not need.
    PRISMA_SCHEMA_ENGINE_BINARY: findProgram('true') ?? '',
    CHECKPOINT_DISABLE: '1',
  }
}

/** Tells how long each step takes. */
class Clock {
  #name
  /** @type {Record<string, number>} */
  seconds = {}

  /** @param {string} name */
  constructor(name) {
    this.#name = name
  }

  /** @type {<Value>(step: string, work: () => Value | Promise<Value>) => Promise<Value>} */
  async time(step, work) {
    const begun = performance.now()
    const value = await work()
    const seconds = (performance.now() - begun) / 1000
    this.seconds[step] = seconds
    console.log(`${this.#name.padEnd(14)} ${step.padEnd(34)} ${seconds.toFixed(1)} s`)
    return value
  }
}

/**
 * What an application is moved with.
 *
 * @typedef {object} Means
 * @property {Browser} browser
 * @property {import('./lib/install.mjs').Packs} packs our packages as they are published
 * @property {string} work folder for applications
 */

/** @type {(application: Application, place: Place, browser: Browser) => Promise<readonly Person[]>} */
async function createPeople(application, place, browser) {
  const ways = /** @type {const} */ ([
    ['ada', 'harbour'],
    ['alan', application.second],
  ])
  return Promise.all(
    ways.map(async ([id, way]) => {
      const context = await browser.newContext()
      const facts = PEOPLE[id]
      return new Person(await context.newPage(), { place, application, way, facts })
    }),
  )
}

/** @type {(people: readonly Person[]) => Promise<void>} */
async function signInEverybody(people) {
  for (const person of people) {
    await person.isStranger()
    await person.signIn()
    await person.isSignedIn()
  }
}

/** @type {(application: Application, place: Place, browser: Browser) => Promise<readonly Guest[]>} for each page that makes guests */
const createGuests = ({ guests = [] }, place, browser) =>
  Promise.all(
    guests.map(async (path) => {
      const context = await browser.newContext()
      return new Guest(await context.newPage(), place.origin + path)
    }),
  )

/** @type {(people: readonly Person[], old: string, isKept: boolean | undefined) => Promise<void>} each with the cookie of the peer */
async function stayEverybody(people, old, isKept = false) {
  for (const person of people) {
    assert.deepEqual(await person.sessionCookies(), [old])
    await person.isSignedIn()
    const cookies = await person.sessionCookies()
    assert.equal(cookies.length, 1, `There are session cookies of both: ${cookies.join(', ')}`)
    assert.equal(cookies[0] === old, isKept, `The session cookie is ${cookies[0]}.`)
  }
}

/** @type {(people: readonly Person[]) => Promise<void>} */
async function comeAndGo(people) {
  for (const person of people) {
    await person.rename()
    await person.isSignedIn()
    await person.signOut()
  }
  await signInEverybody(people)
  for (const person of people) {
    await person.signOut()
    await person.isStranger()
  }
}

/** @type {(application: Application, place: Place, folder: string, means: Means) => Promise<Moved>} */
async function moveOne(application, place, folder, { browser, packs, work }) {
  const clock = new Clock(application.id)
  const old = OLD_COOKIES[application.version]
  const env = environment(application, folder, place)
  const files = writeSources(application, folder)
  initRepository(folder)
  writeFileSync(
    join(folder, '.env.local'),
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const test = () => mustRun('npm', ['test', '-s'], { cwd: folder, quiet: true })
  await clock.time('install the peer', () =>
    installLocked(
      folder,
      join(work, `installed-${packagesOf(application)}-${application.next}`),
      application.next === undefined,
    ),
  )
  if (files.includes('scripts/create-tables.mjs')) {
    await mustRun('node', ['scripts/create-tables.mjs'], { cwd: folder, env })
  }
  await clock.time('build with the peer', () => build(folder, env))
  await clock.time('its own tests with the peer', test)
  const people = await createPeople(application, place, browser)
  const guests = await createGuests(application, place, browser)
  const server = { ...frameworkOf(application), folder, origin: place.origin, env }
  const before = await start(server)
  try {
    await clock.time('sign-in with the peer', () => signInEverybody(people))
    for (const guest of guests) await guest.isTheFirst()
  } catch (error) {
    console.error(before.log())
    throw error
  } finally {
    await before.stop()
  }
  const result = await clock.time('codemod', () =>
    moveApplication(packs.program, folder, application.hand),
  )
  await clock.time('install Latchstring', () => packs.install(folder))
  await clock.time('build with Latchstring', () => build(folder, env, application.built))
  await clock.time('its own tests with Latchstring', test)
  const after = await start(server)
  try {
    await clock.time('the old cookies', () =>
      stayEverybody(people, old, application.keepsCookieName),
    )
    // The server counts guests from one again, and those of before are not counted anew.
    const others = await createGuests(application, place, browser)
    for (const guest of [...guests, ...others]) await guest.isTheFirst()
    await clock.time('sign-out, sign-in, sign-out', () => comeAndGo(people))
  } catch (error) {
    console.error(after.log())
    throw error
  } finally {
    await after.stop()
  }
  return { application, files: files.length, result, seconds: clock.seconds }
}

/** @type {(application: Application, means: Means) => Promise<Moved>} */
async function move(application, means) {
  const folder = join(means.work, application.id)
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const idp = await startIdentityProvider({
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${origin}${frameworkOf(application).basePath}/callback/harbour`],
      },
    ],
  })
  const inbox = await startInbox()
  try {
    return await moveOne(application, { origin, issuer: idp.issuer, inbox }, folder, means)
  } finally {
    await idp.close()
    await inbox.close()
  }
}

/** @type {(ids: readonly string[]) => readonly Application[]} */
function choose(ids) {
  if (ids.length === 0) return APPLICATIONS
  return ids.map((id) => {
    const found = APPLICATIONS.find((one) => one.id === id)
    const known = APPLICATIONS.map((one) => one.id).join(', ')
    if (found === undefined)
      throw new Failure(`There is no application "${id}". There are: ${known}.`)
    return found
  })
}

/** @type {(moved: Moved, keep: boolean) => Promise<void>} */
async function report(moved, keep) {
  console.log(`\n${renderResult(moved)}\n`)
  if (!keep) return
  writePage(moved)
  await mustRun(installed('oxfmt'), [join(root, PAGE)], { quiet: true })
  console.log(`Written: ${PAGE}.\n`)
}

/** @type {() => Promise<void>} */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  })
  const chosen = choose(positionals)
  const work = mkdtempSync(join(tmpdir(), 'latchstring-moved-'))
  const ours = chosen.map((application) => frameworkOf(application).ours)
  const packs = await new Clock('packages').time('pack', () => packPackages(work, ours))
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: QUIET })
  /** @type {string[]} */
  const failed = []
  try {
    for (const application of chosen) {
      const moved = await move(application, { browser, packs, work }).catch((error) => {
        if (wasInterrupted()) throw error
        console.error(error)
        failed.push(application.id)
      })
      if (moved !== undefined) await report(moved, values.write)
    }
  } finally {
    await browser.close()
    if (values.keep) console.log(`Kept: ${work}`)
    else rmSync(work, { recursive: true, force: true, maxRetries: 5 })
  }
  if (failed.length > 0) throw new Failure(`Not moved: ${failed.join(', ')}; see above.`)
}

await runMain(main)
