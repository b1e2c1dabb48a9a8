import type { Plan } from '@latchstring/schema'
import { type Outcome, type Progress, apply, planNow } from './apply.ts'
import { type Arguments, UsageError } from './arguments.ts'
import { type Command, type DatabaseWork, databaseCommand } from './command.ts'
import { COMMON_OPTIONS, DATABASE_URL, DATABASE_URLS, optionLines } from './help.ts'
import { outcomeJson, outcomeText, planJson, planText, stepTitle } from './report.ts'
import { SCHEMA_OPTIONS } from './schema-options.ts'
import type { Terminal } from './terminal.ts'

const OPTIONS = {
  plan: { help: 'show the steps and change nothing; the default' },
  apply: { help: 'apply the steps' },
  url: DATABASE_URL,
  yes: { short: 'y', help: 'do not ask' },
  json: { help: 'print JSON' },
  wait: {
    value: 'SECONDS',
    help: 'how long to wait for another program that applies steps.\nDefault: 60',
  },
  'lock-timeout': {
    value: 'SECONDS',
    help: 'how long a step may wait for the lock of a table. Default: 5',
  },
  ...SCHEMA_OPTIONS,
  ...COMMON_OPTIONS,
}

const HELP = `Bring the tables of a database to what Latchstring needs. Steps only add: tables, columns, indexes. What would
lose values or keep others waiting is refused, with what to do by hand.

Usage: latchstring migrate [--plan] [options]
       latchstring migrate --apply [options]

Options:
${optionLines(OPTIONS)}

URLs:
${DATABASE_URLS}

Exit codes:
  0  nothing is left to do
  1  an error, or a step that failed
  2  without --apply: there is something to do
  3  something is refused

Examples:
  latchstring migrate
  latchstring migrate --apply --yes --names next-auth --ids integer
`

type MigrateArguments = Arguments<keyof typeof OPTIONS>

interface Request {
  readonly mode: 'plan' | 'apply'
  readonly json: boolean
  readonly yes: boolean
  readonly wait: number
  readonly lockTimeout: number
}

function seconds(options: MigrateArguments, name: 'wait' | 'lock-timeout', usual: number): number {
  const value = options.value(name)
  if (value === undefined) return usual
  if (/^\d{1,5}$/.test(value)) return Number(value)
  throw new UsageError(`--${name}: ${JSON.stringify(value)} is not a number of seconds.`)
}

function readRequest(options: MigrateArguments): Request {
  const mode = options.has('apply') ? 'apply' : 'plan'
  if (mode === 'apply' && options.has('plan')) {
    throw new UsageError('Pass either --plan or --apply.')
  }
  if (mode === 'plan' && options.has('yes')) {
    throw new UsageError('--yes is for --apply. Pass --apply as well, or leave --yes out.')
  }
  return {
    mode,
    json: options.has('json'),
    yes: options.has('yes'),
    wait: seconds(options, 'wait', 60),
    lockTimeout: seconds(options, 'lock-timeout', 5),
  }
}

/** Reports progress: with JSON, on the standard error. */
function createProgress({ json }: Request, terminal: Terminal): Progress {
  const write = (text: string): void => (json ? terminal.err(text) : terminal.out(text))
  return {
    waiting: () => write('Another program is changing the tables: waiting for it.\n'),
    begin: (step, index, count) => write(`Step ${index} of ${count}: ${stepTitle(step)} … `),
    end: (took) => write(`${took.toFixed(1)} s\n`),
    fail: () => write(`${terminal.paint('red', 'failed')}\n`),
  }
}

/** What a plan without a flag leaves open. */
const howToApply = ({ steps }: Plan): string =>
  steps.length === 0 ? '' : '\nTo apply them, run the same command with --apply.\n'

function planCode({ steps, refused }: Plan): number {
  if (refused.length > 0) return 3
  return steps.length > 0 ? 2 : 0
}

function outcomeCode({ failed, left, refused }: Outcome): number {
  if (failed !== undefined || left.length > 0) return 1
  return refused.length > 0 ? 3 : 0
}

async function confirm(request: Request, terminal: Terminal): Promise<void> {
  if (request.yes) return
  if (!terminal.interactive) {
    throw new UsageError('Not an interactive terminal. Pass --yes to apply without confirmation.')
  }
  if (await terminal.confirm('Apply these steps? [y/N] ')) return
  throw new Error('Nothing was applied.')
}

async function migrate(work: DatabaseWork<Request>): Promise<number> {
  const { request, database, connection, terminal, schema } = work
  const { mode, json, wait } = request
  const { dialect } = connection
  const writeJson = (value: object): void =>
    terminal.out(`${JSON.stringify({ dialect, ...value }, undefined, 2)}\n`)
  const shown = await planNow(connection, schema)
  if (mode === 'plan') {
    if (json) writeJson(planJson(shown))
    else terminal.out(planText(shown, database.name, terminal.paint) + howToApply(shown))
    return planCode(shown)
  }
  if (!json) terminal.out(`${planText(shown, database.name, terminal.paint)}\n`)
  if (shown.steps.length === 0) {
    const { refused } = shown
    if (json) writeJson(outcomeJson({ applied: [], left: [], undone: false, refused }))
    return planCode(shown)
  }
  await confirm(request, terminal)
  const progress = createProgress(request, terminal)
  const agreed = request.yes ? {} : { agreed: shown }
  const outcome = await apply(connection, { schema, ...agreed, wait, progress })
  if (json) writeJson(outcomeJson(outcome))
  const text = outcomeText(outcome, terminal.paint)
  if (outcome.failed !== undefined) terminal.err(text)
  else if (!json) terminal.out(text)
  return outcomeCode(outcome)
}

/** `latchstring migrate` */
export const migrateCommand: Command = databaseCommand({
  summary: 'Plan changes to your database, and apply them',
  help: HELP,
  options: OPTIONS,
  readRequest,
  isReadOnly: ({ mode }) => mode === 'plan',
  run: migrate,
})
