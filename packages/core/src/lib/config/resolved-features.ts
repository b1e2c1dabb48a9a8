import type { FeatureGate } from '../types/feature-gate.ts'
import type { AnyFeature } from '../types/feature.ts'

/** A gate, and the feature that it belongs to. */
export interface ResolvedGate {
  readonly feature: AnyFeature
  readonly phase: FeatureGate['phase']
  readonly gate: FeatureGate
}

/** The features of a configuration, checked. */
export interface ResolvedFeatures {
  /** In the order of their names: that of the configuration decides nothing. */
  readonly byName: ReadonlyMap<string, AnyFeature>
  /** In the order of the names of their features. */
  readonly gates: readonly ResolvedGate[]
  /** Whether one of them has addresses proven by mail. */
  readonly proves: boolean
}
