import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Paint } from './terminal.ts'

/** A file that a command makes or changes. */
export interface FileChange {
  /** Relative to the folder of the project, with `/`. */
  readonly path: string
  /** `undefined` for a file that does not exist. */
  readonly before: string | undefined
  readonly after: string
}

/** Whether a change changes anything. */
export const isEffective = ({ before, after }: FileChange): boolean => before !== after

const lines = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)

/** How many items of two lists are the same from the start. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((line, position) => line !== other[position])
  return index === -1 ? one.length : index
}

/** The value of a variable with a secret is not shown. */
const masked = (line: string): string =>
  line.replace(/^((?:export\s+)?\w*SECRET\w*\s*=\s*)\S.*$/, '$1…')

/**
 * A change as a diff: the lines that leave and the lines that come, with two lines around them. The commands insert in one
 * place or a few, so that a diff by common beginning and end reads well.
 */
function renderDiff({ path, before, after }: FileChange, paint: Paint): string {
  const [old, now] = [lines(before ?? ''), lines(after)]
  const start = commonLength(old, now)
  const most = Math.min(old.length, now.length) - start
  const end = Math.min(most, commonLength(old.toReversed(), now.toReversed()))
  const around = (from: number, to: number): readonly string[] =>
    now.slice(Math.max(0, from), to).map((line) => `  ${masked(line)}`)
  return [
    paint('bold', before === undefined ? `new file ${path}` : `change ${path}`),
    ...around(start - 2, start),
    ...old.slice(start, old.length - end).map((line) => paint('red', `- ${masked(line)}`)),
    ...now.slice(start, now.length - end).map((line) => paint('green', `+ ${masked(line)}`)),
    ...around(now.length - end, now.length - end + 2),
    '',
  ].join('\n')
}

/** Changes as diffs, without secrets. */
export const renderDiffs = (changes: readonly FileChange[], paint: Paint): string =>
  changes.map((change) => `${renderDiff(change, paint)}\n`).join('')

/**
 * Writes what changes. A file that should not exist yet and does is left alone.
 *
 * @throws Error where a file cannot be written
 */
export async function writeChanges(folder: string, changes: readonly FileChange[]): Promise<void> {
  for (const { path, before, after } of changes) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    // Only the owner reads a file with secrets.
    const mode = path.split('/').at(-1)?.startsWith('.env') === true ? 0o600 : 0o666
    await writeFile(file, after, { flag: before === undefined ? 'wx' : 'w', mode })
  }
}
