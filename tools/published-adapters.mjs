/**
 * Writes docs/published-adapters.md from what their tests left in artifacts/published-adapters.json:
 * `npx vitest run test/published-adapters && node tools/published-adapters.mjs`. With `--check` it only compares the
 * adapters and their versions with those that are installed; figures may be of another run.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { Failure, installed, mustRun, runMain } from './run.mjs'

const PAGE = join(root, 'docs/published-adapters.md')
const FIGURES = join(root, 'artifacts/published-adapters.json')
const MANIFEST = join(root, 'test/published-adapters/stores/package.json')
const README = join(root, 'test/published-adapters/README.md')

/** @typedef {import('../test/published-adapters/src/figures.ts').Figures} Figures */

const INTRODUCTION = `# Adapters published for Auth.js

An application that has one of the \`@auth/*-adapter\` packages keeps it: the adapter interface is the same, so the adapter goes
into \`createAuth\` as it is.

\`\`\`js
import PostgresAdapter from '@auth/pg-adapter'
import { createAuth } from '@latchstring/core'
import { Pool } from 'pg'

export const auth = createAuth({
  adapter: PostgresAdapter(new Pool({ connectionString: process.env.DATABASE_URL })),
  providers: [],
})
\`\`\`

The rows stay, too. Only sessions are written differently: the store gets the hash of a token and never the token itself. What
signed people in before can go on for a while: see [moving from Auth.js](moving-from-next-auth.md).

The adapters in the table were installed from npm without a change and taken through whole sign-ins, each over a store of its
own; what they had done was read from the store itself.`

const AT_ONCE = `Eight browsers come back at the same moment from the first sign-in of one person. The published interface has no
transactions and declares no unique keys. So where the store has none either, several users can be made for that person, and a
sign-in can be refused because another one is under way; the next try succeeds. The numbers are those of one run: they depend on
how the moments fall. Adapters of this project that declare \`transactions\` or \`uniqueConstraints\` make one user, always (see
[adapters](adapters.md)). With tables of your own, unique indexes on the e-mail address and on provider and account id help
every adapter.`

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

/** @type {(all: readonly Figures[]) => string} */
function page(all) {
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
    INTRODUCTION,
    '## Results',
    [`| ${heads.join(' | ')} |`, `| ${heads.map(() => '---').join(' | ')} |`, ...all.map(row)].join(
      '\n',
    ),
    'The last three columns:',
    AT_ONCE,
    '## Checks',
    checks.map((check) => `- ${check}`).join('\n'),
    '## Not run',
    leftOut(),
    'Written by `node tools/published-adapters.mjs` after `npx vitest run test/published-adapters`.',
    '',
  ].join('\n\n')
}

/** @type {() => readonly string[]} adapters with their versions, as they are to be installed */
function expected() {
  const { dependencies } = /** @type {{ dependencies: Readonly<Record<string, string>> }} */ (
    JSON.parse(readFileSync(MANIFEST, 'utf8'))
  )
  return Object.entries(dependencies)
    .filter(([name]) => /^@auth\/.*-adapter$/.test(name))
    .map(([name, version]) => `\`${name}\` ${version}`)
}

/** @type {() => Promise<void>} */
async function main() {
  if (process.argv.includes('--check')) {
    const text = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
    const missing = expected().filter((entry) => !text.includes(`| ${entry} `))
    if (missing.length === 0) return console.log(`${expected().length} adapters.`)
    throw new Failure(`docs/published-adapters.md has no row of ${missing.join(', ')}.`)
  }
  if (!existsSync(FIGURES)) {
    throw new Failure(`${FIGURES} is missing: npx vitest run test/published-adapters`)
  }
  // Written by the tests, in this form.
  const all = /** @type {readonly Figures[]} */ (JSON.parse(readFileSync(FIGURES, 'utf8')))
  writeFileSync(PAGE, page(all))
  await mustRun(installed('oxfmt'), [PAGE])
}

await runMain(main)
