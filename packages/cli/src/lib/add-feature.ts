import type { Source } from './add-provider.ts'
import { addFeature } from './config-features.ts'
import { type Application, readApplication } from './doctor/application.ts'
import { withAddresses } from './documentation.ts'
import { FEATURE_PACKAGES, type FeaturePackage } from './feature-packages.ts'
import { listFeatureSteps } from './feature-steps.ts'
import type { Framework } from './framework.ts'
import {
  type Asked,
  listChanges,
  makeChanges,
  printChanges,
  printJson,
  printSteps,
} from './made-changes.ts'
import type { Project } from './project.ts'
import type { ProcessEnvironment, Terminal } from './terminal.ts'

/** The package with a feature of this name. */
export const findFeature = (name: string): FeaturePackage | undefined =>
  FEATURE_PACKAGES.find(({ id }) => id === name.toLowerCase())

/** What is to be written where a configuration is not understood. */
function writtenByHand(
  path: string,
  { package: name, factory, variables }: FeaturePackage,
): string {
  const [variable = factory] = variables
  return `${path} is not understood, and was left alone. Add to it:\n\nimport { ${factory} } from '${name}'\n\nexport const ${variable} = ${factory}()\n\nfeatures: [${variable}],`
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

/** Where features are added. */
export interface FeaturePlace {
  readonly source: Source
  readonly project: Project
  readonly framework: Framework
  readonly env: ProcessEnvironment['env']
}

/** The application as it is before the change. */
const readBefore = ({ source, project, env }: FeaturePlace): Promise<Application> =>
  readApplication({ folder: project.folder, env, mode: 'development', file: source.path })

/**
 * Adds features of packages to a configuration, and says what else they need.
 *
 * @throws Error with what to write where it has to be done by hand
 */
export async function addFeatures(
  features: readonly FeaturePackage[],
  place: FeaturePlace,
  { dryRun, json }: Asked,
  terminal: Terminal,
): Promise<void> {
  const { source, project, framework } = place
  const { text, base, added } = configure(features, source, framework.basePath)
  const steps = listFeatureSteps(features, await readBefore(place), project)
  const planned = [{ path: source.path, before: source.text, after: text }]
  const made = await makeChanges(project.folder, planned, dryRun)
  if (json) {
    const listed = features.map(({ id, package: name }) => ({ id, package: name }))
    const next = steps.map((step) => step.join('\n'))
    printJson(
      {
        framework: framework.id,
        added,
        ...listChanges(made),
        providers: [],
        features: listed,
        next,
      },
      terminal,
    )
    return
  }
  const kept = features.filter(({ id }) => !added.includes(id))
  printChanges(
    made,
    kept.map(({ id }) => `${id} is in the configuration already`),
    terminal,
  )
  printSteps(dryRun ? 'Afterwards:' : 'Next:', steps, terminal)
  for (const { path, docs } of features) {
    terminal.out(`\nOpen ${base}${path}. The guide: ${withAddresses(docs)}\n`)
  }
}
