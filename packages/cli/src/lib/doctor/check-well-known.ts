import { detectFramework } from '../framework.ts'
import { readProject } from '../project.ts'
import { findWellKnownRoute, WELL_KNOWN_PAGE } from '../well-known.ts'
import type { Application } from './application.ts'
import { type Finding, broken } from './finding.ts'
import type { Module } from './module.ts'
import { child, children, nameText, walk } from './syntax.ts'
import { memberValue } from './value.ts'

/** The names of the documents that a module describes. A provider has text in a member of that name. */
const documentsIn = ({ program }: Module): readonly string[] =>
  [...walk(program)].flatMap((node) => {
    if (node.type !== 'Property' || nameText(child(node, 'key')) !== 'wellKnown') return []
    const documents = child(node, 'value')
    if (documents?.type !== 'ObjectExpression') return []
    return children(documents, 'properties').flatMap((one) => nameText(child(one, 'key')) ?? [])
  })

/** Whether the configuration has features, as far as its text says. */
function mayHaveFeatures({ configured }: Application): boolean {
  const { options } = configured ?? {}
  if (options?.kind !== 'object' || options.open) return configured !== undefined
  return memberValue(options, 'features') !== undefined
}

/** Features with public documents, in a framework where these need a route of their own. */
export async function checkWellKnown(application: Application): Promise<readonly Finding[]> {
  const { folder, modules } = application
  const names = [...new Set([...modules.values()].flatMap(documentsIn))]
  if (names.length === 0 || !mayHaveFeatures(application)) return []
  const project = await readProject(folder, {})
  const framework = detectFramework(project)
  if (framework === undefined) return []
  const end = project.typescript ? 'ts' : 'js'
  const route = await findWellKnownRoute({ folder, framework: framework.id, end })
  if (route === undefined) return []
  const verb = route.edit === undefined ? 'Write' : 'Add to'
  const paths = names.map((name) => `/.well-known/${name}`).join(', ')
  return [
    broken({
      id: 'well-known-route-missing',
      what: `No route of ${framework.name} answers ${paths}, and a feature has a document there.`,
      why: 'The route of the actions is below the base path, and these addresses are not: who looks for the document gets the 404 page.',
      fix: `Run npx @latchstring/cli add well-known. Or ${verb.toLowerCase()} ${route.path}: ${route.text.trim().replaceAll(/\n+/g, '; ')}`,
      docs: WELL_KNOWN_PAGE,
      file: route.path,
    }),
  ]
}
