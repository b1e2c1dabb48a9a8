import { randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
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

const isWithin = (folder: string, path: string): boolean => {
  const from = relative(folder, path)
  return from !== '..' && !/^\.\.[/\\]/.test(from) && !isAbsolute(from)
}

/** Where writing to a path would end, with the links on it followed; a link to nothing leads where it says. */
async function readTarget(path: string, links = 0): Promise<string> {
  const parent = dirname(path)
  if (parent === path) return path
  const place = join(await readTarget(parent, links), basename(path))
  const link = await readlink(place).catch(() => undefined)
  // As many as Linux follows.
  if (link === undefined || links >= 40) return place
  return readTarget(resolve(dirname(place), link), links + 1)
}

/** @throws Error where a link leads out of the project, or out of the folder of a file outside that was named */
async function requireInside(folder: string, { path }: FileChange): Promise<void> {
  const file = resolve(folder, path)
  const target = await readTarget(file)
  const place = isWithin(folder, file) ? folder : dirname(file)
  if (isWithin(await realpath(place), target)) return
  throw new Error(
    `${path} is behind a link that leads out of the project, to ${target}. Nothing was changed. Run the command where that file is, or put a file in place of the link.`,
  )
}

/**
 * Checks what is to be written, and changes nothing.
 *
 * @throws Error where a link leads out of the project, or a file is not what it was when it was read
 */
export async function checkChanges(folder: string, changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) await requireInside(folder, change)
  for (const change of changes) await requireSame(folder, change)
}

/** Whether a folder takes no new file, or a file is mounted where it is. */
const isRefused = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EBUSY'].includes(String(readCode(error)))

/** The rights of the owner, who alone may read a file with secrets. */
const OWNER = 0o700

/** Files with secrets that others may read until they are written. Windows has no such rights. */
async function findOpen(
  folder: string,
  changes: readonly FileChange[],
): Promise<readonly string[]> {
  const open: string[] = []
  for (const { path, before, secret } of changes) {
    if (secret !== true || before === undefined || process.platform === 'win32') continue
    const { mode } = await stat(resolve(folder, path))
    if ((mode & 0o077) !== 0) open.push(path)
  }
  return open
}

/** Writes a file anew, so that there is always a whole one, or into it where its folder does not let that. */
async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  // A symbolic link stays one.
  const real = await realpath(file)
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
    await chmod(real, mode)
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
    const { mode } = await stat(file)
    await replaceFile(file, after, secret === true ? mode & OWNER : mode)
    return () => replaceFile(file, before, mode)
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
 * it was, too, and so is one behind a link that leads out of the project.
 *
 * @returns the files with secrets that others could read, and cannot any more
 * @throws Error where a file cannot be written
 */
export async function writeChanges(
  folder: string,
  changes: readonly FileChange[],
): Promise<readonly string[]> {
  await checkChanges(folder, changes)
  const open = await findOpen(folder, changes)
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
  return open
}

/** Says that rights of files were taken from others. */
export const closedLines = (closed: readonly string[]): string =>
  closed.map((path) => `Only you may read ${path} now (mode 600): it has secrets.\n`).join('')
