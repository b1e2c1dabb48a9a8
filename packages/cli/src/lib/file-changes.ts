import { randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { describeError } from './describe-error.ts'
import type { Paint } from './terminal.ts'

/** A file that a command makes or changes. */
export interface FileChange {
  /** Relative to the folder of the project, with `/`. */
  readonly path: string
  /** `undefined` for a file that does not exist. */
  readonly before: string | undefined
  readonly after: string
  /** It has variables, so that only the owner may read it, and no value of it is shown. */
  readonly secret?: true
  /** It is removed. */
  readonly remove?: true
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

/** A literal of a source that looks secret is not shown. */
const masked = (line: string): string =>
  line.replace(/((?:secret|password|api_?key|token)\w*['"]?\s*[:=]\s*)(['"`]).*\2/i, '$1$2…$2')

/** A line of a file of variables without its value, which may go on from the line before. */
function withoutValue(line: string): string {
  const [, head = '', value = ''] = /^(\uFEFF?\s*(?:export\s+)?[\w.-]+\s*=)(.*)$/.exec(line) ?? []
  if (head === '') return line.trim() === '' ? line : '…'
  return value.trim() === '' ? line : `${head}…`
}

/**
 * A change as a diff: the lines that leave and the lines that come, with two lines around them. The commands insert in one
 * place or a few, so that a diff by common beginning and end reads well.
 */
function renderDiff({ path, before, after, secret, remove }: FileChange, paint: Paint): string {
  if (remove === true) return `${paint('bold', `remove ${path}`)}\n`
  const shown = secret === true ? withoutValue : masked
  const [old, now] = [lines(before ?? ''), lines(after)]
  const start = commonLength(old, now)
  const most = Math.min(old.length, now.length) - start
  const end = Math.min(most, commonLength(old.toReversed(), now.toReversed()))
  const around = (from: number, to: number): readonly string[] =>
    now.slice(Math.max(0, from), to).map((line) => `  ${shown(line)}`)
  return [
    paint('bold', before === undefined ? `new file ${path}` : `change ${path}`),
    ...around(start - 2, start),
    ...old.slice(start, old.length - end).map((line) => paint('red', `- ${shown(line)}`)),
    ...now.slice(start, now.length - end).map((line) => paint('green', `+ ${shown(line)}`)),
    ...around(now.length - end, now.length - end + 2),
    '',
  ].join('\n')
}

/** Changes as diffs, without secrets. */
export const renderDiffs = (changes: readonly FileChange[], paint: Paint): string =>
  changes.map((change) => `${renderDiff(change, paint)}\n`).join('')

/** @throws Error where a file is not what it was when it was read */
async function requireSame(folder: string, { path, before }: FileChange): Promise<void> {
  if (before === undefined) return
  const file = resolve(folder, path)
  const bytes = await readFile(file)
  if (!bytes.equals(Buffer.from(before))) {
    const other = Buffer.from(bytes.toString()).equals(bytes)
    const why = other ? 'has changed meanwhile' : 'is not in UTF-8'
    throw new Error(`${path} ${why}, and was left alone. Nothing was changed.`)
  }
  await access(file, constants.W_OK)
}

const readCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Whether a folder takes no new file, or a file is mounted where it is. */
const isRefused = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EBUSY'].includes(String(readCode(error)))

/** Writes a file anew, so that there is always a whole one, or into it where its folder does not let that. */
async function replaceFile(file: string, text: string): Promise<void> {
  // A symbolic link stays one.
  const real = await realpath(file)
  const { mode } = await stat(real)
  const next = `${real}.${randomBytes(4).toString('hex')}.tmp`
  try {
    await writeFile(next, text, { flag: 'wx', mode: 0o600 })
    await chmod(next, mode)
    await rename(next, real)
  } catch (error) {
    await rm(next, { force: true })
    // On a full disk, what is there would be lost, too.
    if (!isRefused(error)) throw error
    await writeFile(real, text)
  }
}

/** Removes a file and the folders that were made for it, as far as they are empty. */
async function removeNew(file: string, first: string | undefined): Promise<void> {
  await rm(file, { force: true })
  if (first === undefined) return
  for (let place = dirname(file); place.startsWith(first); place = dirname(place)) {
    await rmdir(place)
  }
}

/**
 * Makes a change.
 *
 * @returns what takes it back
 */
async function writeChange(folder: string, change: FileChange): Promise<() => Promise<void>> {
  const { path, before, after, secret, remove } = change
  const file = resolve(folder, path)
  if (remove === true) {
    const { mode } = await stat(file)
    await rm(file)
    return () => writeFile(file, before ?? '', { flag: 'wx', mode })
  }
  if (before !== undefined) {
    await replaceFile(file, after)
    return () => replaceFile(file, before)
  }
  const first = await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(file, after, { flag: 'wx', mode: secret === true ? 0o600 : 0o666 })
  } catch (error) {
    if (readCode(error) !== 'EEXIST') await removeNew(file, first)
    throw error
  }
  return () => removeNew(file, first)
}

/** A change that was made, and what takes it back. */
interface Made {
  readonly path: string
  readonly takeBack: () => Promise<void>
}

/**
 * Takes changes back, the last one first, each whether or not another one could be.
 *
 * @returns what to say about it
 */
async function takeBackAll(made: readonly Made[]): Promise<string> {
  const kept: string[] = []
  for (const { path, takeBack } of made.toReversed()) {
    try {
      await takeBack()
    } catch (error) {
      kept.push(`${path} (${describeError(error)})`)
    }
  }
  if (kept.length === 0) return 'Nothing was changed.'
  return `What was written before is taken back, but for ${kept.join(', ')}: put that back by hand.`
}

/**
 * Writes what changes: all of it, or nothing. A file that should not exist yet and does is left alone, and one that is not what
 * it was, too.
 *
 * @throws Error where a file cannot be written
 */
export async function writeChanges(folder: string, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) await requireSame(folder, change)
  const made: Made[] = []
  for (const change of changes) {
    const { path } = change
    try {
      made.push({ path, takeBack: await writeChange(folder, change) })
    } catch (error) {
      const why = describeError(error)
      const state = await takeBackAll(made)
      throw new Error(`${path} cannot be written: ${why}. ${state}`, { cause: error })
    }
  }
}
