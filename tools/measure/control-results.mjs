/**
 * Ends sessions and tries passwords with several processes over PostgreSQL and Redis, and writes what was seen to
 * the end of docs/many-instances.md: `node tools/measure/control-results.mjs`, some minutes. With `--page` it runs nothing, and takes what the last
 * run left in artifacts/control.json.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { installed, mustRun, runMain } from '../run.mjs'

const PAGE = join(root, 'docs/many-instances.md')
const RESULTS = join(root, 'artifacts/control.json')
const TEST = 'test/instances/control.test.ts'

/** @typedef {import('../../test/instances/src/control/figures.ts').ControlFigures} Figures */
/** @typedef {Required<Figures['stores'][string]>} StoreFigures */
/** @typedef {StoreFigures['pasted'][number]} Pasted */

/** Everything from here to the end of the page is written anew. */
const HEADING = '## Ended sessions and limited tries'

const INTRODUCTION = `${HEADING}

What [sessions](sessions.md#end-sessions) and [limits](limits.md) promise was tried from outside: by requests over HTTP to several
processes of one application, over a server of the store that was started for this. \`node tools/measure/control-results.mjs\` writes this
section after a run of \`${TEST}\` at full size; \`npm run test:all\` runs it with smaller numbers. Every run fails where one of
the promises below is not kept.

Scale: the window is 2 seconds in most runs, so that there can be many, and 30 seconds, which is the default, in some. Where it says that the clock is
moved, all processes have a clock that only the test sets.`

const COPIES = `### A copy of a cookie after the sign-out

Three processes. A person signs in, the cookies are copied, and a sign-out is sent to the first process. Then copies are pasted at all three.
**The first refused every copy at once, and none was accepted anywhere after the window.**

*Pasted all the time*: the other two are asked again and again, every 25 milliseconds, until they refuse. The columns count copies by when they were accepted
last. *Pasted once*: these processes are not asked for longer than the window, then they get all copies at one moment. What they know is as old then
as it may be; the first copy that they get has them ask the store, and those that arrive before the answer are accepted. The columns have how many of
how many were accepted.`

const INTERLEAVINGS = `The order of single steps, of two reads and a sign-out, is tried 10,000 times for each strategy by
\`packages/core/src/lib/sessions/interleavings.test.ts\` (REV-02).`

const OUTAGE = `### The store away

Four processes, whose clocks are moved. A person is signed in; all processes have just read that session. Then the server of the store is ended. Answers by how long
it has been away, with the defaults of \`window\` (30 seconds) and \`graceWithoutStore\` (300 seconds):`

const GUESSES = `### Guesses of one password

Four processes at once, each guess with the address of another client, by the form of the sign-in page; the clocks stand still. The account has a budget of 10. The
seconds are those of two processors that were busy with other tests as well.`

const MAILS = `### Mails to one inbox

Four processes; each request has the address of another client, one of four spellings of the inbox, and one of many browsers. The recipient has a budget of 5
in an hour and 12 in a day; points return one by one.`

const SIEGE = `### An hour of guesses, and the owner

Four processes, whose clocks are moved by an hour. Strangers with 1,000 addresses guess the password of an account all the time. Its owner, in a browser that
signed in before, signs in once a minute, and types a wrong password every 20 minutes. In a browser that is not known, even the right password is
answered like a wrong one at the end of that hour.`

const SOAK = `### A great number of endings

One process, which learns of endings in 20 steps and reads sessions in between; the store answers from the same process and keeps nothing for each entry. In the
end, all of the sessions among them that it had issued itself and ended were refused, and all others accepted.`

