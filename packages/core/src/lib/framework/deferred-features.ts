import type { FrameworkAuth } from '../types/framework.ts'
import type { AnyFeature, Offered } from '../types/feature.ts'
import type { FeatureForSystem } from '../types/feature-calls.ts'
import type { Awaitable } from '../types/utility.ts'

/** The operations of a feature by name, of what is found when one is called. */
function deferred<Outer>(
  names: AnyFeature['operations'],
  find: () => Awaitable<Offered<Outer>>,
): Offered<Outer> {
  const bound = Object.keys(names ?? {}).map((name) => [
    name,
    async (...given: readonly unknown[]): Promise<unknown> => {
      // What is found has an operation for each of these names.
      const found = (await find()) as Readonly<Record<string, (...all: unknown[]) => unknown>>
      return found[name]?.(...given)
    },
  ])
  // The type of the feature says what its operations take and give.
  return Object.freeze(Object.fromEntries(bound)) as Offered<Outer>
}

/**
 * Creates `feature` for frameworks that find the request only while an operation is called.
 *
 * @param find - gives the operations of a feature for the user of the current request
 *
 * @example
 * ```ts
 * import { deferFeature, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { FeatureForUser } from '@latchstring/core/features'
 * import type { Session } from '@latchstring/core/types'
 *
 * export const toFeature =
 *   (auth: FrameworkAuth<Session>, findHeaders: () => Promise<Headers>): FeatureForUser =>
 *   (value) =>
 *     deferFeature(value, async () => auth.feature(value, { headers: await findHeaders() }))
 * ```
 */
export function deferFeature<Operations>(
  { operations }: AnyFeature,
  find: () => Awaitable<Offered<Operations>>,
): Offered<Operations> {
  return deferred(operations, find)
}

/**
 * Creates `system` for an application. The instance is found when an operation is called: an application may ask for the operations while
 * it is set up, when there are no variables yet.
 *
 * @param find - finds the instance
 *
 * @example
 * ```ts
 * import { deferFrameworkAuth, deferSystem } from '@latchstring/core/framework'
 *
 * const findAuth = deferFrameworkAuth({ providers: [] }, {})
 * export const system = deferSystem(findAuth)
 * ```
 */
export function deferSystem(
  find: () => Awaitable<Pick<FrameworkAuth<never>, 'system'>>,
): FeatureForSystem {
  return (value) => deferred(value.system, async () => (await find()).system(value))
}
