import {
  type Added,
  type Configuration,
  type Insertion,
  insert,
  insertElement,
  insertImportLine,
  readConfiguration,
} from './config-source.ts'
import type { FeaturePackage } from './feature-packages.ts'
import {
  type ModuleTree,
  type Node,
  findProperty,
  isNameUsed,
  nameIn,
  resolve,
  toNodes,
  unwrap,
} from './syntax.ts'

/** A configuration with a feature more. */
export type AddedFeature =
  | (Exclude<Added, { readonly kind: 'unclear' }> & {
      /** The constant that the feature is; nothing where it is made in the list. */
      readonly variable?: string
    })
  | { readonly kind: 'unclear' }

const UNCLEAR: AddedFeature = { kind: 'unclear' }

/**
 * The object that names the features: the configuration, or with a function that makes one the options beside it. `absent` where there are
 * no options, and nothing where they are no object.
 */
function findOwner({ tree, call, object, isMade }: Configuration): Node | 'absent' | undefined {
  if (!isMade) return object
  const [, second] = toNodes(call['arguments'])
  if (second === undefined) return 'absent'
  const options = resolve(tree, second)
  return options?.type === 'ObjectExpression' ? options : undefined
}

/** The list of features; `none` where there is no such option, and nothing where it is not a list. */
function findFeatures(configuration: Configuration): Node | 'none' | undefined {
  const { tree, object, isMade } = configuration
  // A function must not return them.
  if (isMade && findProperty(object, 'features') !== undefined) return undefined
  const owner = findOwner(configuration)
  if (owner === 'absent') return 'none'
  const written = owner && findProperty(owner, 'features')
  if (owner === undefined || written === undefined) {
    return owner === undefined || mayHaveMore(tree, owner) ? undefined : 'none'
  }
  const list = resolve(tree, written['value'])
  return list?.type === 'ArrayExpression' && !hasHoles(list) ? list : undefined
}

/** Whether what is spread into an object may have features: what is no object of the module may. */
function mayHaveMore(tree: ModuleTree, object: Node, seen: readonly number[] = []): boolean {
  const spreads = toNodes(object['properties']).filter(({ type }) => type === 'SpreadElement')
  return spreads.some(({ argument }) => {
    const spread = resolve(tree, argument)
    // An object may name itself.
    if (spread?.type !== 'ObjectExpression' || seen.includes(spread.start)) return true
    if (findProperty(spread, 'features') !== undefined) return true
    return mayHaveMore(tree, spread, [...seen, spread.start])
  })
}

const hasHoles = ({ elements }: Node): boolean =>
  !Array.isArray(elements) || elements.includes(null)

/** Whether an element is what a function makes, itself or by the name of a constant. */
const isMadeBy = (tree: ModuleTree, element: Node, factory: string): boolean => {
  const made = resolve(tree, element)
  return made?.type === 'CallExpression' && nameIn(made['callee']) === factory
}

/** The statement at the top of a module that a place is in. */
const statementAt = ({ body }: ModuleTree, at: number): Node | undefined =>
  body.find(({ start, end }) => start <= at && at < end)

/** Puts `features` in front of `providers`, in the way that is written; or among the options beside a function. */
function insertOption(configuration: Configuration, name: string): readonly Insertion[] {
  const { tree, call, object } = configuration
  const owner = findOwner(configuration)
  const [given] = toNodes(call['arguments'])
  if (owner === 'absent') {
    return given === undefined ? [] : [{ at: given.end, text: `, { features: [${name}] }` }]
  }
  if (owner !== undefined && owner !== object) {
    const more = toNodes(owner['properties']).length > 0 ? ',' : ' '
    return [{ at: owner.start + 1, text: ` features: [${name}]${more}` }]
  }
  const providers = findProperty(object, 'providers')
  if (providers === undefined) return []
  const { text } = tree
  const indent = /(?<=\n)[ \t]*$/.exec(text.slice(0, providers.start))?.[0]
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const after = indent === undefined ? ' ' : `${newline}${indent}`
  return [{ at: providers.start, text: `features: [${name}],${after}` }]
}