/** @type {(rows: readonly (readonly (string | number)[])[]) => string} */
function toTable([head = [], ...rows]) {
  const line = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const count = (/** @type {number} */ value) => value.toLocaleString('en')

/** @type {(window: number) => readonly string[]} */
const parts = (window) =>
  Array.from({ length: 10 }, (_, part) => `to ${((window * (part + 1)) / 10).toFixed(1)} s`)

/** @type {(stores: readonly (readonly [string, StoreFigures])[], window: number) => string} */
function copiesTable(stores, window) {
  const all = stores.flatMap(([store, { pasted }]) =>
    pasted.filter((one) => one.window === window).map((one) => ({ store, ...one })),
  )
  const rows = all.flatMap(({ store, steady, once, latest }) => [
    [`${store}, all the time`, ...steady, ''],
    [
      `${store}, once`,
      '',
      ...once.map(({ pasted, accepted }) => (pasted === 0 ? '–' : `${accepted} of ${pasted}`)),
      `${(latest / 1000).toFixed(2)} s`,
    ],
  ])
  return `Window of ${window} seconds:\n\n${toTable([['Store, copies', 'never', ...parts(window), 'Latest'], ...rows])}`
}

/** @type {(stores: readonly (readonly [string, StoreFigures])[]) => readonly string[]} */
function storeSections(stores) {
  const windows = [...new Set(stores.flatMap(([, { pasted }]) => pasted.map((one) => one.window)))]
  const outages = stores.map(([store, { outage }]) => [
    store,
    ...outage.answers.map(({ statuses, accepted }) => `${statuses.join(', ')}; ${accepted} of 4`),
    outage.cookies,
    `${outage.afterwards} of 4`,
  ])
  const seconds = stores[0]?.[1].outage.answers.map((answer) => `${answer.seconds} s`) ?? []
  return [
    COPIES,
    ...windows.map((window) => copiesTable(stores, window)),
    INTERLEAVINGS,
    OUTAGE,
    toTable([
      ['Store', ...seconds, 'Cookies set or deleted', 'Signed in when it is back'],
      ...outages,
    ]),
    GUESSES,
    toTable([
      ['Store', 'Guesses', 'Passwords compared', 'Signed in', 'Seconds'],
      ...stores.map(([store, { guessed }]) => [
        store,
        count(guessed.guesses),
        guessed.compared,
        guessed.signedIn,
        guessed.seconds,
      ]),
    ]),
    MAILS,
    toTable([
      ['Store', 'Requests', 'Browsers', 'Time', 'Mails sent'],
      ...stores.flatMap(([store, { bombed, bombedForDay }]) =>
        [bombed, bombedForDay].map((one) => [
          store,
          count(one.requests),
          one.browsers,
          one.hours === 0 ? 'one moment' : `${one.hours} hours`,
          one.mails,
        ]),
      ),
    ]),
    SIEGE,
    toTable([
      ['Store', 'Guesses', 'of these compared', 'Sign-ins of the owner', 'of these successful'],
      ...stores.map(([store, { besieged }]) => [
        store,
        count(besieged.guesses),
        besieged.compared,
        besieged.ownerTries,
        besieged.ownerIn,
      ]),
    ]),
  ]
}

/** @type {(soak: NonNullable<Figures['soak']>) => string} */
function soakTable({ steps }) {
  const shown = steps.filter((_, index) => index % 4 === 0)
  const mega = (/** @type {number} */ bytes) => (bytes / 1e6).toFixed(1)
  return toTable([
    ['Endings', 'Heap and buffers, MB', 'Reading a session, µs', 'Queries in 200 reads'],
    ...shown.map(({ entries, heapUsed, arrayBuffers, read, asked }) => [
      count(entries),
      mega(heapUsed + arrayBuffers),
      Math.round(read * 1000),
      asked,
    ]),
  ])
}

/** @type {() => Promise<number>} */
async function main() {
  if (!process.argv.includes('--page')) {
    const env = { LATCHSTRING_CONTROL: 'whole' }
    await mustRun(installed('vitest'), ['run', TEST], { env })
  }
  const { stores, soak } = /** @type {Figures} */ (JSON.parse(readFileSync(RESULTS, 'utf8')))
  if (soak === undefined) throw new Error('The run did not come to its end.')
  // A run that succeeds has all of them.
  const all = /** @type {[string, StoreFigures][]} */ (Object.entries(stores))
  const sections = [INTRODUCTION, ...storeSections(all), SOAK, soakTable(soak)]
  const [before = ''] = readFileSync(PAGE, 'utf8').split(`\n${HEADING}\n`)
  writeFileSync(PAGE, `${before.trimEnd()}\n\n${sections.join('\n\n')}\n`)
  await mustRun(installed('oxfmt'), [PAGE], { quiet: true })
  return 0
}

await runMain(main)
