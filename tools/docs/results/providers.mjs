/** The pages about the providers and the certification of relying parties, from what their tests left in artifacts/providers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'

const PARTS = join(root, 'artifacts/providers')

const INTRODUCTION = `# Providers: results of the last run

Every provider is tested end to end against an emulator of its service (see
[\`@latchstring/testing\`](../../packages/testing/README.md)): the authorization request parameter by parameter, people with
complete and with minimal profiles, the token request and how the client authenticates, the same person again, responses
that are forged, refused or belong to another browser, and the peculiarities of the service. Those that send mails
pass one to an emulator or to a mail server, and its link signs in.

Checks protect a sign-in. \`(pkce)\` is sent to a service that is not known to check it, so the others alone have
to hold there. Bytes are the size of a bundle that imports only the provider: minified,
and in parentheses compressed as well.`

const CERTIFICATION = `# Modules of the certification of relying parties

The OpenID Foundation has a conformance suite with plans for relying parties. These are its modules of six plans with the
code flow. The relying party is a program that uses the public API (\`test/flows/rp-target\`); the providers are those of this
repository, which misbehave as each module says. The suite itself was not run, and nothing is certified;
[how to run it](../../docs/inside/testing.md#certification).

"Refused" means that no one is signed in. Each module that ends so signs in first while the provider does everything right.
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

/** @type {(name: string) => unknown} what a part of the tests left, if it has run */
function part(name) {
  const path = join(PARTS, `${name}.json`)
  return existsSync(path) ? json(path) : undefined
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
  const cells = result
    ? [result.kind, result.checks.join(', '), result.authentication ?? '', outcome(result)]
    : ['', '', '', elsewhere === undefined ? 'not run' : `in [${elsewhere}](../../${elsewhere})`]
  const bytes = size ? `${size.minified} (${size.gzip})` : ''
  return `| \`${file}\` | ${[...cells, bytes].map((cell) => cell || '–').join(' | ')} |`
}

/** @type {() => string | undefined} the page about the providers, where their tests have run */
export function renderProviders() {
  const parts = [part('suite'), part('mail'), part('sizes')]
  if (parts.includes(undefined)) return undefined
  const [suite, mail, sizes] = parts
  // Written by the tests, in this form.
  const results = /** @type {Result[]} */ ([suite, mail].flat())
  const bytes = /** @type {Record<string, Size>} */ (sizes)
  const byFile = new Map(results.map((result) => [result.file, result]))
  const rows = modules().map((file) => row(file, byFile.get(file), bytes[file]))
  const tests = results.reduce((sum, result) => sum + result.tests, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  return [
    INTRODUCTION,
    `${rows.length} providers, ${tests} tests, ${failed} failed.`,
    [
      '| Provider | Kind | Checks | Client authentication | Tests | Bytes |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
  ].join('\n\n')
}

/** @type {() => string | undefined} the page about the certification, where its tests have run */
export function renderCertification() {
  // Written by the tests, in this form.
  const results = /** @type {ModuleResult[]} */ (
    ['modules', 'modules-chromium'].flatMap((name) => part(name) ?? [])
  )
  if (results.length === 0) return undefined
  const lines = results.map(
    ({ plan, module, result }) => `| \`${plan}\` | \`${module}\` | ${result} |`,
  )
  return [
    CERTIFICATION,
    ['| Plan | Module | Result |', '| --- | --- | --- |', ...lines].join('\n'),
  ].join('\n\n')
}
