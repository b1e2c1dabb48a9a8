import { type Arguments, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { withAddresses } from './documentation.ts'
import { FRAMEWORKS, type Framework, chooseFramework } from './framework.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { type InitPlan, planInit } from './init-plan.ts'
import {
  type Asked,
  type MadeChanges,
  type Steps,
  listChanges,
  makeChanges,
  printChanges,
  printJson,
  printSteps,
} from './made-changes.ts'
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

/** What was done, and what comes first of all. */
interface Done {
  readonly plan: InitPlan
  readonly made: MadeChanges
  readonly first: readonly string[]
}

function printResult({ plan, made, first }: Done, terminal: Terminal): void {
  const { layout, kept } = plan
  const { project, framework } = layout
  const language = project.typescript ? 'TypeScript' : 'JavaScript'
  terminal.out(`${framework.name}, ${language}, ${project.packageManager}\n\n`)
  printChanges(made, kept, terminal)
  if (made.changes.length === 0) terminal.out('Nothing to change: everything is there.\n')
  printSteps(made.dryRun ? 'Afterwards:' : 'Next:', stepsBefore(plan), terminal)
  const [heading = '', ...lines] = firstSignIn(plan, first)
  terminal.out(`\n${terminal.paint('bold', heading)}\n${lines.join('\n')}\n`)
  printSteps(`Then, for accounts of ${layout.provider.name}:`, stepsAfter(plan), terminal)
}

function writeJson({ plan, made }: Done, terminal: Terminal): void {
  const { layout, kept, byHand } = plan
  const { project, framework, provider } = layout
  const result = {
    framework: framework.id,
    packageManager: project.packageManager,
    typescript: project.typescript,
    provider: provider.id,
    ...listChanges(made),
    kept,
    byHand: byHand.map(({ file, what, text }) => ({ file, what, text })),
    next: [...stepsBefore(plan), ...stepsAfter(plan)].map((step) => step.join('\n')),
    firstSignIn: firstSignIn(plan)
      .filter((line) => line !== '')
      .join('\n'),
  }
  printJson(result, terminal)
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
  { project, framework, provider, first = [] }: Work,
  terminal: Terminal,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
  { dryRun, json }: Asked = { dryRun: false, json: false },
): Promise<void> {
  const plan = await planInit(project, framework, provider, env)
  const made = await makeChanges(cwd(), plan.changes, dryRun)
  const done = { plan: { ...plan, changes: made.changes }, made, first }
  if (json) writeJson(done, terminal)
  else printResult(done, terminal)
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
