import { addMembers, configObject, lacks, migrateEdits } from './options.ts'
import { type Edit, type Node, NotUnderstood, type Source, findProperty, inner } from './tree.ts'

/** What a configuration gets. */
export interface Additions {
  readonly until: string
  /** Members that every configuration gets beside `migrate`. */
  readonly members: readonly string[]
  /** Pages were guarded by `withAuth`: the callback that says who may see them. */
  readonly authorized: string | undefined
}

function guardEdits(source: Source, argument: Node, authorized: string): readonly Edit[] {
  const object = configObject(source, argument)
  const callbacks = object && findProperty(object, 'callbacks')
  if (object === undefined) {
    throw new NotUnderstood(argument.start, 'It does not show what the configuration is.')
  }
  if (callbacks === undefined) return addMembers(source, object, [`callbacks: { ${authorized} }`])
  const inside = configObject(source, inner(callbacks, 'value'))
  if (inside !== undefined && lacks(inside, 'authorized')) {
    return addMembers(source, inside, [authorized])
  }
  throw new NotUnderstood(callbacks.start, 'It does not show which callbacks there are.')
}

/** What a configuration gets: the sessions that there are, and who may see pages that were guarded. */
export function optionEdits(
  source: Source,
  argument: Node,
  { until, authorized, members }: Additions,
): readonly Edit[] {
  const own = migrateEdits(source, argument, { until, members, elsewhere: () => true })
  if (authorized === undefined) return own
  const more = guardEdits(source, argument, authorized)
  const [first] = more
  const same = own.find(({ start }) => start === first?.start)
  if (same === undefined || first === undefined) return [...own, ...more]
  // In one place: one edit with both.
  const rest = own.filter((edit) => edit !== same)
  return [...rest, { ...same, text: same.text + first.text }, ...more.slice(1)]
}
