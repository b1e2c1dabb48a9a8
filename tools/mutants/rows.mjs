/** Reads the bugs of test/mutants, and says which of them a command line means. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from '../run.mjs'

/** @typedef {import('../../test/mutants/row.d.ts').Row} Row */
/** @typedef {Row & { readonly subject: string, readonly where: string }} Mutant a row, and where it is written */

const RULE = /^[A-Z]{2,}-[\w-]+$/
const TEXTS = /** @type {const} */ (['rule', 'bug', 'file', 'find', 'replace', 'suite'])
const KEYS = new Set([...TEXTS, 'path', 'test', 'hangs'])

/** What is wrong with how a row is written. @type {(row: Readonly<Record<string, unknown>>) => string | undefined} */
function problemOfRow(row) {
  const unknown = Object.keys(row).find((key) => !KEYS.has(key))
  if (unknown !== undefined) return `has an unknown key \`${unknown}\``
  const missing = TEXTS.find((key) => typeof row[key] !== 'string')
  if (missing !== undefined) return `has no \`${missing}\``
  if (!RULE.test(String(row['rule']))) return 'has a `rule` that is not an id'
  if (row['find'] === row['replace']) return 'changes nothing: `find` and `replace` are the same'
  return undefined
}

/** @type {(file: string) => Promise<readonly Row[]>} */
async function importRows(file) {
  const module = /** @type {{ mutants?: readonly Record<string, unknown>[] }} */ (
    await import(pathToFileURL(file).href)
  )
  const { mutants } = module
  if (!Array.isArray(mutants)) throw new Failure(`${file} does not export a list \`mutants\`.`)
  for (const [index, row] of module.mutants?.entries() ?? []) {
    const problem = problemOfRow(row)
    if (problem !== undefined) throw new Failure(`${file}: row ${index + 1} ${problem}.`)
  }
  // Each row has just been looked at.
  return /** @type {readonly Row[]} */ (mutants)
}

/**
 * Every row of a folder.
 *
 * @param {string} folder
 * @returns {Promise<readonly Mutant[]>}
 */
export async function readMutants(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.mjs'))
  const lists = await Promise.all(
    files.toSorted().map(async (name) => {
      const rows = await importRows(join(folder, name))
      const subject = basename(name, '.mjs')
      return rows.map((row, index) => ({ ...row, subject, where: `${name}, row ${index + 1}` }))
    }),
  )
  return lists.flat()
}

/** @type {(file: string) => string | undefined} */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Why a row cannot be applied, or `undefined`.
 *
 * @param {string} top the root of the repository
 * @param {Mutant} mutant
 * @returns {string | undefined}
 */
export function findProblem(top, { where, rule, bug, file, find, suite }) {
  const row = `${where} (${rule}: ${bug})`
  const source = readIfThere(join(top, file))
  if (source === undefined) return `${row}: the file ${file} does not exist.`
  const times = source.split(find).length - 1
  if (times !== 1) {
    return `${row}: \`find\` occurs ${times} times in ${file}. It has to occur exactly once: ${JSON.stringify(find)}`
  }
  if (readIfThere(join(top, suite)) === undefined)
    return `${row}: the suite ${suite} does not exist.`
  return undefined
}

/** @type {(name: string) => (mutant: Mutant) => boolean} */
const means = (name) => (mutant) =>
  mutant.subject === name || mutant.rule === name || mutant.rule.startsWith(`${name}-`)

/**
 * The rows that a command line names by subject (`http`), rule (`ALT-05`) or family of rules (`ALT`).
 *
 * @param {readonly Mutant[]} all
 * @param {readonly string[]} names
 * @returns {readonly Mutant[]}
 */
export function select(all, names) {
  if (names.length === 0) return all
  const unknown = names.find((name) => !all.some(means(name)))
  if (unknown !== undefined) {
    const subjects = [...new Set(all.map(({ subject }) => subject))].join(', ')
    throw new Failure(`No row has the subject or rule "${unknown}". Subjects: ${subjects}.`)
  }
  return all.filter((mutant) => names.some((name) => means(name)(mutant)))
}

/** @type {(top: string, ...args: readonly string[]) => string} */
const git = (top, ...args) => execFileSync('git', args, { cwd: top, encoding: 'utf8' })

/** The rows of a subject as another commit has them. @type {(top: string, base: string, file: string) => Promise<readonly Row[]>} */
async function rowsAt(top, base, file) {
  const folder = mkdtempSync(join(tmpdir(), 'latchstring-mutants-'))
  try {
    const copy = join(folder, 'rows.mjs')
    writeFileSync(copy, git(top, 'show', `${base}:${file}`))
    return await importRows(copy)
  } catch {
    // A subject that is new there has none.
    return []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @type {(row: Row) => string} */
const rowContent = ({ rule, bug, path, file, find, replace, suite, test }) =>
  JSON.stringify([rule, bug, path, file, find, replace, suite, test])

/**
 * Those rows that are new since a commit, or whose file or suite has changed since.
 *
 * @param {string} top
 * @param {string} base
 * @param {readonly Mutant[]} mutants
 * @returns {Promise<readonly Mutant[]>}
 */
export async function changedSince(top, base, mutants) {
  const changed = new Set(
    [git(top, 'diff', '--name-only', base), git(top, 'ls-files', '--others', '--exclude-standard')]
      .join('\n')
      .split('\n'),
  )
  const subjects = new Set(mutants.map(({ subject }) => subject))
  /** @type {Set<string>} */
  const known = new Set()
  for (const subject of subjects) {
    const rows = await rowsAt(top, base, `test/mutants/${subject}.mjs`)
    for (const row of rows) known.add(rowContent(row))
  }
  return mutants.filter(
    (mutant) =>
      changed.has(mutant.file) || changed.has(mutant.suite) || !known.has(rowContent(mutant)),
  )
}
