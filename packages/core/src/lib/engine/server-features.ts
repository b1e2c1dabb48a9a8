import type { Core } from './auth.ts'
import { lazy } from '../kit/lazy.ts'
import type { AnyFeature, Offered } from '../types/feature.ts'
import type { RequestSource } from '../types/operations.ts'

const loadOperations = lazy(() => import('./feature-operations.ts'))

/**
 * The operations of a feature by name, each of which is loaded when it is called.
 *
 * @param find - the request, where there is one
 */
export function bindFeature<Outer>(
  core: Core,
  feature: AnyFeature,
  part: 'operations' | 'system',
  find: () => RequestSource | undefined,
): Offered<Outer> {
  const bound = Object.keys(feature[part] ?? {}).map((name) => [
    name,
    async (...given: readonly unknown[]) =>
      (await loadOperations()).callOperation(core, { feature, part, name, given, source: find() }),
  ])
  // The type of the feature says what its operations take and give.
  return Object.freeze(Object.fromEntries(bound)) as Offered<Outer>
}
