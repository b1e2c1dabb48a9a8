/**
 * Counts what must not grow in this repository, and the words that must not come back: `node tools/check/figures.mjs`, and
 * `node tools/check/figures.mjs PART` with every place of the figures whose title has that part. A limit is what was true when
 * it was written; it may only fall.
 */
import {
  duplicateDefinitions,
  generatedPages,
  longFiles,
  retries,
  surplusReports,
  unusedErrors,
} from './figures/code.mjs'
import { typeCycles } from './figures/cycles.mjs'
import { duplicates } from './figures/duplicates.mjs'
import { namesEndingInOf, privateNames } from './figures/names.mjs'
import { repositoryFiles } from './figures/sources.mjs'
import { WORDS, wordsIn } from './figures/words.mjs'
import { runMain } from '../run.mjs'

/**
 * @typedef {import('./figures/sources.mjs').Sources} Sources
 * @typedef {{ readonly title: string, readonly limit: number, readonly found: readonly string[] }} Figure
 */

/** Quote what they look for: the figures, and the test that plants it. */
const QUOTES = /^(?:tools\/check\/figures|test\/lint\/figures\.test\.ts)/

/** What may grow: a provider is three files, an adapter a package, a framework and its client a package and a page each, with rules for all, and an example, a decision and a change a record. */
const GROWING =
  /^(?:packages\/(?:core\/src\/providers|testing\/src\/services|framework-conformance|react|solid|svelte|vue)|test\/providers\/cases|adapters|frameworks|examples|test\/frameworks|decisions|\.changeset)\/|^docs\/(?:framework-|(?:react|solid|svelte|vue)-client)/

/** Places that a figure over its limit lists. */
const MAX_PLACES = 20

/**
 * @param {Sources} files
 * @returns {readonly Figure[]}
 */
export function figures(files) {
  const sources = new Map([...files].filter(([path]) => !QUOTES.test(path)))
  return [
    {
      title: 'Tracked files beside providers, adapters, frameworks, their clients and records',
      // 28 for the commands of the first five minutes: init, add, secret, providers, and what they read.
      // 5 for the relying party that a conformance suite drives, with its modules as rows; 3 for front-channel logout and its tests.
      // 38 for `doctor` and `explain`: what they read, a file for each group of checks, and applications that are wrong.
      // 5 for devices on the account page of the demo, the tests of both lists in a browser, two changes, and the contract of sessions.
      // 17 for the site: how it is built and looks, and its test. 14 for guides, each a page.
      // 23 for sign-in without keys: the emulators' page and mailbox, `latchstring dev`, what completes a provider, their tests and bugs.
      // 30 for `codemod next-auth`: a file for each group of rules, shapes of applications as data, bugs, and what became of them.
      // 10 for whose doing a failure was, what to do about it, and the trace of a flow: they are loaded with a failure alone.
      // 2 for who is signed in, on the pages to sign in and out: loaded where a session cookie is, and nowhere else.
      // 5 for what development tells: the page and thrown errors, the notices, names of options, their test and the change.
      // 6 for packing into an application and rehearsing a release: programs, the registry with its lock file, and a test in the browser.
      // 6 for the account page: the action, who asks, the ways in, the page, its test and its change.
      // 18 for ten more languages: a module each, the package with its report, their test and the change.
      // 7 for a first sign-in: the page that `init` writes, what it depends on, the module of Nuxt, the timed walk with its applications and its browser, and the change.
      // 4 for an account page of one's own: the demo's page and panel, what a browser sees of development without keys, and the change.
      // 2 for the name that a form keeps after a wrong password.
      // 1 that compares the page of troubles with what the library says.
      // 2 for what has changed since a module was mutated whole, and the rows of the examples.
      // 31 for four applications that the codemod moves: their sources, two lock files, what runs them, and shapes of the codemod.
      // 30 for a sign-in in a process of its own by `doctor --flows`: the child, its store, what it watches, and its tests.
      // 17 for names and removal of passkeys: the action in two steps, ids of makers of passkeys, and their tests.
      // 16 for what the sign-in page loads form by form, the way in that was used last, dead links, passwords that are shown.
      // 32 tests, their helpers and lists of modules that mutants asked for. 5 for everyday tasks and mistakes, made again by a command.
      // 1 for generations of endings, apart from what is ended.
      // 1 for servers that are flooded with logout tokens.
      // 1 for what is known of a store that failed.
      // 2 for the lines of the log that any client can cause any number of, and their test.
      // 2 for the action of a request, apart from what it says, and its test.
      // 2 for the proofs of a day, and their test. 3 for what ends with all sessions, and its test.
      limit: 2002,
      found: [...files.keys()].filter((path) => !GROWING.test(path)),
    },
    { title: 'API reports beside one for each package', limit: 0, found: surplusReports(files) },
    { title: 'Pages that a command writes', limit: 8, found: generatedPages(files) },
    { title: 'Names of functions that end in "Of"', limit: 1, found: namesEndingInOf(sources) },
    { title: 'Private words in names', limit: 0, found: privateNames(sources) },
    {
      title: 'Second definitions of a shared function',
      limit: 0,
      found: duplicateDefinitions(sources),
    },
    // 100 were wanted. The applications of examples and of frameworks are not among them.
    {
      title: 'Pairs of places that share six lines or more',
      limit: 60,
      found: duplicates(sources),
    },
    { title: 'Import cycles, of types too', limit: 0, found: typeCycles(sources) },
    { title: 'Files over 300 lines, outside tests', limit: 0, found: longFiles(sources) },
    { title: 'Error classes that nothing throws', limit: 0, found: unusedErrors(sources) },
    { title: 'Retries of tests', limit: 0, found: retries(sources) },
    ...WORDS.map((word) => ({
      title: `"${word.instead}" (better: ${word.better})`,
      limit: word.limit ?? 0,
      found: wordsIn(sources, word),
    })),
  ]
}

/** @type {(figure: Figure, shown: number) => readonly string[]} */
function places({ found }, shown) {
  const lines = found.slice(0, shown).map((place) => `    ${place}`)
  return found.length > shown ? [...lines, `    … and ${found.length - shown} more`] : lines
}

/** @type {(args: readonly string[]) => number} */
function main([part]) {
  let exceeded = 0
  for (const figure of figures(repositoryFiles())) {
    const { title, limit, found } = figure
    const isOver = found.length > limit
    if (isOver) exceeded += 1
    const verdict = isOver ? `  over the limit of ${limit}` : ` (limit ${limit})`
    console.log(`${isOver ? '✗' : '✓'} ${title}: ${found.length}${verdict}`)
    if (part !== undefined && title.includes(part)) places(figure, Infinity).forEach(print)
    // A file too many is none in particular.
    else if (isOver && title !== 'Tracked files') places(figure, MAX_PLACES).forEach(print)
  }
  return exceeded === 0 ? 0 : 1
}

/** @type {(line: string) => void} */
const print = (line) => console.log(line)

if (process.argv[1] === import.meta.filename) await runMain(async () => main(process.argv.slice(2)))
