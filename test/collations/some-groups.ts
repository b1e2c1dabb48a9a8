import type { TestRunner } from '@latchstring/adapter-conformance'

/** What a collation can have to do with. The other groups do not depend on it, and are run over other tables. */
const GROUPS: ReadonlySet<string> = new Set([
  'declarations',
  'users and accounts',
  'ids',
  'letter case',
  'look-alikes',
  'sessions',
])

/**
 * A runner that runs the groups of the suite that depend on how texts are compared.
 *
 * @param runner - the one that runs them
 */
export function onlyComparing(runner: TestRunner): TestRunner {
  let depth = 0
  return {
    ...runner,
    describe(name, define) {
      if (depth > 0 && !GROUPS.has(name)) return undefined
      return runner.describe(name, () => {
        depth += 1
        define()
        depth -= 1
      })
    },
  }
}
