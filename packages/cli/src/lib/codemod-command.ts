import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import { planOutside } from './codemod/authjs/plan.ts'
import { readComponents } from './codemod/authjs/svelte-components.ts'
import { readAppFiles } from './codemod/files.ts'
import { type Plan, planMove } from './codemod/plan.ts'
import { inOrder, printRemarks } from './codemod/report.ts'
import { type Versions, readVersions } from './codemod/versions.ts'
import type { Command } from './command.ts'
import { withAddresses } from './documentation.ts'
import { checkChanges, renderDiffs, writeChanges } from './file-changes.ts'
import { requireCommitted } from './git-status.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { executeCommand, fetchCommand, latchstringCommand } from './package-manager.ts'
import { type Project, exists, readProject } from './project.ts'
import { readProviderEntries } from './provider-catalogue.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'
import { readVersion } from './version.ts'

const OPTIONS = {
  until: {
    value: 'DAY',
    help: 'until when sessions of next-auth count, as 2027-06-30. Default: in 45 days',
  },
  'dry-run': { help: 'show what would be written, and change nothing' },
  force: { help: 'also where git has changes that are not committed' },
  anyway: { help: 'also with Next.js 14 and older, which Latchstring does not support' },
  json: { help: 'print JSON' },
  ...COMMON_OPTIONS,
}

const HELP = `Move an application of Next.js from next-auth (version 4 or 5) to Latchstring: imports, configuration, handlers, reads of the
session and package.json; and one of Express, SvelteKit, SolidStart or Qwik from Auth.js. People who are signed in stay signed in. What it does
not understand, and what is known to work no longer, is listed with the line and what to do. Run again, it changes nothing but what was left.
In a repository of git, everything has to be committed first.

Usage: latchstring codemod next-auth [options]

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  done, or nothing to do
  1  an error; nothing was changed
  2  a wrong call
  3  something is left for you to change: it is listed
  4  this version of Next.js is not supported; nothing was changed

Examples:
  latchstring codemod next-auth --dry-run
  latchstring codemod next-auth --until 2027-06-30
`

/** Days that sessions of next-auth count by default: those of a session, and time to deploy. */
const DAYS = 45

/** The oldest version of Next.js that the package supports. */
const OLDEST_NEXT = 15

/** The exit code where Next.js is older. */
const UNSUPPORTED = 4

function readUntil(given: string | undefined): string {
  if (given === undefined) {
    return new Date(Date.now() + DAYS * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length)
  }
  if (/^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given))) return given
  throw new UsageError(`--until: ${JSON.stringify(given)} is not a day such as 2027-06-30.`)
}

/** What was done to a file, in a word. */
function changeVerb({ before, remove }: Plan['changes'][number]): string {
  if (remove === true) return 'removed'
  return before === undefined ? 'created' : 'changed'
}

/** A command that is to follow. */
interface Next {
  readonly command: string
  readonly purpose: string
  /** A program of another package, which has to be installed. */
  readonly program?: string
}

/** What shows whether the moved application works. */
const nextCommands = (project: Project): readonly Next[] => [
  ...(project.typescript
    ? [
        {
          command: executeCommand(project.packageManager, 'tsc --noEmit'),
          purpose: 'checks its types',
          program: 'tsc',
        },
      ]
    : []),
  {
    command: latchstringCommand(project, 'doctor --flows'),
    purpose: 'starts it, and signs a person in',
  },
]

const install = ({ packageManager }: Project): string => `${packageManager} install`

function runCommand(command: string, folder: string): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, { cwd: folder, shell: true, stdio: 'inherit' })
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

async function runShown(command: string, { folder }: Project, terminal: Terminal): Promise<number> {
  terminal.out(`\n> ${command}\n`)
  const code = await runCommand(command, folder)
  if (code !== 0) terminal.out(`It ended with ${code}.\n`)
  return code
}

/** Whether a program can be run: one that is not there would be fetched, from the package that has its name. */
async function isInstalled(program: string | undefined, { folder }: Project): Promise<boolean> {
  if (program === undefined) return true
  for (let place = folder; ; place = dirname(place)) {
    if (await exists(join(place, 'node_modules', '.bin', program))) return true
    if (place === dirname(place)) return false
  }
}

