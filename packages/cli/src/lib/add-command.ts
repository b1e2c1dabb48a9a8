import { resolve } from 'node:path'
import { addFeatures, findFeature } from './add-feature.ts'
import { type Source, addProviders } from './add-provider.ts'
import { addWellKnown, WELL_KNOWN } from './add-well-known.ts'
import { type Arguments, UsageError, parseOptions } from './arguments.ts'
import type { Command } from './command.ts'
import { readText } from './env-file.ts'
import { chooseFramework } from './framework.ts'
import type { FeaturePackage } from './feature-packages.ts'
import { COMMON_OPTIONS, optionLines } from './help.ts'
import { type Project, readProject } from './project.ts'
import { type ProviderEntry, requireProvider } from './provider-catalogue.ts'
import { readVariablesFile } from './secrets.ts'
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
): Promise<void> {
  const { isRoute, features, providers } = readNames(options.rest)
  const project = await readProject(cwd(), env)
  const framework = chooseFramework(project, options.value('framework'))
  if (framework === undefined) {
    throw new UsageError('package.json names no framework that is known. Pass --framework NAME.')
  }
  const asked = { dryRun: options.has('dry-run'), json: options.has('json') }
  if (isRoute) return addWellKnown(project, framework, asked, terminal)
  const source = await findConfiguration(project, options.value('file'))
  if (features.length > 0) {
    return addFeatures(features, { source, project, framework, env }, asked, terminal)
  }
  const variables = await readVariablesFile(cwd(), env, undefined, framework)
  return addProviders(providers, { source, framework, variables }, asked, terminal)
}

/** `latchstring add` */
export const addCommand: Command = {
  summary: 'Add a provider or a feature, and show what it needs',
  wrongCall: 2,
  async run(argv, terminal, environment) {
    const options = parseOptions(argv, OPTIONS, Number.POSITIVE_INFINITY)
    if (options.has('help')) terminal.out(HELP)
    else await add(options, terminal, environment)
    return 0
  },
}
