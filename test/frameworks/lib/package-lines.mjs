import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../../../tools/root.mjs'
import { installed, mustRun } from '../../../tools/run.mjs'
import { countLines } from './lines.mjs'

const DECISION = join(root, 'decisions/050-what-a-framework-package-costs.md')

/** What a package may have without a reason in the decision. */
const LIMIT = 165

/** Packages that have an entry for each major of their framework. @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const MAJORS = {
  h3: { 'h3 2': 'index.ts', 'h3 1': 'v1.ts' },
  'solid-start': { 'SolidStart 2': 'index.ts', 'SolidStart 1': 'vinxi.ts' },
}

/** @typedef {{ readonly title: string, readonly lines: number }} Count `title` is what the tables call it */

/** @type {(folder: string) => readonly string[]} */
function sourceFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$|^providers\//.test(file))
    .map((file) => join(folder, file))
}

/** @type {(files: readonly string[]) => number} */
const countFiles = (files) =>
  files
    .map((file) => countLines(file, readFileSync(file, 'utf8')))
    .reduce((sum, lines) => sum + lines, 0)

/** @type {(entry: string) => readonly string[]} an entry of a package, and what it imports of the package */
function filesBehind(entry) {
  const found = new Set([entry])
  // A set also gives what is added to it meanwhile.
  for (const file of found) {
    const imported = readFileSync(file, 'utf8').matchAll(/ from '(\.[^']*)'/g)
    for (const [, path = ''] of imported) found.add(join(dirname(file), path))
  }
  return [...found]
}

/** @type {(name: string) => readonly Count[]} one for each major that has an entry of its own */
export function countPackage(name) {
  const source = join(root, 'frameworks', name, 'src')
  const majors = Object.entries(MAJORS[name] ?? {})
  if (majors.length === 0) return [{ title: `\`${name}\``, lines: countFiles(sourceFiles(source)) }]
  return majors.map(([major, entry]) => ({
    title: `\`${name}\`, ${major}`,
    lines: countFiles(filesBehind(join(source, entry))),
  }))
}

/** Every package, the largest first. @type {() => readonly Count[]} */
const countPackages = () =>
  readdirSync(join(root, 'frameworks'))
    .flatMap(countPackage)
    .toSorted((one, other) => other.lines - one.lines)

/** Cells of a row of the decision's table: package, lines, reason. */
const ROW = /^\| (`[^|]*?) +\| (\d+) +\| (.*?) +\|$/gm

/** @type {(text?: string) => readonly (Count & { readonly reason: string })[]} what a decision says */
export const readDecision = (text = readFileSync(DECISION, 'utf8')) =>
  [...text.matchAll(ROW)].map(([, title = '', lines, reason = '']) => ({
    title,
    lines: Number(lines),
    reason,
  }))

/** Packages over the limit, the largest first. @type {() => readonly Count[]} */
export const countLarge = () => countPackages().filter(({ lines }) => lines > LIMIT)

/**
 * Writes the counts into the decision, whose reasons stay.
 *
 * @returns {Promise<void>}
 * @throws Error where a package over the limit has no reason there
 */
export async function writeDecision() {
  const text = readFileSync(DECISION, 'utf8')
  const known = readDecision(text)
  const rows = countLarge().map(({ title, lines }) => {
    const reason = known.find((one) => one.title === title)?.reason
    if (reason !== undefined) return `| ${title} | ${lines} | ${reason} |`
    throw new Error(`${DECISION} has no reason for the ${lines} lines of ${title}. Add a row.`)
  })
  const [first = '', ...others] = text.match(ROW) ?? []
  const rest = others.reduce((left, row) => left.replace(`${row}\n`, ''), text)
  writeFileSync(
    DECISION,
    rest.replace(first, () => rows.join('\n')),
  )
  await mustRun(installed('oxfmt'), [DECISION], { quiet: true })
}
