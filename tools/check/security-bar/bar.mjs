/** The rules of the security bar, and the tests that name them. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../root.mjs'
import { titlesIn } from './titles.mjs'

/** @typedef {import('./page.mjs').Bar} Bar */
/** @typedef {import('./page.mjs').Proof} Proof */

const BAR = join(root, 'test/security-bar/bar.json')

/** Files with tests, and suites that tests are made of. */
const TESTS =
  /\.(test|spec|contract)\.tsx?$|^test\/[\w-]+\/.*\.ts$|^packages\/adapter-conformance\/src\//

/** @type {() => Bar} */
export const readBar = () => /** @type {Bar} */ (JSON.parse(readFileSync(BAR, 'utf8')))

/** @type {(bar: Bar) => readonly Proof[]} titles that have the id of a rule */
export function findTests({ sections }) {
  const ids = sections.flatMap(({ rules }) => rules.map(({ id }) => id))
  const pattern = new RegExp(`\\b(?:${ids.join('|')})\\b`)
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  return files
    .split('\n')
    .filter((file) => TESTS.test(file) && existsSync(join(root, file)))
    .toSorted()
    .flatMap((file) => titlesIn(join(root, file), pattern).map((title) => ({ file, title })))
}