/** The constant, in front of the first statement that may use it. */
function insertConstant(
  configuration: Configuration,
  features: Node | undefined,
  line: string,
): readonly Insertion[] {
  const { tree, object, list } = configuration
  const owner = findOwner(configuration)
  const beside = [features, owner === 'absent' ? undefined : owner].flatMap((one) => one ?? [])
  const places = [configuration.call, object, list, ...beside]
  const starts = places.flatMap(({ start }) => statementAt(tree, start)?.start ?? [])
  const newline = tree.text.includes('\r\n') ? '\r\n' : '\n'
  const at = commentStart(tree.text, Math.min(...starts))
  const end = tree.text.slice(0, at).trimEnd().endsWith(';') ? ';' : ''
  return [{ at, text: `${line}${end}${newline}${newline}` }]
}

/** Comments right above a statement belong to it. */
function commentStart(text: string, at: number): number {
  const above =
    /(?:(?:^|\n)(?:[ \t]*\/\/[^\n]*\n|[ \t]*\/\*(?:(?!\*\/)[^])*\*\/[ \t]*\r?\n)+)$/.exec(
      text.slice(0, at),
    )
  if (above === null) return at
  return above.index + (above[0].startsWith('\n') ? 1 : 0)
}

/** Whether a changed text is a configuration with that feature. */
function holds(changed: string, path: string, variable: string, factory: string): boolean {
  const after = readConfiguration(changed, path)
  if (after === undefined) return false
  const features = findFeatures(after)
  if (features === undefined || features === 'none') return false
  return toNodes(features['elements']).some(
    (element) => nameIn(unwrap(element)) === variable && isMadeBy(after.tree, element, factory),
  )
}

interface Present {
  readonly variable?: string
}

function findPresent(
  { tree }: Configuration,
  features: Node | undefined,
  factory: string | undefined,
): Present | undefined {
  if (features === undefined || factory === undefined) return undefined
  const found = toNodes(features['elements']).find((element) => isMadeBy(tree, element, factory))
  if (found === undefined) return undefined
  const node = unwrap(found)
  const variable = node?.type === 'Identifier' ? nameIn(node) : undefined
  return variable === undefined ? {} : { variable }
}

/** The text with an import, a constant and an entry more; nothing where a name is used for something else. */
function write(
  configuration: Configuration,
  list: Node | undefined,
  { package: name, factory, variables }: FeaturePackage,
  imported: string | undefined,
): { readonly text: string; readonly variable: string } | undefined {
  const { tree } = configuration
  const variable = variables.find((one) => !isNameUsed(tree, one))
  if (variable === undefined) return undefined
  if (imported === undefined && isNameUsed(tree, factory)) return undefined
  const line = `export const ${variable} = ${imported ?? factory}()`
  const text = insert(tree.text, [
    ...(list === undefined
      ? insertOption(configuration, variable)
      : insertElement(tree, list, variable)),
    ...insertConstant(configuration, list, line),
    ...(imported === undefined ? insertImportLine(configuration, `{ ${factory} }`, name) : []),
  ])
  return { text, variable }
}

/**
 * Adds a feature to the text of a configuration: an import, a constant that is exported, and an entry of `features`.
 *
 * @param path - the name of the file
 * @returns `unclear` where the text is not understood, so that nothing should be changed
 */
export function addFeature(text: string, path: string, feature: FeaturePackage): AddedFeature {
  const before = readConfiguration(text, path)
  const features = before === undefined ? undefined : findFeatures(before)
  if (before === undefined || features === undefined) return UNCLEAR
  const { imports, basePath } = before
  const found = { ...(basePath !== undefined && { basePath }) }
  const list = features === 'none' ? undefined : features
  const imported = imports
    .find(({ source }) => source === feature.package)
    ?.names.get(feature.factory)
  const present = findPresent(before, list, imported)
  if (present !== undefined) return { kind: 'present', ...found, ...present }
  const written = write(before, list, feature, imported)
  if (written === undefined) return UNCLEAR
  const { variable } = written
  return holds(written.text, path, variable, imported ?? feature.factory)
    ? { kind: 'added', ...written, ...found }
    : UNCLEAR
}
