/** The page about adapters published for Auth.js, from what their tests left in artifacts/published-adapters.json. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'
import { Failure } from '../../run.mjs'

const FIGURES = join(root, 'artifacts/published-adapters.json')
const README = join(root, 'test/published-adapters/README.md')

/** @typedef {import('../../../test/published-adapters/src/figures.ts').Figures} Figures */

const INTRODUCTION = `The [adapters published for Auth.js](../../docs/published-adapters.md) in the table were installed from npm without a change and taken
through whole sign-ins, each over a store of its own; the result was read from the store itself.`

const AT_ONCE = `The last three columns: eight browsers finish the first sign-in of one person at the same moment. The published interface has
no transactions and declares no unique keys. Where the store has none either, several users can be created for that person, and
a sign-in can be refused because another one is in progress; repeated, it succeeds. The numbers are those of one run and vary
from run to run. Adapters of this project that declare \`transactions\` or \`uniqueConstraints\` always create one user.`

/** @type {(results: Readonly<Record<string, boolean>>) => string} */
function outcome(results) {
  const all = Object.values(results)
  const passed = all.filter(Boolean).length
  return passed === all.length ? `all ${passed}` : `${passed} of ${all.length}`
}

/** @type {(figures: Figures) => string} */
function row({ adapter, version, core, store, results, eightAtOnce }) {
  const cells = [`\`${adapter}\` ${version}`, core, store, outcome(results)]
  const { signedIn, users, withoutAccount } = eightAtOnce ?? {}
  return `| ${[...cells, signedIn, users, withoutAccount].map((cell) => cell ?? '–').join(' | ')} |`
}

/** @type {() => string} the list of adapters that do not run here, from the README of the tests */
function leftOut() {
  const [, list] = readFileSync(README, 'utf8').split('## Left out\n')
  if (list === undefined)
    throw new Failure('The README of the tests has no list of what is left out.')
  return list.trim()
}

/** @type {() => string | undefined} the page, where their tests have run */
export function renderPublishedAdapters() {
  if (!existsSync(FIGURES)) return undefined
  // Written by the tests, in this form.
  const all = /** @type {readonly Figures[]} */ (JSON.parse(readFileSync(FIGURES, 'utf8')))
  const checks = Object.keys(all[0]?.results ?? {})
  const heads = [
    'Adapter',
    'its `@auth/core`',
    'Store',
    'Checks passed',
    'signed in',
    'users',
    'of them without account',
  ]
  return [
    '# Adapters published for Auth.js: results of the last run',
    INTRODUCTION,
    [`| ${heads.join(' | ')} |`, `| ${heads.map(() => '---').join(' | ')} |`, ...all.map(row)].join(
      '\n',
    ),
    AT_ONCE,
    'Checked were:',
    checks.map((check) => `- ${check}`).join('\n'),
    'Not run:',
    leftOut(),
    '',
  ].join('\n\n')
}
