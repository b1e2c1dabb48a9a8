/**
 * `npm run mistakes [-- PART…] [--write] [--app DIR]`: makes each mistake that a new user made in an application of Next.js, and looks
 * what the page and the terminal say about it. PART is of a title. `--write` keeps the rows of those that were made in the table at the
 * end of docs/troubleshooting.md, and `--app` takes an application that an earlier run has made there. It fails for a mistake of which
 * nothing is said.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPerson, readText } from './first-sign-in/person.mjs'
import { splitAt } from '../docs/kept-section.mjs'
import { build, makeApplication, plant, start } from './mistakes/application.mjs'
import { mistakes } from './mistakes/rows.mjs'
import { findFreePort } from '../servers/private-server.mjs'
import { root } from '../root.mjs'
import { Failure, mustRun, runMain, wasInterrupted } from '../run.mjs'

/** @typedef {import('./mistakes/steps.mjs').Mistake} Mistake */
/** @typedef {import('./mistakes/steps.mjs').Person} Person */
/** @typedef {Omit<import('./mistakes/steps.mjs').Phase, 'env'> & { readonly env?: Variables | undefined }} Phase */
/** @typedef {import('./mistakes/application.mjs').Variables} Variables */
/** @typedef {{ readonly folder: string, readonly env: Variables, readonly ports: readonly [number, number] }} Place */
/** @typedef {{ readonly mistake: Mistake, readonly page: string, readonly log: string, readonly missing: readonly string[] }} Result */

const PAGE = join(root, 'docs/troubleshooting.md')

/** How much of a sentence the table shows. */
const LENGTH = 160

/** How far the clock of a service is ahead of the server's. */
const AHEAD_MS = 600_000

/** @type {(variables: Variables, port: number) => Variables} */
const atPort = (variables, port) =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value?.replace('PORT', `${port}`)]),
  )

/** A text with the ports that an application and the emulators usually have, and without what is another in each run. @type {(place: Place, text: string) => string} */
function asUsual({ ports, env }, text) {
  const emulators = [env['LAB'], env['AHEAD']].map((origin = '') => new URL(origin).port)
  const usual = /** @type {const} */ ([
    [`${ports[0]}`, '3000'],
    [`${ports[1]}`, '3001'],
    ...emulators.map((port) => [port, '4400']),
  ])
  return usual
    .reduce((rest, [port, own]) => rest.replaceAll(`:${port}`, `:${own}`), text)
    .replaceAll(/ \(ref [A-Z0-9]{8}\)/g, '')
}

