import type { Adapter } from '@latchstring/core/adapters'
import { groupsFor } from './groups.ts'
import { asFull, type Group, type Subject, type TestAdapterOptions } from './options.ts'
import { createRecorder, type Recorder } from './report.ts'

/** Creates the adapter with the first test. */
function createSubject<T extends Adapter>(
  options: TestAdapterOptions<T>,
  recorder: Recorder,
): { readonly subject: () => Promise<Subject>; readonly destroy: () => Promise<void> } {
  const { create, destroy, capabilities, datePrecision = 1, ids = 'text' } = options
  const { userFields, countRows, report } = options
  let created: Promise<T> | undefined
  // Rounded down to the precision of the store.
  const kept = (time: Date): Date =>
    new Date(Math.floor(time.getTime() / datePrecision) * datePrecision)
  return {
    async subject() {
      created ??= (async () => create())()
      const adapter = await created
      return {
        adapter: asFull(adapter),
        capabilities,
        kept,
        at(offset) {
          const time = Date.now() + offset
          // Not a whole second, so that a store that drops milliseconds fails.
          return kept(new Date(time % 1000 === 0 ? time + 1 : time))
        },
        ids,
        userFields,
        countRows: countRows && (async () => countRows(adapter)),
        countQueries: report?.countQueries,
        queriesPerSessionCheck: report?.queriesPerSessionCheck ?? 1,
        recorder,
      }
    },
    async destroy() {
      if (created !== undefined) await destroy?.(await created)
    },
  }
}

async function hand<T extends Adapter>(
  { report, name, capabilities }: TestAdapterOptions<T>,
  recorder: Recorder,
): Promise<void> {
  if (report === undefined) return
  const { adapter = name, store, version, write } = report
  await write({
    adapter,
    store,
    version: await version(),
    capabilities: recorder.results(capabilities),
    ...recorder.figures(),
  })
}

/** Combines groups of the same name. */
function byName(groups: readonly Group[]): ReadonlyMap<string, readonly Group[]> {
  const named = new Map<string, readonly Group[]>()
  for (const group of groups) named.set(group.name, [...(named.get(group.name) ?? []), group])
  return named
}

/**
 * Defines the tests for a storage adapter with a test runner.
 *
 * @param options - the adapter, its capabilities, and the runner
 *
 * @example
 * ```ts
 * import * as runner from 'node:test'
 * import { testAdapter } from '@latchstring/adapter-conformance'
 * import { openSqlAdapter } from '@latchstring/adapter-sql'
 *
 * testAdapter({
 *   name: 'SQLite in memory',
 *   async create() {
 *     const adapter = openSqlAdapter(':memory:')
 *     await adapter.migrate()
 *     return adapter
 *   },
 *   destroy: (adapter) => adapter.close(),
 *   capabilities: {
 *     sessions: true,
 *     verificationTokens: true,
 *     webauthn: true,
 *     atomicConsume: true,
 *     transactions: true,
 *     uniqueConstraints: true,
 *     compareAndSet: true,
 *   },
 *   runner,
 * })
 * ```
 */
export function testAdapter<T extends Adapter>(options: TestAdapterOptions<T>): void {
  const { name, runner } = options
  const recorder = createRecorder()
  const { subject, destroy } = createSubject(options, recorder)

  let defined = 0
  const define = ({ name: heading, topic, cases }: Group): void => {
    for (const { name: test, run } of cases) {
      defined += 1
      runner.it(test, async () => {
        try {
          await run(await subject())
        } catch (error) {
          recorder.note(topic, `${heading} ${test}`, false)
          throw error
        }
        recorder.note(topic, `${heading} ${test}`, true)
      })
    }
  }

  runner.describe(name, () => {
    const after = runner.afterAll ?? runner.after
    after?.(async () => {
      try {
        if (recorder.noted() === defined) await hand(options, recorder)
      } finally {
        await destroy()
      }
    })
    for (const [heading, groups] of byName(groupsFor(options))) {
      runner.describe(heading, () => {
        for (const group of groups) define(group)
      })
    }
  })
}
