import { type Paint, type Style, printable } from '../terminal.ts'
import { ERROR_CODES } from '../error-codes.ts'
import { withAddresses } from '../documentation.ts'
import type { Finding, Level } from './finding.ts'

const LEVELS: Readonly<Record<Level, readonly [style: Style, name: string]>> = {
  broken: ['red', 'broken'],
  warning: ['yellow', 'warning'],
  note: ['dim', 'note'],
}

const ORDER: readonly Level[] = ['broken', 'warning', 'note']

/** The worst first, each once. */
function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>()
  const unique = findings.filter(({ id, what }) => {
    const key = `${id} ${what}`
    return !seen.has(key) && seen.add(key)
  })
  return ORDER.flatMap((level) => unique.filter((finding) => finding.level === level))
}

/** Where to read on, by a command, which works without the repository. */
export function readOn(docs: string): string {
  const [, anchor] = /^docs\/errors\.md#(\w+)$/.exec(docs) ?? []
  const code = Object.keys(ERROR_CODES).find((one) => one.toLowerCase() === anchor)
  return `npx @latchstring/cli ${code === undefined ? `docs ${docs}` : `explain ${code}`}`
}

/** In one line: texts of servers and names of files may have line ends. */
const line = (text: string): string => printable(text).replaceAll('\n', ' ')

function findingText({ id, level, what, why, fix, docs, file }: Finding, paint: Paint): string {
  const [style, name] = LEVELS[level]
  return [
    `${paint(style, name)} ${paint('bold', id)}${file === undefined ? '' : paint('dim', ` ${line(file)}`)}`,
    `  ${line(what)}`,
    `  Why: ${line(why)}`,
    `  Fix: ${line(withAddresses(fix))}`,
    paint('dim', `  ${readOn(docs)}`),
    '',
  ].join('\n')
}

const count = (findings: readonly Finding[], level: Level): number =>
  findings.filter((finding) => finding.level === level).length

/** Findings for people. */
export function findingsText(findings: readonly Finding[], paint: Paint): string {
  const sorted = sortFindings(findings)
  if (sorted.length === 0)
    return `${paint('green', 'Nothing is wrong')} as far as can be seen here.\n`
  const counts = ORDER.flatMap((level) => {
    const number = count(sorted, level)
    const plural = level === 'broken' || number === 1 ? '' : 's'
    return number === 0 ? [] : [`${number} ${LEVELS[level][1]}${plural}`]
  })
  return `${[...sorted.map((one) => findingText(one, paint)), counts.join(', ')].join('\n')}\n`
}

/**
 * Findings for programs.
 *
 * @param flows - what was tried, where that was asked for
 */
export function findingsJson(findings: readonly Finding[], flows?: readonly object[]): string {
  const sorted = sortFindings(findings)
  const counts = Object.fromEntries(ORDER.map((level) => [level, count(sorted, level)]))
  return `${JSON.stringify({ ...counts, findings: sorted, ...(flows === undefined ? {} : { flows }) }, undefined, 2)}\n`
}