/** @type {(text: string) => string} for a cell of a table, in which nothing is code: a part of a text may have one half of it */
const cell = (text) => {
  const [line = ''] = text.trim().split('\n')
  const short = line.length > LENGTH ? `${line.slice(0, LENGTH)}…` : line
  return short.replaceAll(/[|`*_<[\]]/g, String.raw`\$&`)
}

/**
 * What a person sees and the terminal says in one phase.
 *
 * @type {(place: Place, mode: 'dev' | 'start', person: Person, phase: Phase) => Promise<{ readonly shown: string, readonly said: string }>}
 */
async function run({ folder, env, ports }, mode, person, phase) {
  const port = ports[phase.isElsewhere ? 1 : 0]
  const base = mode === 'start' ? { AUTH_URL: `http://localhost:${port}` } : {}
  const variables = atPort({ ...env, ...base, ...phase.env }, port)
  const stop = await start({ folder, mode, port, env: variables })
  let page
  let said = ''
  try {
    page = await phase.visit({ origin: `http://localhost:${port}`, person })
  } finally {
    said = await stop()
  }
  return { shown: readText(page), said }
}

/** @type {(where: string, text: string, expected: RegExp | undefined) => { readonly found: string, readonly missing: readonly string[] }} */
function look(where, text, expected) {
  const found = expected?.exec(text)?.[0]
  const isMissing = expected && found === undefined
  return {
    found: found ?? '',
    missing: isMissing ? [`The ${where} does not say ${expected}:\n${text}`] : [],
  }
}

/** @type {(place: Place, mistake: Mistake) => Promise<Result>} */
async function provoke(place, mistake) {
  const { mode = 'dev', earlier = [], env, visit } = mistake
  const person = createPerson()
  const restore = plant(place.folder, mistake)
  let last = { shown: '', said: '' }
  try {
    if (mode === 'start') await build({ ...place, mode, port: place.ports[0] })
    for (const phase of [...earlier, { env, visit }]) last = await run(place, mode, person, phase)
  } catch (error) {
    if (wasInterrupted() || !(error instanceof Failure)) throw error
    return { mistake, page: '', log: '', missing: [error.message] }
  } finally {
    restore()
  }
  const page = look('page', last.shown, mistake.page)
  const log = look('terminal', last.said, mistake.log)
  return {
    mistake,
    page: asUsual(place, page.found),
    log: asUsual(place, log.found),
    missing: [...page.missing, ...log.missing],
  }
}

const HEADING = '## Mistakes, and what is said about them'

const TEXT = `${HEADING}

Each of these was made by a new user, and was planted in an application of Next.js that works, in development unless it says production.
**Then** is what page and terminal said when this was first tried; **now** is what they say today, shortened. In production a page tells
visitors nothing about the application. \`npm run mistakes -- --write\` in a clone of this repository makes them again, and keeps this table.

| Mistake | Page then | Page now | Terminal then | Terminal now |
| --- | --- | --- | --- | --- |
`

/** @type {(results: readonly Result[]) => Promise<void>} rows of mistakes that were not made stay */
async function write(results) {
  const { before: rest, section } = splitAt(readFileSync(PAGE, 'utf8'), HEADING)
  const earlier = section.split('\n')
  const rows = mistakes.flatMap(({ title }) => {
    const made = results.find(({ mistake, missing }) => mistake.title === title && !missing.length)
    if (made === undefined) {
      return earlier.filter((line) => line.split(' | ')[0]?.slice(1).trim() === title)
    }
    const [page, log] = made.mistake.before
    return `| ${[title, page, cell(made.page), log, cell(made.log)].join(' | ')} |`
  })
  writeFileSync(PAGE, `${rest}${TEXT}${rows.join('\n')}\n`)
  await mustRun('npx', ['oxfmt', PAGE], { quiet: true })
}

/** @type {(chosen: readonly Mistake[], folder: string) => Promise<readonly Result[]>} */
async function provokeAll(chosen, folder) {
  // What was just compiled.
  const { createLab } = await import('@latchstring/testing')
  const lab = createLab()
  const here = await lab.listen({ development: true })
  const ahead = await createLab({ now: () => Date.now() + AHEAD_MS }).listen({ development: true })
  const { clientId, clientSecret } = (await lab.provider('github')).options
  const env = {
    LAB: here.origin,
    AHEAD: ahead.origin,
    LATCHSTRING_DEV: 'off',
    AUTH_SECRET: 'a secret for this table alone, which is long enough',
    AUTH_GITHUB_ID: clientId,
    AUTH_GITHUB_SECRET: `${clientSecret}`,
  }
  /** @type {Result[]} */
  const results = []
  try {
    const place = /** @type {const} */ ({
      folder,
      env,
      ports: [await findFreePort(), await findFreePort()],
    })
    for (const mistake of chosen) {
      const result = await provoke(place, mistake)
      results.push(result)
      console.log(`${result.missing.length === 0 ? '✓' : '✗'} ${mistake.title}`)
      for (const text of result.missing) console.log(text)
    }
    return results
  } finally {
    await here.close()
    await ahead.close()
  }
}

/** @type {() => Promise<number>} */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { write: { type: 'boolean', default: false }, app: { type: 'string' } },
  })
  const chosen = mistakes.filter(
    ({ title }) => positionals.length === 0 || positionals.some((part) => title.includes(part)),
  )
  if (chosen.length === 0) throw new Failure('No mistake has such a title.')
  const work = values.app ?? join(mkdtempSync(join(tmpdir(), 'latchstring-mistakes-')), 'app')
  try {
    if (!existsSync(join(work, 'package.json'))) await makeApplication(work)
    const results = await provokeAll(chosen, work)
    if (values.write) await write(results)
    const failed = results.filter(({ missing }) => missing.length > 0).length
    console.log(`\n${results.length - failed} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  } finally {
    if (values.app === undefined)
      rmSync(join(work, '..'), { recursive: true, force: true, maxRetries: 5 })
  }
}

await runMain(main)
