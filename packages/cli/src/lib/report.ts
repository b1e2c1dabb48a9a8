import type { Plan, Refusal, Step } from '@latchstring/schema'
import type { Outcome } from './apply.ts'
import type { Paint } from './terminal.ts'

/** What a step does, in words. */
const KINDS: Readonly<Record<Step['kind'], string>> = {
  createTable: 'create table',
  addColumn: 'add column',
  dropUnfinishedIndex: 'drop unfinished index',
  createIndex: 'create index',
  createUniqueIndex: 'create unique index',
}

const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => `     ${line}`)
    .join('\n')

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The name of a table with its schema, where the database has schemas. */
const qualified = ({ schema, table }: Pick<Step, 'schema' | 'table'>): string =>
  schema === undefined ? table : `${schema}.${table}`

/** A step in a few words. */
export const stepTitle = (step: Step): string =>
  step.name === step.table
    ? `${KINDS[step.kind]} ${qualified(step)}`
    : `${KINDS[step.kind]} ${step.name} on ${qualified(step)}`

function stepText(step: Step, number: number, paint: Paint): string {
  const online = step.online ? paint('green', 'online') : paint('yellow', 'blocking')
  return [
    `${String(number).padStart(3)}. ${paint('bold', stepTitle(step))} [${online}]`,
    indent(step.why),
    indent(`${step.sql};`),
  ].join('\n')
}

function refusalText(refusal: Refusal, paint: Paint): string {
  const { table, name, why, byHand } = refusal
  const where = name === table ? qualified(refusal) : `${qualified(refusal)}.${name}`
  return `  ${paint('red', '-')} ${paint('bold', where)}: ${why}\n    By hand: ${byHand}`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}\n\n${lines.join('\n')}\n`]
}

/** A plan for people. */
export function planText({ steps, refused, notes }: Plan, where: string, paint: Paint): string {
  const none = steps.length === 0 && refused.length === 0
  const head = none ? 'nothing to do' : `${plural(steps.length, 'step')} to do`
  return [
    `${where}: ${head}${refused.length === 0 ? '' : `, ${refused.length} refused`}.\n`,
    ...section(
      'Steps:',
      steps.map((step, index) => stepText(step, index + 1, paint)),
    ),
    ...section(
      'Refused, and left to you:',
      refused.map((refusal) => refusalText(refusal, paint)),
    ),
    ...section(
      'Accepted as it is:',
      notes.map((note) => `  - ${paint('dim', `${qualified(note)}.${note.column}`)}: ${note.text}`),
    ),
  ].join('\n')
}

/** What became of a plan, for people. */
export function outcomeText(outcome: Outcome, paint: Paint): string {
  const { applied, failed, left, undone, refused } = outcome
  const open = refused.length === 0 ? '' : ` ${refused.length} refused: see above.`
  if (failed === undefined) {
    if (applied.length === 0)
      return `Nothing left to do: another run has applied the steps.${open}\n`
    return `${paint('green', 'Done:')} ${plural(applied.length, 'step')} applied.${open}\n`
  }
  const before = undone
    ? 'Nothing has changed: the steps before it are undone.'
    : `Applied before it: ${applied.map(({ step }) => stepTitle(step)).join('; ') || 'nothing'}.`
  return [
    `${paint('red', 'Failed:')} ${stepTitle(failed.step)}: ${failed.message}`,
    before,
    `Not tried: ${left.map(stepTitle).join('; ') || 'nothing'}.`,
    'To go on, remove the cause and run the same command again: it plans from what is there then.',
    '',
  ].join('\n')
}

interface JsonStep {
  readonly kind: string
  readonly schema?: string
  readonly table: string
  readonly name: string
  readonly sql: string
  readonly online: boolean
  readonly why: string
}

const stepJson = ({ kind, schema, table, name, sql, online, why }: Step): JsonStep => {
  return { kind, ...(schema === undefined ? {} : { schema }), table, name, sql, online, why }
}

/** A plan for programs. */
export function planJson({ steps, refused, notes }: Plan): object {
  return { steps: steps.map(stepJson), refused, notes }
}

/** What became of a plan, for programs. */
export function outcomeJson({ applied, failed, left, undone, refused }: Outcome): object {
  return {
    applied: applied.map(({ step, seconds }) => ({ ...stepJson(step), seconds })),
    ...(failed === undefined
      ? {}
      : { failed: { ...stepJson(failed.step), message: failed.message } }),
    left: left.map(stepJson),
    undone,
    refused,
  }
}
