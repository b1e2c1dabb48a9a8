/**
 * Counts what must not grow in this repository: `node tools/check/figures.mjs`, and
 * `node tools/check/figures.mjs PART` with every place of the figures whose title has that part. A limit is what was true when
 * it was written; it may only fall.
 */
import {
  duplicateDefinitions,
  foreignCommands,
  generatedPages,
  idioms,
  longFiles,
  retries,
  surplusReports,
  unusedErrors,
} from './figures/code.mjs'
import { typeCycles } from './figures/cycles.mjs'
import { duplicates } from './figures/duplicates.mjs'
import { repositoryFiles } from './figures/sources.mjs'
import { runMain } from '../run.mjs'

/**
 * @typedef {import('./figures/sources.mjs').Sources} Sources
 * @typedef {{ readonly title: string, readonly limit: number, readonly found: readonly string[], readonly count?: number }} Figure `count` is the figure, where it is not that of the places found
 */

/** Quote what they look for: the figures, and the test that plants it. */
const QUOTES = /^(?:tools\/check\/figures|test\/lint\/figures\.test\.ts)/

/** Places that a figure over its limit lists. */
const MAX_PLACES = 20

/**
 * @param {Sources} files
 * @returns {readonly Figure[]}
 */
export function figures(files) {
  const sources = new Map([...files].filter(([path]) => !QUOTES.test(path)))
  const pages = generatedPages(sources)
  return [
    // The aim is 3,600. Tables that are data came with fifty files, of which half are tests over eight stores; passwords, factors and leaving with 60 of texts.
    { title: 'Tracked files', limit: 4600, found: [...files.keys()] },
    { title: 'API reports beside one for each package', limit: 0, found: surplusReports(files) },
    {
      title: 'Bytes of pages that a command writes',
      // The page of all options is 62 kB of it.
      limit: 180_000,
      found: pages.map(([path, bytes]) => `${path} (${bytes})`),
      count: pages.reduce((sum, [, bytes]) => sum + bytes, 0),
    },
    // The aim is 20: the subject of a comment is a thing of the code or of a specification.
    { title: 'Lines of the core about whoever, nobody, told', limit: 20, found: idioms(files) },
    {
      title: 'Second definitions of a shared function',
      limit: 0,
      found: duplicateDefinitions(sources),
    },
    // 100 were wanted. The applications of examples and of frameworks are not among them.
    {
      title: 'Pairs of places that share six lines or more',
      limit: 76,
      found: duplicates(sources),
    },
    { title: 'Import cycles, of types too', limit: 0, found: typeCycles(sources) },
    { title: 'Files over 300 lines, outside tests', limit: 0, found: longFiles(sources) },
    { title: 'Error classes that nothing throws', limit: 0, found: unusedErrors(sources) },
    { title: 'Retries of tests', limit: 0, found: retries(sources) },
    {
      title: 'Commands that fetch a package which is not ours',
      limit: 0,
      found: foreignCommands(sources),
    },
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
    const { title, limit, found, count = found.length } = figure
    const isOver = count > limit
    if (isOver) exceeded += 1
    const verdict = isOver ? `  over the limit of ${limit}` : ` (limit ${limit})`
    console.log(`${isOver ? '✗' : '✓'} ${title}: ${count}${verdict}`)
    if (part !== undefined && title.includes(part)) places(figure, Infinity).forEach(print)
    // A file too many is none in particular.
    else if (isOver && title !== 'Tracked files') places(figure, MAX_PLACES).forEach(print)
  }
  return exceeded === 0 ? 0 : 1
}

/** @type {(line: string) => void} */
const print = (line) => console.log(line)

if (process.argv[1] === import.meta.filename) await runMain(async () => main(process.argv.slice(2)))
