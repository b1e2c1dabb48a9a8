import { addProvider } from './config-source.ts'
import { setVariables } from './env-file.ts'
import type { FileChange } from './file-changes.ts'
import type { Framework } from './framework.ts'
import { keepOutOfGit } from './git-ignore.ts'
import { type Asked, listChanges, makeChanges, printChanges, printJson } from './made-changes.ts'
import type { ProviderEntry } from './provider-catalogue.ts'
import { callbackUrls, readAddresses, registrationLines } from './registration.ts'
import type { VariablesFile } from './secrets.ts'
import type { Terminal } from './terminal.ts'

/** The file of a configuration. */
export interface Source {
  readonly path: string
  readonly text: string
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

/** Where providers are added. */
export interface Place {
  readonly source: Source
  readonly framework: Framework
  /** The file of their variables. */
  readonly variables: VariablesFile
}

/**
 * Adds providers to a configuration and their variables to a file, and says where to register the application.
 *
 * @throws Error with what to write where it has to be done by hand
 */
export async function addProviders(
  providers: readonly ProviderEntry[],
  { source, framework, variables }: Place,
  { dryRun, json }: Asked,
  terminal: Terminal,
): Promise<void> {
  const { text, basePath, added } = configure(source, providers, framework)
  const planned = [
    { path: source.path, before: source.text, after: text },
    ...(await planVariables(variables, providers)),
  ]
  const made = await makeChanges(variables.folder, planned, dryRun)
  const addresses = await readAddresses(variables, basePath)
  if (json) {
    const listed = providers.map((provider) => ({
      id: provider.id,
      console: provider.console,
      variables: provider.variables,
      callbackUrls: callbackUrls(provider, framework, addresses),
    }))
    printJson({ framework: framework.id, added, ...listChanges(made), providers: listed }, terminal)
    return
  }
  const kept = providers.filter(({ id }) => !added.includes(id))
  printChanges(
    made,
    kept.map(({ id }) => `${id} is in the configuration already`),
    terminal,
  )
  for (const provider of providers) {
    const [first = '', ...more] = registrationLines(provider, framework, addresses)
    terminal.out(
      `\n${terminal.paint('bold', first)}\n${more.map((line) => `  ${line}\n`).join('')}`,
    )
  }
}
