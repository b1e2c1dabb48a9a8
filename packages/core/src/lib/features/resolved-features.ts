import type { Action } from '../actions/actions.ts'
import type { AnyFeature } from '../types/feature.ts'

/** The features of a configuration, checked. */
export interface ResolvedFeatures {
  /** In the order of their names: that of the configuration decides nothing. */
  readonly byName: ReadonlyMap<string, AnyFeature>
  /** The actions of the library, and a row for each feature. */
  readonly actions: Readonly<Record<string, Action>>
}
