import { resolve } from 'node:path'
import { addFeatures, findFeature } from './add-feature.ts'
import { addWellKnown, WELL_KNOWN } from './add-well-known.ts'
import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { addProvider } from './config-source.ts'
import { readText, setVariables } from './env-file.ts'
import {
  type FileChange,
  checkChanges,
  closedLines,
  isEffective,
  renderDiffs,
  writeChanges,
} from './file-changes.ts'
import { type Framework, chooseFramework } from './framework.ts'
import { keepOutOfGit } from './git-ignore.ts'
import type { FeaturePackage } from './feature-packages.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { type Project, readProject } from './project.ts'
import { type ProviderEntry, requireProvider } from './provider-catalogue.ts'
import { type Addresses, callbackUrls, readAddresses, registrationLines } from './registration.ts'
import { type VariablesFile, readVariablesFile } from './secrets.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'

const OPTIONS = {
  file: {
    value: 'FILE',
    help: 'the configuration. Default: auth.ts, src/auth.ts or what else the framework has',
  },
  framework: { value: 'NAME', help: 'the framework, where package.json does not name it' },
  'dry-run': { help: 'show what would be written, and change nothing' },
  json: { help: 'print JSON' },
  ...COMMON_OPTIONS,
}

const HELP = `Add providers: an import and an entry of \`providers\` in the configuration, and their variables, empty, in the file of variables.
Then it says where to register the application, and with which callback URLs. A configuration that it does not understand is left
alone, and what to write is printed.

With passwords, factors or leaving it adds that feature: an import, a constant that is exported, and an entry of \`features\`. Then it
says what to install, and which tables and options the feature needs.

With well-known it writes the route of /.well-known, for features with documents there, in Next.js, Astro and React Router.

Usage: latchstring add PROVIDER… [options]
       latchstring add passwords|factors|leaving… [options]
       latchstring add well-known [options]

Options:
${optionLines(OPTIONS)}

Exit codes:
  0  done, or the provider is there already
  1  an error, or something that has to be written by hand; nothing was changed
  2  a wrong call

Examples:
  latchstring add google
  latchstring add github microsoft-entra-id --dry-run
  latchstring add passwords factors
`

/** Where a configuration may be. */
const PLACES = ['', 'src/', 'lib/', 'src/lib/', 'server/', 'src/server/', 'app/'].flatMap(
  (folder) =>
    ['auth', 'auth.server', 'latchstring'].flatMap((name) =>
      ['ts', 'mts', 'tsx', 'js', 'mjs', 'jsx'].map((end) => `${folder}${name}.${end}`),
    ),
)

interface Source {
  readonly path: string
  readonly text: string
}

/** @throws Error where there is none */
async function findConfiguration({ folder }: Project, given?: string): Promise<Source> {
  for (const path of given === undefined ? PLACES : [given]) {
    const text = await readText(resolve(folder, path))
    if (text !== undefined && (given !== undefined || text.includes('@latchstring/'))) {
      return { path, text }
    }
  }
  if (given !== undefined) throw new UsageError(`--file: there is no ${given}.`)
  throw new Error(
    'There is no configuration of Latchstring here. Run "latchstring init" first, or name the file with --file.',
  )
}

/** What is to be written where a configuration is not understood. */
function writtenByHand(path: string, provider: ProviderEntry, framework: Framework): string {
  const { factory, module, name, example } = provider
  if (example !== undefined) {
    const own = example.replaceAll('@latchstring/core/providers', framework.providers)
    return `${name} takes options that no variable sets. Write into ${path}, and adapt:\n\n${own}`
  }
  return `${path} is not understood, and was left alone. Add to it:\n\nimport ${factory} from '${framework.providers}/${module}'\n\nproviders: [${factory}],`
}

interface Configured {
  readonly text: string
  readonly basePath?: string
  readonly added: readonly string[]
}

/** @throws Error with what to write where it has to be done by hand */
function configure(
  { path, text }: Source,
  providers: readonly ProviderEntry[],
  framework: Framework,
): Configured {
  let done: Configured = { text, added: [] }
  for (const provider of providers) {
    const { factory, module, id, example } = provider
    const entry = { factory, module, from: framework.providers }
    const result = addProvider(done.text, path, entry)
    const present = result.kind === 'present'
    if (result.kind === 'unclear' || (example !== undefined && !present)) {
      throw new Error(writtenByHand(path, provider, framework))
    }
    done = {
      text: result.kind === 'added' ? result.text : done.text,
      added: present ? done.added : [...done.added, id],
      ...(result.basePath !== undefined && { basePath: result.basePath }),
    }
  }
  return done
}

async function planVariables(
  { folder, file: path, text: before, values }: VariablesFile,
  providers: readonly ProviderEntry[],
): Promise<readonly FileChange[]> {
  const names = providers.flatMap(({ variables }) => variables).filter((name) => !values.has(name))
  const wanted = Object.fromEntries(names.map((name) => [name, '']))
  const after = setVariables(before ?? '', wanted)
  const change = { path, before, after, secret: true as const }
  if (after === (before ?? '')) return []
  const ignore = await keepOutOfGit(folder, path)
  return ignore === undefined ? [change] : [ignore, change]
}

