import { notesSignIn } from '../../config/session.ts'
import type { BesideFeatures } from '../../config/resolved-config.ts'
import { InvalidConfiguration } from '../../errors/classes.ts'
import { describeKind } from '../../errors/own-function.ts'
import { canEndSessions } from '../../sessions/endings/can-end.ts'
import type { AnyFeature } from '../../types/feature.ts'
import type { FeaturePoints } from '../../types/feature-points.ts'
import { waitingSignIns } from '../../records/waiting-sign-ins.ts'
import type { RecordTable } from '../../types/records.ts'
import { checkFeature } from './check-feature.ts'
import { joinPrincipals, joinWellKnown } from './check-credentials.ts'
import { requireMail } from './check-proofs.ts'
import { NEEDS } from './check-points.ts'

export { resolveForms } from './resolve-forms.ts'
import type {
  OwnedTable,
  ResolvedFeatures,
  ResolvedPoint,
  ResolvedPoints,
} from '../../config/resolved-features.ts'

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
export function resolveFeatures(
  lists: readonly unknown[],
  config: BesideFeatures,
): ResolvedFeatures {
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
  for (const feature of features) {
    requireOthers(feature, features, config)
    requireNeeds(feature, config)
  }
  return Object.freeze({
    byName: new Map(features.map((feature) => [feature.name, feature])),
    gates: features.flatMap((feature) =>
      feature.gate ? [{ feature, phase: feature.gate.phase, gate: feature.gate }] : [],
    ),
    principals: joinPrincipals(features),
    wellKnown: joinWellKnown(features),
    proves: features.some(({ proofs }) => proofs !== undefined),
    acting: features.some(beginsActing),
    points: resolvePoints(features),
    owned: tables.filter(isOwned),
    endsWithSessions: features.flatMap((feature) => feature.endsWithSessions ?? []).filter(isOwned),
  })
}

const isOwned = (table: RecordTable): table is OwnedTable => table.owner !== undefined

function pointsOf<Name extends keyof FeaturePoints>(
  features: readonly AnyFeature[],
  name: Name,
): readonly ResolvedPoint<Name>[] {
  return features.flatMap((feature) => {
    const load = feature.points?.[name]?.load
    return load ? [{ feature, load }] : []
  })
}

/** @throws InvalidConfiguration where two features keep tokens: either would have some of them */
function resolvePoints(features: readonly AnyFeature[]): ResolvedPoints {
  const [tokens, another] = pointsOf(features, 'tokens')
  if (tokens && another) {
    throw new InvalidConfiguration(
      `The features "${tokens.feature.name}" and "${another.feature.name}" both have the point \`tokens\`, which one may have. Leave one of them out.`,
    )
  }
  return Object.freeze({
    tokens,
    ending: pointsOf(features, 'ending'),
    deleting: pointsOf(features, 'deleting'),
  })
}

/** How the configuration gets what a feature needs. */
function describeNeed(need: string, { session }: BesideFeatures): string {
  if (need === 'endings') {
    return session.strategy === 'jwt'
      ? 'a way to end the sessions of a user. Set `session.revocation`, with an `adapter` that has the capability `revocationFeed`, or the strategy `database`'
      : 'a way to end the sessions of a user. Set an `adapter` that has `deleteSessionsByUserId`'
  }
  if (need === 'mail') return 'an email provider. Add one to `providers`, with an `adapter`'
  if (need === 'records') return 'a store with records. Set an `adapter` that has `records`'
  return `the feature "${need}". Name it in \`features\` as well`
}

/** @throws InvalidConfiguration that says what the configuration lacks, and how it gets it */
function requireOthers(
  { name, needs = [] }: AnyFeature,
  features: readonly AnyFeature[],
  config: BesideFeatures,
): void {
  const isThere = (need: string): boolean => {
    if (!NEEDS.has(need)) return features.some((other) => other.name === need)
    if (need === 'endings') return canEndSessions(config)
    return need === 'mail' ? config.sendsMail : config.adapter?.records !== undefined
  }
  const missing = needs.find((need) => !isThere(need))
  if (missing === undefined) return
  throw new InvalidConfiguration(`The feature "${name}" needs ${describeNeed(missing, config)}.`)
}

const beginsActing = ({ actions = {} }: AnyFeature): boolean =>
  Object.values(actions).some((action) => action.kind === 'change' && action.begins === 'acting')

const isFresh = ({ actions = {} }: AnyFeature): boolean =>
  Object.values(actions).some(({ session }) => session === 'fresh')

/** Where a store has no place for a table. */
function requirePlace({ name }: AnyFeature, table: RecordTable, { adapter }: BesideFeatures): void {
  if (adapter?.records?.keeps(table) === true) return
  throw new InvalidConfiguration(
    adapter?.records
      ? `The feature "${name}" keeps rows in "${table.name}", and the store has no place for them. Name them in \`records\` of the adapter, as in \`[...recordTables, table]\`, and call its \`migrate()\`; with Prisma or Drizzle, add its model.`
      : `The feature "${name}" keeps rows in a store. Set an \`adapter\` that has \`records\`.`,
  )
}

/** @throws InvalidConfiguration where users are looked up, and nothing has them */
function requireUsers(feature: AnyFeature, config: BesideFeatures): void {
  if (beginsActing(feature) && !config.adapter?.getUser) {
    throw new InvalidConfiguration(
      `The feature "${feature.name}" lets administrators act for users, which it needs a store of. Set an \`adapter\` that has \`getUser\`.`,
    )
  }
  if (feature.provider && !config.adapter?.getUser) {
    throw new InvalidConfiguration(
      `The feature "${feature.name}" signs in users, which it needs a store of. Set an \`adapter\` that has \`getUser\`.`,
    )
  }
}

/** @throws InvalidConfiguration that says what the configuration lacks, and how it gets it */
function requireNeeds(feature: AnyFeature, config: BesideFeatures): void {
  const waits = Object.values(feature.actions ?? {}).some(({ session }) => session === 'pending')
  const tables = [...(feature.tables ?? []), ...(waits ? [waitingSignIns] : [])]
  for (const table of tables) requirePlace(feature, table, config)
  requireMail(feature, config)
  requireUsers(feature, config)
  if (isFresh(feature) && !notesSignIn(config.session)) {
    throw new InvalidConfiguration(
      `The feature "${feature.name}" needs the time of the sign-in, which tokens of \`session.generateSessionToken\` do not have. Set \`session.devices\` or \`session.absoluteMaxAge\`, or leave \`generateSessionToken\` out.`,
    )
  }
}
