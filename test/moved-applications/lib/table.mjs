import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitAt } from '../../../tools/docs/kept-section.mjs'
import { root } from '../../../tools/root.mjs'
import { APPLICATIONS } from '../applications.mjs'

/** @typedef {import('../applications.mjs').Application} Application */
/** @typedef {import('./codemod.mjs').Result} Result */
/** @typedef {import('./codemod.mjs').Finding} Finding */
/**
 * @typedef {object} Moved
 * @property {Application} application
 * @property {number} files before
 * @property {Result} result
 * @property {Readonly<Record<string, number>>} seconds by step
 */

const MOVED = '## Applications that were moved'

/** Where the results are kept, from the root of the repository. */
export const PAGE = 'test/moved-applications/README.md'

/** @type {(result: Result) => number} */
const countChanges = ({ changed, created, removed }) =>
  changed.length + created.length + removed.length

/** @type {(seconds: Moved['seconds'], of: RegExp) => string} */
const sum = (seconds, of) =>
  Object.entries(seconds)
    .filter(([step]) => of.test(step))
    .reduce((total, [, one]) => total + one, 0)
    .toFixed(1)

/** @type {(finding: Finding) => string} */
const place = ({ path, line, reason }) => `    ${path}:${line} ${reason}`

/**
 * What a move was like, for people at a terminal.
 *
 * @param {Moved} moved
 * @returns {string}
 */
export function renderResult({ application, files, result, seconds }) {
  return [
    `${application.id}: ${files} files, ${countChanges(result)} changed by the codemod (${sum(seconds, /./)} s)`,
    '  left:',
    ...result.left.map(place),
    '  to look at:',
    ...result.look.map(place),
    '  by hand:',
    ...application.hand.map(({ path, reason }) => `    ${path} ${reason}`),
  ].join('\n')
}

/** @type {(moved: Moved) => string} */
function row({ application, files, result, seconds }) {
  const { title, hand, strategy } = application
  const cells = [
    title,
    files,
    countChanges(result),
    result.left.length,
    result.look.length,
    hand.length,
    strategy === 'jwt' ? 'sealed' : 'in a database',
    sum(seconds, /^codemod/),
    sum(seconds, /./),
  ]
  return `| ${cells.join(' | ')} |`
}

const TEXT = `${MOVED}

"Changed" counts files that were changed, created and removed. Next.js is 16.4.6 where the title names none. The machine had two cores, shared with
other programs.

| Application | Files | Changed | Left | To look at | By hand | Sessions | Codemod, s | Everything, s |
| ----------- | ----: | ------: | ---: | ---------: | ------: | -------- | ---------: | ------------: |
`

/** @type {(application: Application) => readonly string[]} */
const handLines = ({ title, hand }) =>
  hand.map(({ path, reason }) => `- ${title}: \`${path}\`. ${reason}`)

/**
 * Keeps a result on the page; the rows of other applications stay.
 *
 * @param {Moved} moved
 */
export function writePage(moved) {
  const file = join(root, PAGE)
  const { before, section } = splitAt(readFileSync(file, 'utf8'), MOVED)
  const rows = APPLICATIONS.flatMap((application) => {
    if (moved.application === application) return row(moved)
    return section.split('\n').find((line) => line.startsWith(`| ${application.title} `)) ?? []
  })
  const byHand = APPLICATIONS.flatMap(handLines)
  const hand =
    byHand.length === 0 ? ['Nothing had to be changed by hand.'] : ['By hand:', '', ...byHand]
  writeFileSync(file, `${before}${TEXT}${rows.join('\n')}\n\n${hand.join('\n')}\n`)
}