interface Outcome {
  readonly framework: Framework
  readonly providers: readonly ProviderEntry[]
  readonly added: readonly string[]
  readonly changes: readonly FileChange[]
  readonly addresses: Addresses
  readonly dryRun: boolean
  /** Files that only the owner may read from now on. */
  readonly closed: readonly string[]
}

function printResult(outcome: Outcome, terminal: Terminal): void {
  const { framework, providers, added, changes, addresses, dryRun, closed } = outcome
  if (dryRun) terminal.out(renderDiffs(changes, terminal.paint))
  else {
    for (const { path, before } of changes) {
      const verb = before === undefined ? 'created' : 'changed'
      terminal.out(`  ${terminal.paint('green', verb.padEnd(9))}${path}\n`)
    }
  }
  terminal.out(closedLines(closed))
  for (const { id } of providers.filter((provider) => !added.includes(provider.id))) {
    terminal.out(
      `  ${terminal.paint('dim', 'kept'.padEnd(9))}${id} is in the configuration already\n`,
    )
  }
  for (const provider of providers) {
    const [first = '', ...more] = registrationLines(provider, framework, addresses)
    terminal.out(
      `\n${terminal.paint('bold', first)}\n${more.map((line) => `  ${line}\n`).join('')}`,
    )
  }
}

function writeJson(outcome: Outcome, terminal: Terminal): void {
  const { framework, providers, added, changes, addresses, dryRun } = outcome
  const result = {
    framework: framework.id,
    dryRun,
    added,
    created: changes.filter(({ before }) => before === undefined).map(({ path }) => path),
    changed: changes.filter(({ before }) => before !== undefined).map(({ path }) => path),
    providers: providers.map((provider) => ({
      id: provider.id,
      console: provider.console,
      variables: provider.variables,
      callbackUrls: callbackUrls(provider, framework, addresses),
    })),
  }
  terminal.out(`${JSON.stringify(result, undefined, 2)}\n`)
}

/** What is to be added: providers, features or the route, and one kind of these alone. */
interface Named {
  readonly isRoute: boolean
  readonly features: readonly FeaturePackage[]
  readonly providers: readonly ProviderEntry[]
}

/** @throws UsageError for what does not go together, or is not known */
function readNames(rest: readonly string[]): Named {
  if (rest.length === 0) {
    throw new UsageError('Name a provider, such as github. "latchstring providers" lists them.')
  }
  const isRoute = rest.includes(WELL_KNOWN)
  if (isRoute && rest.length > 1) {
    throw new UsageError('Add well-known by itself, and providers by another call.')
  }
  const features = [...new Set(rest.flatMap((name) => findFeature(name) ?? []))]
  const isFeatures = features.length > 0
  if (isFeatures && rest.some((name) => findFeature(name) === undefined)) {
    throw new UsageError('Add features by themselves, and providers by another call.')
  }
  const named = (isRoute || isFeatures ? [] : rest)
    .map(requireProvider)
    .map((entry) => [entry.id, entry] as const)
  return { isRoute, features, providers: [...new Map(named).values()] }
}

async function add(
  options: Arguments<keyof typeof OPTIONS>,
  terminal: Terminal,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<number> {
  const { isRoute, features, providers } = readNames(options.rest)
  const project = await readProject(cwd(), env)
  const framework = chooseFramework(project, options.value('framework'))
  if (framework === undefined) {
    throw new UsageError('package.json names no framework that is known. Pass --framework NAME.')
  }
  const dryRun = options.has('dry-run')
  const json = options.has('json')
  if (isRoute) return addWellKnown(project, framework, { dryRun, json }, terminal)
  const source = await findConfiguration(project, options.value('file'))
  if (features.length > 0)
    return addFeatures(features, source, { project, framework, dryRun, json }, terminal)
  const { text, basePath, added } = configure(source, providers, framework)
  const place = await readVariablesFile(cwd(), env, undefined, framework)
  const changes = [
    { path: source.path, before: source.text, after: text },
    ...(await planVariables(place, providers)),
  ].filter(isEffective)
  if (dryRun) await checkChanges(cwd(), changes)
  const closed = dryRun ? [] : await writeChanges(cwd(), changes)
  const addresses = await readAddresses(place, basePath)
  const outcome = { framework, providers, added, changes, addresses, dryRun, closed }
  if (json) writeJson(outcome, terminal)
  else printResult(outcome, terminal)
  return 0
}

/** `latchstring add` */
export const addCommand: Command = {
  summary: 'Add a provider or a feature, and show what it needs',
  wrongCall: 2,
  async run(argv, terminal, environment) {
    const options = parseOptions(argv, OPTIONS, Number.POSITIVE_INFINITY)
    if (!options.has('help')) return add(options, terminal, environment)
    terminal.out(HELP)
    return 0
  },
}