/** Asks which of the following commands are to be run now, or names them. */
async function offerNext(project: Project, terminal: Terminal): Promise<void> {
  const commands = nextCommands(project)
  terminal.out(`\nNow install the packages (${install(project)}), then run:\n`)
  for (const { command, purpose } of commands) terminal.out(`  ${command}   ${purpose}\n`)
  terminal.out(withAddresses('What else may differ: docs/moving-from-next-auth.md\n'))
  if (!terminal.interactive) return
  if (!(await terminal.confirm('Install the packages and run these now? [y/N] '))) return
  if ((await runShown(install(project), project, terminal)) !== 0) return
  for (const { command, program } of commands) {
    if (await isInstalled(program, project)) await runShown(command, project, terminal)
  }
}

function printChanges({ changes, left }: Plan, dryRun: boolean, terminal: Terminal): void {
  if (dryRun) terminal.out(renderDiffs(changes, terminal.paint))
  else {
    for (const change of changes) {
      terminal.out(`  ${terminal.paint('green', changeVerb(change).padEnd(9))}${change.path}\n`)
    }
  }
  if (changes.length === 0 && left.length === 0) terminal.out('Nothing here uses next-auth.\n')
}

function writeJson(plan: Plan, dryRun: boolean, project: Project, terminal: Terminal): void {
  const { changes, left, look } = plan
  const paths = (verb: string): readonly string[] =>
    changes.filter((change) => changeVerb(change) === verb).map(({ path }) => path)
  const result = {
    dryRun,
    changed: paths('changed'),
    created: paths('created'),
    removed: paths('removed'),
    left: inOrder(left),
    look: inOrder(look),
    next: nextCommands(project).map(({ command }) => command),
  }
  terminal.out(`${JSON.stringify(result, undefined, 2)}\n`)
}

const joinPlans = (one: Plan, other: Plan): Plan => ({
  changes: [...one.changes, ...other.changes],
  left: [...one.left, ...other.left],
  look: [...one.look, ...other.look],
})

/** Plans the move of all applications of a folder: of those of Next.js, and of others. */
async function planAll(folder: string, until: string, versions: Versions): Promise<Plan> {
  const files = [...(await readAppFiles(folder)), ...(await readComponents(folder))]
  const providers = new Set(readProviderEntries().map(({ module }) => module))
  const own = { until, providers, version: readVersion() }
  const outside = planOutside(files, own)
  return joinPlans(outside.plan, planMove(outside.rest, { ...versions, ...own }))
}

/** Says that Next.js is too old, before anything is changed. */
function refuseNext(
  { next }: Versions,
  project: Project,
  json: boolean,
  terminal: Terminal,
): number {
  const upgrade = fetchCommand(project.packageManager, '@next/codemod@latest upgrade latest')
  if (json) {
    terminal.out(
      `${JSON.stringify({ unsupported: { next: next?.major }, upgrade }, undefined, 2)}\n`,
    )
  }
  terminal.err(
    `Latchstring needs Next.js ${OLDEST_NEXT} or newer, and this application has ${next?.major ?? 'an older one'}. Nothing was changed.
Upgrade first:
  ${upgrade}
--anyway moves what can be moved before that.
`,
  )
  return UNSUPPORTED
}

async function applyPlan(
  { changes }: Plan,
  folder: string,
  { dryRun, force }: { readonly dryRun: boolean; readonly force: boolean },
): Promise<void> {
  if (dryRun) return checkChanges(folder, changes)
  if (changes.length === 0) return
  if (!force) await requireCommitted(folder)
  await writeChanges(folder, changes)
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
  const project = await readProject(folder, env)
  const versions = await readVersions(folder, project.dependencies)
  const json = options.has('json')
  const isOld = (versions.next?.major ?? OLDEST_NEXT) < OLDEST_NEXT
  if (isOld && !options.has('anyway')) return refuseNext(versions, project, json, terminal)
  const plan = await planAll(folder, until, versions)
  const dryRun = options.has('dry-run')
  await applyPlan(plan, folder, { dryRun, force: options.has('force') })
  if (json) writeJson(plan, dryRun, project, terminal)
  else {
    printChanges(plan, dryRun, terminal)
    printRemarks(plan, terminal)
    if (plan.changes.length > 0 && !dryRun) await offerNext(project, terminal)
  }
  return plan.left.length > 0 ? 3 : 0
}

/** `latchstring codemod` */
export const codemodCommand: Command = {
  summary: 'Move an app from next-auth',
  wrongCall: 2,
  async run(argv, terminal, environment) {
    const options = parseOptions(argv, OPTIONS, Number.POSITIVE_INFINITY)
    if (!options.has('help')) return codemod(options, terminal, environment)
    terminal.out(HELP)
    return 0
  },
}
