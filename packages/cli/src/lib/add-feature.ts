import { addFeature, importsEmail } from './config-features.ts'
import { withAddresses } from './documentation.ts'
import {
  type FileChange,
  checkChanges,
  closedLines,
  isEffective,
  renderDiffs,
  writeChanges,
} from './file-changes.ts'
import { FEATURE_PACKAGES, type FeaturePackage } from './feature-packages.ts'
import type { Framework } from './framework.ts'
import { installCommand, latchstringCommand } from './package-manager.ts'
import type { Project } from './project.ts'
import { readProviderEntries } from './provider-catalogue.ts'
import type { Terminal } from './terminal.ts'

/** The package with a feature of this name. */
export const findFeature = (name: string): FeaturePackage | undefined =>
  FEATURE_PACKAGES.find(({ id }) => id === name.toLowerCase())

interface Source {
  readonly path: string
  readonly text: string
}

interface Asked {
  readonly dryRun: boolean
  readonly json: boolean
}

/** What is to be written where a configuration is not understood. */
function writtenByHand(
  path: string,
  { package: name, factory, variables }: FeaturePackage,
): string {
  const [variable = factory] = variables
  return `${path} is not understood, and was left alone. Add to it:\n\nimport { ${factory} } from '${name}'\n\nexport const ${variable} = ${factory}()\n\nfeatures: [${variable}],`
}

/** What the application does not have yet, in the order in which it is done. */
type Steps = readonly (readonly string[])[]

function recordsStep(features: readonly FeaturePackage[], project: Project): readonly string[] {
  const tables = features.flatMap((one) => one.tables).join(', ')
  const imports = features.map((one) => `import { ${one.tables.join(', ')} } from '${one.package}'`)
  const parts = ['all', ...features.map(({ id }) => id)].join(',')
  const command = latchstringCommand(
    project,
    `migrate --apply --session-control --records ${parts} --url …`,
  )
  return [
    'Its tables: name them where the adapter is made, such as openSqlAdapter(…)',
    "import { recordTables } from '@latchstring/core/adapters'",
    ...imports,
    `sessionControl: true, records: [...recordTables, ${tables}]`,
    `Then make them, by \`await adapter.migrate()\` once, or: ${command}`,
    `Without a database yet: ${withAddresses('docs/storage-sql.md')}`,
  ]
}

function mailStep(
  features: readonly FeaturePackage[],
  { path, text }: Source,
  emails: ReadonlySet<string>,
  project: Project,
): Steps {
  if (!features.some(({ mail }) => mail) || importsEmail(text, path, emails)) return []
  return [
    [
      `A provider that sends mail: ${latchstringCommand(project, 'add nodemailer')}`,
      'In development each mail is in the mailbox of `latchstring dev`, and no mail server is needed.',
    ],
  ]
}

function listSteps(
  features: readonly FeaturePackage[],
  source: Source,
  emails: ReadonlySet<string>,
  project: Project,
): Steps {
  const { dependencies, packageManager } = project
  const wanted = features.flatMap((one) => [one.package, '@latchstring/core'])
  const missing = [...new Set(wanted)].filter((name) => !dependencies.has(name))
  return [
    ...(missing.length === 0 ? [] : [[`Install: ${installCommand(packageManager, missing)}`]]),
    recordsStep(features, project),
    ...mailStep(features, source, emails, project),
    [
      "Sessions that can be ended: session: { strategy: 'database' }, or session: { revocation: true }",
    ],
    ...features.flatMap(({ also }) => (also === undefined ? [] : [[`The option ${also}`]])),
  ]
}

interface Outcome {
  readonly features: readonly FeaturePackage[]
  readonly added: readonly string[]
  readonly changes: readonly FileChange[]
  readonly steps: Steps
  readonly base: string
  readonly closed: readonly string[]
}

function printResult(
  { features, added, changes, steps, base, closed }: Outcome,
  { dryRun }: Asked,
  terminal: Terminal,
): void {
  if (dryRun) terminal.out(renderDiffs(changes, terminal.paint))
  else
    for (const { path } of changes)
      terminal.out(`  ${terminal.paint('green', 'changed  ')}${path}\n`)
  terminal.out(closedLines(closed))
  for (const { id } of features.filter((one) => !added.includes(one.id)))
    terminal.out(`  ${terminal.paint('dim', 'kept     ')}${id} is in the configuration already\n`)
  terminal.out(`\n${terminal.paint('bold', dryRun ? 'Afterwards:' : 'Next:')}\n`)
  for (const [index, [first = '', ...more]] of steps.entries()) {
    terminal.out(`${index + 1}. ${first}\n${more.map((line) => `   ${line}\n`).join('')}`)
  }
  for (const { path, docs } of features) {
    terminal.out(`\nOpen ${base}${path}. The guide: ${withAddresses(docs)}\n`)
  }
}

/** @throws Error with what to write where it has to be done by hand */
function configure(
  features: readonly FeaturePackage[],
  source: Source,
  usual: string,
): { readonly text: string; readonly base: string; readonly added: readonly string[] } {
  let { text } = source
  let base = usual
  const added: string[] = []
  for (const feature of features) {
    const result = addFeature(text, source.path, feature)
    if (result.kind === 'unclear') throw new Error(writtenByHand(source.path, feature))
    base = result.basePath ?? base
    if (result.kind === 'present') continue
    text = result.text
    added.push(feature.id)
  }
  return { text, base, added }
}

/**
 * Adds features of packages to a configuration, and says what else they need.
 *
 * @returns the exit code
 * @throws Error with what to write where it has to be done by hand
 */
export async function addFeatures(
  features: readonly FeaturePackage[],
  source: Source,
  {
    project,
    framework,
    ...asked
  }: Asked & { readonly project: Project; readonly framework: Framework },
  terminal: Terminal,
): Promise<number> {
  const { text, base, added } = configure(features, source, framework.basePath)
  const changes = [{ path: source.path, before: source.text, after: text }].filter(isEffective)
  if (asked.dryRun) await checkChanges(project.folder, changes)
  const closed = asked.dryRun ? [] : await writeChanges(project.folder, changes)
  const emails = new Set(
    readProviderEntries().flatMap(({ type, module }) => (type === 'email' ? [module] : [])),
  )
  const steps = listSteps(features, source, emails, project)
  if (asked.json) {
    const result = {
      framework: framework.id,
      dryRun: asked.dryRun,
      added,
      created: [],
      changed: changes.map(({ path }) => path),
      providers: [],
      features: features.map(({ id, package: name }) => ({ id, package: name })),
      next: steps.map((step) => step.join('\n')),
    }
    terminal.out(`${JSON.stringify(result, undefined, 2)}\n`)
    return 0
  }
  printResult({ features, added, changes, steps, base, closed }, asked, terminal)
  return 0
}
