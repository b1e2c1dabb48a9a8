import { type Arguments, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { withAddresses } from './documentation.ts'
import {
  checkChanges,
  closedLines,
  isEffective,
  renderDiffs,
  writeChanges,
} from './file-changes.ts'
import { FRAMEWORKS, type Framework, chooseFramework } from './framework.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { type InitPlan, planInit } from './init-plan.ts'
import {
  installCommand,
  installForDevelopment,
  latchstringCommand,
  runScript,
  startCommand,
} from './package-manager.ts'
import { type Project, readProject } from './project.ts'
import { type ProviderEntry, requireBareProvider } from './provider-catalogue.ts'
import { registrationLines, signInPage } from './registration.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'
import { readVersion } from './version.ts'

const OPTIONS = {
  provider: {
    value: 'ID',
    help: 'the first provider, of "latchstring providers". Default: github',
  },
  framework: { value: 'NAME', help: 'the framework, where package.json does not name it' },
  'dry-run': { help: 'show what would be written, and change nothing' },
  json: { help: 'print JSON' },
  ...COMMON_OPTIONS,
}

const HELP = `Set up sign-in in this project: the configuration, what the framework needs to serve it, a secret,
variables for a provider, and a page that says who is signed in. A file that exists is never changed, but for variables,
.gitignore and the list of modules of Nuxt, to which lines are added; what has to be added elsewhere is printed. Running it
again changes nothing.

Usage: latchstring init [options]

Options:
${optionLines(OPTIONS)}

Frameworks:
  ${FRAMEWORKS.map(({ id }) => id).join(', ')}

Exit codes:
  0  done; what is left to do is printed
  1  an error, or a framework that is not known
  2  a wrong call

Examples:
  latchstring init
  latchstring init --provider google --dry-run
`

const UNRELEASED =
  'Packages of @latchstring are not on npm yet. The README shows how to install them from a clone.'

/** The emulators and this program, which only development needs. */
export const FOR_DEVELOPMENT: readonly string[] = ['@latchstring/cli', '@latchstring/testing']

type InitArguments = Arguments<keyof typeof OPTIONS>

function requireFramework(project: Project, options: InitArguments): Framework {
  const found = chooseFramework(project, options.value('framework'))
  if (found !== undefined) return found
  throw new Error(
    'package.json names no framework that has a package of Latchstring. Nothing was changed. ' +
      `If it is one of ${FRAMEWORKS.map(({ id }) => id).join(', ')}, install it first or pass --framework NAME. ` +
      'For another one, see docs/another-framework.md; for Node.js alone, docs/framework-node.md.',
  )
}

/** The file that starts the server, where one was written; nothing for a server of the application. */
const findServer = ({ changes }: InitPlan): string =>
  changes.map(({ path }) => path).find((path) => /(?:^|\/)app\.m?[jt]s$/.test(path)) ?? 'FILE'

/** Things to do, in order, each with the lines that belong to it. */
type Steps = readonly (readonly string[])[]

/** What a sign-in waits for. */
function stepsBefore({ layout, byHand, missing }: InitPlan): Steps {
  const { project } = layout
  const unreleased =
    readVersion() === '0.0.0' && missing.some((name) => name.startsWith('@latchstring/'))
  const install = [
    `Install: ${installCommand(project.packageManager, missing)}`,
    ...(unreleased ? [UNRELEASED] : []),
  ]
  return [
    ...(missing.length === 0 ? [] : [install]),
    ...byHand.map(({ file, what, text }) => [`${file}: ${what}`, ...text.trimEnd().split('\n')]),
  ]
}

/** What accounts of the service itself take. */
function stepsAfter(plan: InitPlan): Steps {
  const { layout, configured, addresses, scripted } = plan
  const { project, framework, provider } = layout
  const start = scripted
    ? runScript(project.packageManager, 'dev').join(' ')
    : startCommand(project, framework).replace('FILE', findServer(plan))
  return [
    ...(configured ? [registrationLines(provider, framework, addresses)] : []),
    [
      `Start: ${start}`,
      `and open ${signInPage(framework, addresses)}. The guide: ${withAddresses(framework.page)}`,
    ],
  ]
}

/** The one command that comes next: a sign-in before anything is registered. */
function firstSignIn(plan: InitPlan, first: readonly string[] = []): readonly string[] {
  const { layout, missing, byHand, welcome, addresses } = plan
  const { framework, project } = layout
  const { dependencies, packageManager } = project
  const lacking = FOR_DEVELOPMENT.filter((name) => !dependencies.has(name))
  const steps = [
    ...(lacking.length > 0 ? [installForDevelopment(packageManager, lacking)] : []),
    ...first,
    // By then it is installed.
    latchstringCommand(
      {
        ...project,
        dependencies: new Map([...dependencies, ...lacking.map((name) => [name, '*'] as const)]),
      },
      'dev',
    ),
    `Open ${welcome ?? signInPage(framework, addresses)}`,
  ]
  const after = missing.length > 0 || byHand.length > 0 ? ', after the steps above' : ''
  return [
    `Sign in now, without an account anywhere${after}:`,
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
  ]
}

function printSteps(title: string, steps: Steps, terminal: Terminal): void {
  if (steps.length === 0) return
  terminal.out(`\n${terminal.paint('bold', title)}\n`)
  for (const [index, [first = '', ...more]] of steps.entries()) {
    const below = more.map((line) => `   ${line}`.trimEnd()).join('\n')
    terminal.out(`${index + 1}. ${first}\n${below}${more.length > 0 ? '\n' : ''}`)
  }
}

/** What was done, with the files that only the owner may read from now on. */
type Done = InitPlan & { readonly closed: readonly string[]; readonly first?: readonly string[] }

function printResult(plan: Done, terminal: Terminal, dryRun: boolean): void {
  const { layout, changes, kept, closed } = plan
  const { project, framework } = layout
  const language = project.typescript ? 'TypeScript' : 'JavaScript'
  terminal.out(`${framework.name}, ${language}, ${project.packageManager}\n\n`)
  if (dryRun) terminal.out(renderDiffs(changes, terminal.paint))
  else {
    for (const { path, before } of changes) {
      const verb = before === undefined ? 'created' : 'changed'
      terminal.out(`  ${terminal.paint('green', verb.padEnd(9))}${path}\n`)
    }
  }
  for (const path of kept) terminal.out(`  ${terminal.paint('dim', 'kept'.padEnd(9))}${path}\n`)
  terminal.out(closedLines(closed))
  if (changes.length === 0) terminal.out('Nothing to change: everything is there.\n')
  printSteps(dryRun ? 'Afterwards:' : 'Next:', stepsBefore(plan), terminal)
  const [heading = '', ...lines] = firstSignIn(plan, plan.first)
  terminal.out(`\n${terminal.paint('bold', heading)}\n${lines.join('\n')}\n`)
  printSteps(`Then, for accounts of ${layout.provider.name}:`, stepsAfter(plan), terminal)
}

function writeJson(plan: InitPlan, terminal: Terminal, dryRun: boolean): void {
  const { layout, changes, kept, byHand } = plan
  const { project, framework, provider } = layout
  const result = {
    framework: framework.id,
    packageManager: project.packageManager,
    typescript: project.typescript,
    provider: provider.id,
    dryRun,
    created: changes.filter(({ before }) => before === undefined).map(({ path }) => path),
    changed: changes.filter(({ before }) => before !== undefined).map(({ path }) => path),
    kept,
    byHand: byHand.map(({ file, what, text }) => ({ file, what, text })),
    next: [...stepsBefore(plan), ...stepsAfter(plan)].map((step) => step.join('\n')),
    firstSignIn: firstSignIn(plan)
      .filter((line) => line !== '')
      .join('\n'),
  }
  terminal.out(`${JSON.stringify(result, undefined, 2)}\n`)
}

/** An application, and what sign-in is set up with. */
interface Work {
  readonly project: Project
  readonly framework: Framework
  readonly provider: ProviderEntry
  /** Commands before the one that starts the application. */
  readonly first?: readonly string[]
}

/** Sets up sign-in in the folder of an application, and prints what was done and what comes next. */
export async function setUp(
  { project, framework, provider, first }: Work,
  terminal: Terminal,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
  how: { readonly dryRun?: boolean; readonly json?: boolean } = {},
): Promise<void> {
  const { dryRun = false, json = false } = how
  const plan = await planInit(project, framework, provider, env)
  const changes = plan.changes.filter(isEffective)
  if (dryRun) await checkChanges(cwd(), changes)
  const closed = dryRun ? [] : await writeChanges(cwd(), changes)
  const done = { ...plan, changes, closed, ...(first && { first }) }
  if (json) writeJson(done, terminal, dryRun)
  else printResult(done, terminal, dryRun)
}

async function init(
  options: InitArguments,
  terminal: Terminal,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<number> {
  const provider = requireBareProvider(options.value('provider') ?? 'github')
  const project = await readProject(cwd(), env)
  const framework = requireFramework(project, options)
  const how = { dryRun: options.has('dry-run'), json: options.has('json') }
  await setUp({ project, framework, provider }, terminal, { env, cwd }, how)
  return 0
}

/** `latchstring init` */
export const initCommand: Command = {
  summary: 'Set up sign-in in this project',
  wrongCall: 2,
  async run(argv, terminal, environment) {
    const options = parseOptions(argv, OPTIONS)
    if (!options.has('help')) return init(options, terminal, environment)
    terminal.out(HELP)
    return 0
  },
}
