import {
  type FileChange,
  checkChanges,
  closedLines,
  isEffective,
  renderDiffs,
  writeChanges,
} from './file-changes.ts'
import type { Terminal } from './terminal.ts'

/** How a command that changes files was called. */
export interface Asked {
  readonly dryRun: boolean
  readonly json: boolean
}

/** What a command has done to files, or would do. */
export interface MadeChanges {
  readonly dryRun: boolean
  readonly changes: readonly FileChange[]
  /** Files that only the owner may read from now on. */
  readonly closed: readonly string[]
}

/** Things to do, in order, each with the lines that belong to it. */
export type Steps = readonly (readonly string[])[]

/**
 * Makes changes, or only checks that they could be made.
 *
 * @throws Error where a file cannot be written; nothing is changed then
 */
export async function makeChanges(
  folder: string,
  planned: readonly FileChange[],
  dryRun: boolean,
): Promise<MadeChanges> {
  const changes = planned.filter(isEffective)
  if (dryRun) await checkChanges(folder, changes)
  return { dryRun, changes, closed: dryRun ? [] : await writeChanges(folder, changes) }
}

/** The files by what was done, for JSON. */
export function listChanges({ dryRun, changes }: MadeChanges): {
  readonly dryRun: boolean
  readonly created: readonly string[]
  readonly changed: readonly string[]
} {
  const paths = (isNew: boolean): readonly string[] =>
    changes.filter(({ before }) => (before === undefined) === isNew).map(({ path }) => path)
  return { dryRun, created: paths(true), changed: paths(false) }
}

/** Prints what was done to files, or with `--dry-run` what would be; then what stays as it was. */
export function printChanges(
  { dryRun, changes, closed }: MadeChanges,
  kept: readonly string[],
  terminal: Terminal,
): void {
  if (dryRun) terminal.out(renderDiffs(changes, terminal.paint))
  for (const { path, before } of dryRun ? [] : changes) {
    const verb = before === undefined ? 'created' : 'changed'
    terminal.out(`  ${terminal.paint('green', verb.padEnd(9))}${path}\n`)
  }
  for (const text of kept) terminal.out(`  ${terminal.paint('dim', 'kept'.padEnd(9))}${text}\n`)
  terminal.out(closedLines(closed))
}

/** Prints steps with numbers, and nothing where there are none. */
export function printSteps(title: string, steps: Steps, terminal: Terminal): void {
  if (steps.length === 0) return
  terminal.out(`\n${terminal.paint('bold', title)}\n`)
  for (const [index, [first = '', ...more]] of steps.entries()) {
    const below = more.map((line) => `   ${line}`.trimEnd()).join('\n')
    terminal.out(`${index + 1}. ${first}\n${below}${more.length > 0 ? '\n' : ''}`)
  }
}

/** Prints what a command did as JSON. */
export const printJson = (result: object, terminal: Terminal): void =>
  terminal.out(`${JSON.stringify(result, undefined, 2)}\n`)
