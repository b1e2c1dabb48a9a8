import { type Arguments, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { isEffective, renderDiffs, writeChanges } from './file-changes.ts'
import { FRAMEWORKS, type Framework, chooseFramework } from './framework.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { type InitPlan, planInit } from './init-plan.ts'
import {
  executeCommand,
  installCommand,
  installForDevelopment,
  startCommand,
} from './package-manager.ts'
import { type Project, readProject } from './project.ts'
import { requireBareProvider } from './provider-catalogue.ts'
import { registrationLines, signInPage } from './registration.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'

const OPTIONS = {
  provider: {
    value: 'ID',
    help: 'the first provider, of "latchstring providers". Default: github',
  },
  framework: { value: 'NAME', help: 'the framework, where package.json does not printResult it' },
  'dry-run': { help: 'shows what would be written, and changes nothing' },
  json: { help: 'writes JSON to the standard output' },
  ...COMMON_OPTIONS,
}

const HELP = `Sets up sign-in in the application of this folder: the configuration, what the framework needs to serve it, a secret,
variables for a provider, and a page that says who is signed in. A file that exists is never changed, but for variables,
.gitignore and the list of modules of Nuxt, to which lines are added; what has to be added elsewhere is printed. To run it
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

/** The package of the emulators. */
const TESTING = '@latchstring/testing'

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

/** What to do next, in order; a line that is indented belongs to the one above. */
function nextSteps(plan: InitPlan): readonly (readonly string[])[] {
  const { layout, byHand, missing, configured, addresses } = plan
  const { project, framework, provider } = layout
  return [
    ...(missing.length === 0
      ? []
      : [
          [
            `Install: ${installCommand(project.packageManager, missing)}`,
            'They are not on npm yet: the README of Latchstring says how to pack and install them.',
          ],
        ]),
    ...byHand.map(({ file, what, text }) => [`${file}: ${what}`, ...text.trimEnd().split('\n')]),
    ...(configured ? [registrationLines(provider, framework, addresses)] : []),
    [
      `Start: ${startCommand(project, framework).replace('FILE', findServer(plan))}`,
      `and open ${signInPage(framework, addresses)}. The guide: ${framework.page}`,
    ],
  ]
}

/** The one command that comes next: a sign-in before anything is registered. */
function firstSignIn({ layout, missing, byHand, welcome, addresses }: InitPlan): readonly string[] {
  const { framework, project } = layout
  const { dependencies, packageManager } = project
  const tests = dependencies.has(TESTING) ? [] : [installForDevelopment(packageManager, [TESTING])]
  const before = [
    ...(missing.length > 0 || byHand.length > 0 ? ['after the steps above'] : []),
    ...(tests.length > 0 ? [`with its emulators: ${tests.join('')}`] : []),
  ]
  return [
    `Sign in now, without an account anywhere${before.map((text) => `, ${text}`).join('')}:`,
    '',
    `  ${executeCommand(packageManager, 'latchstring dev')}`,
    '',
    `and open ${welcome ?? signInPage(framework, addresses)}`,
  ]
}

function printResult(plan: InitPlan, terminal: Terminal, dryRun: boolean): void {
  const { layout, changes, kept } = plan
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
  if (changes.length === 0) terminal.out('Nothing to change: everything is there.\n')
  terminal.out(`\n${terminal.paint('bold', dryRun ? 'Afterwards:' : 'Next:')}\n`)
  for (const [index, [first = '', ...more]] of nextSteps(plan).entries()) {
    terminal.out(
      `${index + 1}. ${first}\n${more.map((line) => `   ${line}`.trimEnd()).join('\n')}${more.length > 0 ? '\n' : ''}`,
    )
  }
  const [first = '', ...lines] = firstSignIn(plan)
  terminal.out(`\n${terminal.paint('bold', first)}\n${lines.join('\n')}\n`)
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
    next: nextSteps(plan).map((step) => step.join('\n')),
    firstSignIn: firstSignIn(plan)
      .filter((line) => line !== '')
      .join('\n'),
  }
  terminal.out(`${JSON.stringify(result, undefined, 2)}\n`)
}

async function init(
  options: InitArguments,
  terminal: Terminal,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<number> {
  const provider = requireBareProvider(options.value('provider') ?? 'github')
  const project = await readProject(cwd(), env)
  const framework = requireFramework(project, options)
  const plan = await planInit(project, framework, provider, env)
  const dryRun = options.has('dry-run')
  const changes = plan.changes.filter(isEffective)
  if (!dryRun) await writeChanges(cwd(), changes)
  const done = { ...plan, changes }
  if (options.has('json')) writeJson(done, terminal, dryRun)
  else printResult(done, terminal, dryRun)
  return 0
}

/** `latchstring init` */
export const initCommand: Command = {
  summary: 'sets up sign-in in the application of this folder',
  wrongCall: 2,
  async run(argv, terminal, environment) {
    const options = parseOptions(argv, OPTIONS)
    if (!options.has('help')) return init(options, terminal, environment)
    terminal.out(HELP)
    return 0
  },
}
