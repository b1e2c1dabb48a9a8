/**
 * In the place of `cache.ts` while modules are mutated: what modules keep is thrown away before each test. The modules stay
 * loaded from one mutant to the next, so that otherwise a test would be given what was made before its mutant was switched on.
 */
import * as cache from '../../packages/core/src/lib/kit/cache.ts'

export { contentKey, Named } from '../../packages/core/src/lib/kit/cache.ts'

/** What the runner of the tests says (`hot-tests.mjs`). @typedef {{ loading: boolean, tests: number }} Progress */

const progress = /** @type {Progress} */ (Reflect.get(globalThis, '__progress__'))

/**
 * What is made while modules load is made again for each test; what a test makes for itself stays.
 *
 * @template T
 * @param {() => T} make
 * @returns {() => T}
 */
function renew(make) {
  let made = make()
  if (!progress.loading) return () => made
  let { tests } = progress
  return () => {
    if (tests !== progress.tests) {
      made = make()
      tests = progress.tests
    }
    return made
  }
}

/** @type {typeof cache.createCache} */
export function createCache(bounds) {
  const kept = renew(() => cache.createCache(bounds))
  return {
    get size() {
      return kept().size
    },
    entries: () => kept().entries(),
    find: (key) => kept().find(key),
    keep: (key, value) => kept().keep(key, value),
    get: (key, make) => kept().get(key, make),
  }
}

/** @type {typeof cache.createSightings} */
export function createSightings(places) {
  const wasSeen = renew(() => cache.createSightings(places))
  return (text) => wasSeen()(text)
}

/** @type {typeof cache.memoize} */
export function memoize(make) {
  const memoized = renew(() => cache.memoize(make))
  return (object) => memoized()(object)
}

/**
 * @template {object} T
 * @param {Parameters<typeof cache.createNames>[0]} bounds
 * @returns {ReturnType<typeof cache.createNames<T>>}
 */
export function createNames(bounds) {
  /** @type {() => ReturnType<typeof cache.createNames<T>>} */
  const name = renew(() => cache.createNames(bounds))
  return (content) => name()(content)
}
