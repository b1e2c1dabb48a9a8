import type { FeatureGate } from '../types/feature-gate.ts'
import type { FeaturePrincipal } from '../types/feature-principal.ts'
import type { FeatureWellKnown } from '../types/feature-well-known.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { FeaturePoints } from '../types/feature-points.ts'
import type { RecordTable } from '../types/records.ts'

/** A gate, and the feature that it belongs to. */
export interface ResolvedGate {
  readonly feature: AnyFeature
  readonly phase: FeatureGate['phase']
  readonly gate: FeatureGate
}

/** Reads the credentials with a prefix, and the feature that it belongs to. */
export interface ResolvedPrincipal {
  readonly feature: AnyFeature
  readonly principal: FeaturePrincipal
}

/** A well-known address, and the feature that it belongs to. */
export interface ResolvedWellKnown {
  readonly feature: AnyFeature
  readonly document: FeatureWellKnown
}

/** A feature that has a point, and what it does there. */
export interface ResolvedPoint<Name extends keyof FeaturePoints> {
  readonly feature: AnyFeature
  readonly load: NonNullable<FeaturePoints[Name]>['load']
}

/** The points of all features, in the order of their names. */
export interface ResolvedPoints {
  /** Of one feature at most. */
  readonly tokens: ResolvedPoint<'tokens'> | undefined
  readonly ending: readonly ResolvedPoint<'ending'>[]
  readonly deleting: readonly ResolvedPoint<'deleting'>[]
}

/** A table whose rows go with their user. */
export type OwnedTable = RecordTable & { readonly owner: string }

/** The features of a configuration, checked. */
export interface ResolvedFeatures {
  /** In the order of their names: that of the configuration decides nothing. */
  readonly byName: ReadonlyMap<string, AnyFeature>
  /** In the order of the names of their features. */
  readonly gates: readonly ResolvedGate[]
  /** No prefix is the beginning of another. */
  readonly principals: readonly ResolvedPrincipal[]
  /** By what follows `/.well-known/` in its path. */
  readonly wellKnown: ReadonlyMap<string, ResolvedWellKnown>
  /** Whether one of them has addresses proven by mail. */
  readonly proves: boolean
  /** Whether one of them lets administrators act for users. */
  readonly acting: boolean
  readonly points: ResolvedPoints
  /** The tables of all features whose rows belong to users. */
  readonly owned: readonly OwnedTable[]
  /** Those of them whose rows end with the sessions of their owner. */
  readonly endsWithSessions: readonly OwnedTable[]
}
