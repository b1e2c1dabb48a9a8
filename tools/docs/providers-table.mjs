/**
 * Writes the results in docs/providers/index.md from what the tests of the providers left in artifacts/providers:
 * `npx vitest run test/providers && node tools/docs/providers-table.mjs`. With `--modules` it writes what the test of the certification
 * plans left there, and with `--check` it only compares which
 * providers the table has with those that are there; numbers may be of another run.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES, RESULTS, splitAt } from './kept-section.mjs'
import { root } from '../root.mjs'
import { Failure, installed, mustRun, runMain } from '../run.mjs'

const PAGE = join(root, 'docs/providers/index.md')
const PARTS = join(root, 'artifacts/providers')

const INTRODUCTION = `${RESULTS}

Every provider is tested end to end against an emulator of its service (see
[\`@latchstring/testing\`](../../packages/testing/README.md)): the authorization request parameter by parameter, people with
complete and with minimal profiles, the token request and how the client authenticates, the same person again, responses
that are forged, refused or belong to another browser, and the peculiarities of the service. Those that send mails
pass one to an emulator or to a mail server, and its link signs in.

Checks protect a sign-in. \`(pkce)\` is sent to a service that is not known to check it, so the others alone have
to hold there. Bytes are the size of a bundle that imports only the provider: minified,
and in parentheses compressed as well. The table is written by \`node tools/docs/providers-table.mjs\` after
\`npx vitest run test/providers\`.`

/** Those with a browser among them. */
const PLANS = 'test/flows/certification-plans'

const CERTIFICATION = `${MODULES}

The OpenID Foundation has a conformance suite with plans for relying parties. These are its modules of six plans with the
code flow. The relying party is a program that uses the public API (\`test/flows/rp-target\`); the providers are those of this
repository, which misbehave as each module says. The suite itself was not run, and nothing is certified;
[how to run it](../../CONTRIBUTING.md#certification).

"Refused" means that no one is signed in. Each module that ends so signs in first while the provider does everything right.
The table is written by \`node tools/docs/providers-table.mjs --modules\` after \`npx vitest run ${PLANS}\`.
The last module needs frames, so that it was run with a Chromium; that a frame alone ends a session is tested in
\`test/flows/frontchannel-logout.chromium.test.ts\`.`

/**
 * @typedef {{ readonly plan: string, readonly module: string, readonly result: string }} ModuleResult
 * @typedef {{ readonly file: string, readonly kind: string, readonly checks: readonly string[],
 *   readonly authentication?: string, readonly tests: number, readonly failed: number }} Result
 * @typedef {{ readonly minified: number, readonly gzip: number }} Size
 */

/** @type {(path: string) => unknown} */
const json = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Names of the provider modules. @type {() => readonly string[]} */
function modules() {
  return readdirSync(join(root, 'packages/core/src/providers'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .toSorted()
}

/** Those that are not built, with the reason. @type {() => Readonly<Record<string, string>>} */
const notBuilt = () =>
  /** @type {Record<string, string>} */ (json(join(root, 'test/providers/src/not-built.json')))

/** The providers a page has. @type {(page: string) => readonly string[]} */
const listed = (page) =>
  [...splitAt(page, MODULES).before.matchAll(/^\| `([\w-]+)` /gm)].map(([, id = '']) => id)

/** @type {(part: string, tests?: string) => unknown} */
function part(name, tests = 'test/providers') {
  const path = join(PARTS, `${name}.json`)
  if (!existsSync(path)) throw new Failure(`${path} is missing: npx vitest run ${tests}`)
  return json(path)
}

/** @type {(result: Result) => string} */
const outcome = ({ tests, failed }) =>
  failed === 0 ? `${tests} passed` : `${failed} of ${tests} failed`

/** Where those are proven that no service belongs to. @type {() => Readonly<Record<string, string>>} */
const withoutService = () =>
  /** @type {Record<string, string>} */ (
    json(join(root, 'test/providers/src/without-service.json'))
  )

/** A row of the table. @type {(file: string, result: Result | undefined, size: Size | undefined) => string} */
function row(file, result, size) {
  const elsewhere = withoutService()[file]
  if (!result && elsewhere === undefined) throw new Failure(`There are no results of ${file}.`)
  const cells = result
    ? [result.kind, result.checks.join(', '), result.authentication ?? '', outcome(result)]
    : ['', '', '', `in [${elsewhere}](../../${elsewhere})`]
  const bytes = size ? `${size.minified} (${size.gzip})` : ''
  return `| \`${file}\` | ${[...cells, bytes].map((cell) => cell || '–').join(' | ')} |`
}

/** @type {() => string} */
function table() {
  // Written by the tests, in this form.
  const results = /** @type {Result[]} */ ([part('suite'), part('mail')].flat())
  const sizes = /** @type {Record<string, Size>} */ (part('sizes'))
  const byFile = new Map(results.map((result) => [result.file, result]))
  const rows = modules().map((file) => row(file, byFile.get(file), sizes[file]))
  const tests = results.reduce((sum, result) => sum + result.tests, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  const missing = Object.entries(notBuilt()).map(([id, reason]) => `| \`${id}\` | ${reason} |`)
  return [
    INTRODUCTION,
    `${rows.length} providers, ${tests} tests, ${failed} failed.`,
    [
      '| Provider | Kind | Checks | Client authentication | Tests | Bytes |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    ...(missing.length === 0
      ? []
      : ['### Not built', ['| Provider | Why |', '| --- | --- |', ...missing].join('\n')]),
  ].join('\n\n')
}

/** @type {() => string} */
function modulesTable() {
  // Written by the tests, in this form.
  const results = /** @type {ModuleResult[]} */ (
    ['modules', 'modules-chromium'].flatMap((name) => part(name, PLANS))
  )
  const lines = results.map(
    ({ plan, module, result }) => `| \`${plan}\` | \`${module}\` | ${result} |`,
  )
  return [
    CERTIFICATION,
    ['| Plan | Module | Result |', '| --- | --- | --- |', ...lines].join('\n'),
  ].join('\n\n')
}

/** The sections as the formatter has them; those that are not given stay. @type {(sections: { results?: string, certification?: string }) => Promise<void>} */
async function write({ results, certification }) {
  const kept = splitAt(readFileSync(PAGE, 'utf8'), MODULES)
  const { before, section } = splitAt(kept.before, RESULTS)
  const texts = [results ?? section.trim(), certification ?? kept.section.trim()]
  writeFileSync(PAGE, `${before}${texts.filter(Boolean).join('\n\n')}\n`)
  await mustRun(installed('oxfmt'), [PAGE], { quiet: true })
}

/** @type {() => number} */
function check() {
  const there = new Set(listed(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''))
  const expected = new Set([...modules(), ...Object.keys(notBuilt())])
  const missing = [...expected].filter((id) => !there.has(id))
  const surplus = [...there].filter((id) => !expected.has(id))
  for (const id of missing) console.error(`docs/providers/index.md lacks ${id}`)
  for (const id of surplus)
    console.error(`docs/providers/index.md has ${id}, which no longer exists`)
  return missing.length + surplus.length > 0 ? 1 : 0
}

await runMain(async () => {
  if (process.argv.includes('--check')) return check()
  await write(
    process.argv.includes('--modules') ? { certification: modulesTable() } : { results: table() },
  )
  return 0
})
