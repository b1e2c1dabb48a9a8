/** What of a module has changed since its line of the page was measured. */
import { execFileSync } from 'node:child_process'
import { root } from '../root.mjs'

/** @typedef {import('../../test/mutation/types.d.ts').Module} Module */

/** The sources of a module as Git finds them. @type {(module: Module) => readonly string[]} */
export const sources = ({ files }) => [
  ...files.map((file) => `:(top,glob)${file}`),
  ':(top,exclude,glob)**/*.test.ts',
  ':(top,exclude,glob)**/*.d.ts',
]

const FILE = /^\+\+\+ b\/(.+)$/
const HUNK = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/

/**
 * The lines of the hunks of a comparison, as Stryker takes them.
 *
 * @param {string} diff as `git diff` prints it
 * @returns {readonly { readonly pattern: string, readonly lines: number }[]} each a file with its lines, `FILE:FIRST-LAST`
 */
export function findRanges(diff) {
  let file = ''
  return diff.split('\n').flatMap((line) => {
    file = FILE.exec(line)?.[1] ?? file
    const [, first, count = '1'] = HUNK.exec(line) ?? []
    const lines = Number(count)
    if (first === undefined || lines === 0) return []
    return [{ pattern: `${file}:${first}-${Number(first) + lines - 1}`, lines }]
  })
}

/**
 * The declarations of a module in which a line has changed since a commit, each whole: a condition may stand on more than its
 * changed line.
 *
 * @param {Module} module
 * @param {string} commit
 * @returns {ReturnType<typeof findRanges>}
 */
export const findChanges = (module, commit) =>
  findRanges(
    execFileSync(
      'git',
      [
        'diff',
        '--unified=0',
        '--function-context',
        '-M',
        '--no-color',
        '--no-ext-diff',
        '--src-prefix=a/',
        '--dst-prefix=b/',
        commit,
        'HEAD',
        '--',
        ...sources(module),
      ],
      { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    ),
  )
