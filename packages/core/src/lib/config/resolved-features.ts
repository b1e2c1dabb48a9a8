import type { FeatureGate } from '../types/feature-gate.ts'
import type { FeaturePrincipal } from '../types/feature-principal.ts'
import type { FeatureWellKnown } from '../types/feature-well-known.ts'
import type { AnyFeature } from '../types/feature.ts'

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
}
