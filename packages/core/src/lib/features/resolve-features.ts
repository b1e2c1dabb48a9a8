import { ACTIONS, type Action } from '../actions/actions.ts'
import { notesSignIn } from '../config/session.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { InvalidConfiguration, UnknownAction, MethodNotAllowed } from '../errors/classes.ts'
import { describeKind } from '../errors/own-function.ts'
import { lazy } from '../kit/lazy.ts'
import type { Context } from '../request/context.ts'
import { CHANGE, READ, type Route } from '../request/route.ts'
import type { AnyFeature } from '../types/feature.ts'
import { waitingSignIns } from '../records/waiting-sign-ins.ts'
import type { RecordTable } from '../types/records.ts'
import { checkFeature } from './check-feature.ts'
import type { ResolvedFeatures } from './resolved-features.ts'

const loadRun = lazy(() => import('./run-action.ts'))

/** The route of an action of a feature, whose word is where other actions have the id of a provider. */
function routeOf(feature: AnyFeature, context: Context): Route {
  const { providerId: word = '', method } = context.request
  const { actions = {} } = feature
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined
  if (!action) throw new UnknownAction(`The feature "${feature.name}" has no action at this path.`)
  const wanted = action.kind === 'page' ? 'GET' : 'POST'
  if (method !== wanted) {
    const error = new MethodNotAllowed(
      `The action "${feature.name}/${word}" does not take ${method}.`,
    )
    error.allow = [wanted]
    throw error
  }
  return {
    ...(action.kind === 'change' ? CHANGE : READ),
    run: async (inner) => (await loadRun()).runAction(inner, { feature, word, action }),
  }
}

function rowOf(feature: AnyFeature): Action {
  const route = (context: Context): Route => routeOf(feature, context)
  return {
    provider: 'required',
    safe: true,
    failsAs: 'problem',
    target: 'given',
    GET: route,
    POST: route,
  }
}

const byName = (one: AnyFeature, other: AnyFeature): number => (one.name < other.name ? -1 : 1)

/** @throws InvalidConfiguration for what is no list, where no type has been checked */
function requireList(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given
  throw new InvalidConfiguration(`\`features\` is ${describeKind(given)}, and has to be a list.`)
}

/**
 * The features of a configuration, checked one by one and beside each other.
 *
 * @throws InvalidConfiguration that names the feature and what is wrong with it
 */
export function resolveFeatures(lists: readonly unknown[], config: Needed): ResolvedFeatures {
  const features = lists.flatMap(requireList).map(checkFeature).toSorted(byName)
  const twice = features.find(({ name }, index) => features[index - 1]?.name === name)
  if (twice) throw new InvalidConfiguration(`The feature "${twice.name}" is there twice.`)
  const tables = features.flatMap((feature) => feature.tables ?? [])
  const shared = tables.find(
    (one, index) => tables.findIndex(({ name }) => name === one.name) < index,
  )
  if (shared) {
    throw new InvalidConfiguration(`Two features have the table "${shared.name}".`)
  }
  const rows = features
    .filter(({ actions }) => actions !== undefined)
    .map((feature) => [feature.name, rowOf(feature)] as const)
  for (const feature of features) requireNeeds(feature, config)
  return Object.freeze({
    byName: new Map(features.map((feature) => [feature.name, feature])),
    gates: features.flatMap((feature) =>
      feature.gate ? [{ feature, phase: feature.gate.phase, gate: feature.gate }] : [],
    ),
    actions: Object.freeze({ ...ACTIONS, ...Object.fromEntries(rows) }),
  })
}

const isFresh = ({ actions = {} }: AnyFeature): boolean =>
  Object.values(actions).some(({ session }) => session === 'fresh')

/** Where a store has no place for a table. */
function requirePlace({ name }: AnyFeature, table: RecordTable, { adapter }: Needed): void {
  if (adapter?.records?.keeps(table) === true) return
  throw new InvalidConfiguration(
    adapter?.records
      ? `The feature "${name}" keeps rows in "${table.name}", and the store has no place for them. Name its tables in \`records\` of the adapter, and run \`latchstring migrate\`; with Prisma or Drizzle, add its model.`
      : `The feature "${name}" keeps rows in a store. Set an \`adapter\` that has \`records\`.`,
  )
}

type Needed = Pick<ResolvedConfig, 'adapter' | 'session'>

/** @throws InvalidConfiguration that says what the configuration lacks, and how it gets it */
function requireNeeds(feature: AnyFeature, config: Needed): void {
  const waits = Object.values(feature.actions ?? {}).some(({ session }) => session === 'pending')
  const tables = [...(feature.tables ?? []), ...(waits ? [waitingSignIns] : [])]
  for (const table of tables) requirePlace(feature, table, config)
  if (isFresh(feature) && !notesSignIn(config.session)) {
    throw new InvalidConfiguration(
      `The feature "${feature.name}" needs the time of the sign-in, which tokens of \`session.generateSessionToken\` do not have. Set \`session.devices\` or \`session.absoluteMaxAge\`, or leave \`generateSessionToken\` out.`,
    )
  }
}
