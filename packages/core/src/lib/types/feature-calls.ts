import type { Feature, Offered } from './feature.ts'

/**
 * Gives the operations of a feature for the user of a request.
 *
 * @typeParam Given - what the framework is given of the request after the feature; nothing where it finds the request itself
 * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
 * @throws SessionRequired from an operation, where the request has no session
 *
 * @example
 * ```ts
 * import type { Feature, FeatureForUser } from '@latchstring/core/features'
 *
 * interface Notes {
 *   count(): Promise<number>
 * }
 *
 * export const countNotes = (feature: FeatureForUser, notes: Feature<Notes>): Promise<number> =>
 *   feature(notes).count()
 * ```
 */
export type FeatureForUser<Given extends readonly unknown[] = []> = <Operations, System>(
  value: Feature<Operations, System>,
  ...given: Given
) => Offered<Operations>

/**
 * Gives the operations of a feature that name users. Never call one with what a stranger sent.
 *
 * @typeParam Given - what the framework is given after the feature
 * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
 *
 * @example
 * ```ts
 * import type { Feature, FeatureForSystem } from '@latchstring/core/features'
 *
 * interface NotesOfUsers {
 *   countOf(userId: string): Promise<number>
 * }
 *
 * export const countNotes = (
 *   system: FeatureForSystem,
 *   notes: Feature<object, NotesOfUsers>,
 *   userId: string,
 * ): Promise<number> => system(notes).countOf(userId)
 * ```
 */
export type FeatureForSystem<Given extends readonly unknown[] = []> = <Operations, System>(
  value: Feature<Operations, System>,
  ...given: Given
) => Offered<System>
