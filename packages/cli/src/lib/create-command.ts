import { spawn } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { basename, relative, resolve } from 'node:path'
import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { TEMPLATES, type Template } from './create/templates.ts'
import { writeChanges } from './file-changes.ts'
import { FRAMEWORKS, type Framework } from './framework.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { FOR_DEVELOPMENT, setUp } from './init-command.ts'
import type { PackageManager } from './project.ts'
import { readProject } from './project.ts'
import { requireBareProvider } from './provider-catalogue.ts'
import { suggest } from './suggest.ts'
import type { Terminal } from './terminal.ts'
import { readVersion } from './version.ts'

const OPTIONS = {
  with: { value: 'NAME', help: 'the framework' },
  provider: {
    value: 'ID',
    help: 'the first provider, of "latchstring providers". Default: github',
  },
  'no-install': { help: 'writes the files, and installs nothing' },
  ...COMMON_OPTIONS,
}

type CreateArguments = Arguments<keyof typeof OPTIONS>

const NAMES = Object.keys(TEMPLATES)

const HELP = `Makes a new application in which people can sign in: a folder, a small application of a framework, its packages, and what
"latchstring init" writes. "npm create latchstring" is the same. In a terminal it asks for what is not given; with an option it never asks.

Usage: latchstring create FOLDER [options]
       npm create latchstring FOLDER -- [options]

Options:
${optionLines(OPTIONS)}

Frameworks:
  ${NAMES.join(', ')}

Exit codes:
  0  done
  1  an error; a folder that has files is not changed
  2  a wrong call

Examples:
  latchstring create my-app --with express
  npm create latchstring my-app -- --with next --provider google
`

/** The folder and the framework of a new application. */
interface Wanted {
  readonly folder: string
  readonly framework: Framework
}

function requireKind(name: string): Framework {
  const found = NAMES.includes(name) ? FRAMEWORKS.find(({ id }) => id === name) : undefined
  if (found !== undefined) return found
  throw new UsageError(`--with: ${JSON.stringify(name)} is not known.${suggest(name, NAMES)}`)
}

/** Asks for what is not given, at a terminal and where no option is given; otherwise all of it has to be. */
async function readWanted(options: CreateArguments, terminal: Terminal): Promise<Wanted> {
  const [given] = options.rest
  const named = options.value('with')
  const asks =
    terminal.interactive &&
    !(['with', 'provider', 'no-install'] as const).some((one) => options.has(one))
  const folder = given ?? (asks ? await terminal.ask('Folder of the application [my-app]: ') : '')
  if (folder === '' && !asks) {
    throw new UsageError('Name the folder of the application, such as my-app.')
  }
  const name = named ?? (asks ? await terminal.ask(`Framework (${NAMES.join(', ')}) [next]: `) : '')
  if (name === '' && !asks) {
    throw new UsageError(`Name the framework: --with NAME, one of ${NAMES.join(', ')}.`)
  }
  return { folder: folder || 'my-app', framework: requireKind(name || 'next') }
}

/** @throws Error where the folder has files, but for those of git */
async function requireRoom(folder: string, shown: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new Error(`${shown} is not a folder that can be used. Name another one.`, {
      cause: error,
    })
  })
  if (names.every((name) => name === '.git')) return
  throw new Error(
    `${shown} has files. Nothing was changed: name another folder, or run "latchstring init" in an application that is there.`,
  )
}

/** The package.json of a new application. */
function renderManifest(folder: string, framework: Framework, template: Template): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '')
  const version = `^${readVersion()}`
  const ours = (names: readonly string[]): readonly (readonly [string, string])[] =>
    names.map((one) => [one, version])
  const sorted = (entries: readonly (readonly [string, string])[]): object =>
    Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  const { dependencies, devDependencies = {}, scripts, overrides } = template
  const manifest = {
    name: name === '' ? 'my-app' : name,
    private: true,
    type: 'module',
    ...(scripts && { scripts }),
    dependencies: sorted([...Object.entries(dependencies), ...ours(framework.packages)]),
    devDependencies: sorted([...Object.entries(devDependencies), ...ours(FOR_DEVELOPMENT)]),
    ...(overrides && { overrides }),
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

/** Runs the package manager, whose output goes to the terminal. */
function install(manager: PackageManager, folder: string): Promise<boolean> {
  const quiet = manager === 'npm' ? ['--no-audit', '--no-fund', '--loglevel=error'] : []
  const child = spawn(manager, ['install', ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Package managers are scripts there.
    shell: process.platform === 'win32',
  })
  return new Promise((done) => {
    child.once('error', () => done(false))
    child.once('exit', (code) => done(code === 0))
  })
}

/** The command that enters the new folder, for the shells of every system. */
const enter = (path: string): readonly string[] =>
  path === '' ? [] : [`cd ${/^[\w./\\-]+$/.test(path) ? path : `"${path}"`}`]

async function create(
  options: CreateArguments,
  terminal: Terminal,
  { env, cwd }: Parameters<Command['run']>[2],
): Promise<number> {
  const provider = requireBareProvider(options.value('provider') ?? 'github')
  const { folder: shown, framework } = await readWanted(options, terminal)
  const folder = resolve(cwd(), shown)
  await requireRoom(folder, shown)
  const template = TEMPLATES[framework.id]
  if (template === undefined) throw new Error(`There is no application of ${framework.name}.`)
  await mkdir(folder, { recursive: true })
  const files = [
    { path: 'package.json', text: renderManifest(folder, framework, template) },
    ...(template.files ?? []),
  ]
  await writeChanges(
    folder,
    files.map(({ path, text }) => ({ path, before: undefined, after: text })),
  )
  terminal.out(`${terminal.paint('bold', `${framework.name} in ${shown}`)}\n\n`)
  const { packageManager } = await readProject(folder, env)
  const installs = !options.has('no-install')
  if (installs) terminal.out(`Installing with ${packageManager} …\n\n`)
  const installed = installs && (await install(packageManager, folder))
  if (installs && !installed) {
    terminal.err(`${packageManager} could not install the packages; why is above.\n\n`)
  }
  const first = [
    ...enter(relative(cwd(), folder)),
    ...(installed ? [] : [`${packageManager} install`]),
  ]
  const work = { project: await readProject(folder, env), framework, provider, first }
  await setUp(work, terminal, { env, cwd: () => folder })
  return installs && !installed ? 1 : 0
}

/** `latchstring create` */
export const createCommand: Command = {
  summary: 'makes a new application in which people can sign in',
  wrongCall: 2,
  async run(argv, terminal, environment) {
    const options = parseOptions<keyof typeof OPTIONS>(argv, OPTIONS, 1)
    if (!options.has('help')) return create(options, terminal, environment)
    terminal.out(HELP)
    return 0
  },
}
