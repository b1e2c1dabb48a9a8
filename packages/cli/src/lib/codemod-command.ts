import { join } from 'node:path'
import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import { readAppFiles } from './codemod/files.ts'
import { type Plan, planMove } from './codemod/plan.ts'
import type { Remark } from './codemod/tree.ts'
import type { Command } from './command.ts'
import { readText } from './env-file.ts'
import { renderDiffs, writeChanges } from './file-changes.ts'
import { requireCommitted } from './git-status.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { readProject } from './project.ts'
import { readProviderEntries } from './provider-catalogue.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'
import { readVersion } from './version.ts'

const OPTIONS = {
  until: {
    value: 'DAY',
    help: 'until when sessions of next-auth count, as 2027-06-30. Default: in 45 days',
  },
  'dry-run': { help: 'shows what would be written, and changes nothing' },
  force: { help: 'also where git has changes that are not committed' },
  json: { help: 'writes JSON to the standard output' },
  ...COMMON_OPTIONS,
}

const HELP = `Moves an application of Next.js from next-auth (version 4 or 5) to Latchstring: imports, configuration, handlers, reads of the
session and package.json. People who are signed in stay signed in. A file that it does not understand is left unchanged and listed, with the line
and the reason. Run again, it changes nothing but what was left. In a repository of git, everything has to be committed first.

Usage: latchstring codemod next-auth [options]

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  done, or nothing to do
  1  an error; nothing was changed
  2  a wrong call
  3  done, but something was left: it is listed

Examples:
  latchstring codemod next-auth --dry-run
  latchstring codemod next-auth --until 2027-06-30
`

/** Days that sessions of next-auth count by default: those of a session, and time to deploy. */
const DAYS = 45

function readUntil(given: string | undefined): string {
  if (given === undefined) {
    return new Date(Date.now() + DAYS * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length)
  }
  if (/^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given))) return given
  throw new UsageError(`--until: ${JSON.stringify(given)} is not a day such as 2027-06-30.`)
}

/** The major version that a range begins with. */
function majorVersion(range: string | undefined): number | undefined {
  const [, digits] = /^\D*(\d+)/.exec(range ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

const findingLine = ({ path, line, reason }: Remark): string => `  ${path}:${line}  ${reason}\n`

/** What was done to a file, in a word. */
function changeVerb({ before, remove }: Plan['changes'][number]): string {
  if (remove === true) return 'removed'
  return before === undefined ? 'created' : 'changed'
}

function printResult({ changes, left, look }: Plan, dryRun: boolean, terminal: Terminal): void {
  if (dryRun) terminal.out(renderDiffs(changes, terminal.paint))
  else {
    for (const change of changes) {
      terminal.out(`  ${terminal.paint('green', changeVerb(change).padEnd(9))}${change.path}\n`)
    }
  }
  if (changes.length === 0 && left.length === 0) terminal.out('Nothing here uses next-auth.\n')
  if (look.length > 0) terminal.out(`\nLook at:\n${look.map(findingLine).join('')}`)
  if (left.length > 0) {
    terminal.out(
      `\n${terminal.paint('yellow', 'Left as it was, for you to change:')}\n${left.map(findingLine).join('')}`,
    )
  }
  if (changes.some(({ path }) => path.endsWith('package.json'))) {
    terminal.out(
      '\nNow install the packages, and build. What else may differ: docs/moving-from-next-auth.md\n',
    )
  }
}

function writeJson({ changes, left, look }: Plan, dryRun: boolean, terminal: Terminal): void {
  const paths = (verb: string): readonly string[] =>
    changes.filter((change) => changeVerb(change) === verb).map(({ path }) => path)
  const result = {
    dryRun,
    changed: paths('changed'),
    created: paths('created'),
    removed: paths('removed'),
    left,
    look,
  }
  terminal.out(`${JSON.stringify(result, undefined, 2)}\n`)
}

async function codemod(
  options: Arguments<keyof typeof OPTIONS>,
  terminal: Terminal,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<number> {
  const [from, ...more] = options.rest
  if (from !== 'next-auth' || more.length > 0) {
    throw new UsageError('Name what to move from: latchstring codemod next-auth.')
  }
  const until = readUntil(options.value('until'))
  const folder = cwd()
  const { dependencies } = await readProject(folder, env)
  const paths =
    (await readText(join(folder, 'tsconfig.json'))) ??
    (await readText(join(folder, 'jsconfig.json'))) ??
    ''
  const plan = planMove(await readAppFiles(folder), {
    until,
    providers: new Set(readProviderEntries().map(({ module }) => module)),
    version: readVersion(),
    paths,
    next: majorVersion(dependencies.get('next')),
  })
  const dryRun = options.has('dry-run')
  if (!dryRun && plan.changes.length > 0) {
    if (!options.has('force')) await requireCommitted(folder)
    await writeChanges(folder, plan.changes)
  }
  if (options.has('json')) writeJson(plan, dryRun, terminal)
  else printResult(plan, dryRun, terminal)
  return plan.left.length > 0 ? 3 : 0
}

/** `latchstring codemod` */
export const codemodCommand: Command = {
  summary: 'moves an application from next-auth',
  wrongCall: 2,
  async run(argv, terminal, environment) {
    const options = parseOptions(argv, OPTIONS, Number.POSITIVE_INFINITY)
    if (!options.has('help')) return codemod(options, terminal, environment)
    terminal.out(HELP)
    return 0
  },
}
