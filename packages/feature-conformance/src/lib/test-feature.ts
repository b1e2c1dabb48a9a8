import { answerCases } from './cases/answers.ts'
import type { Case } from './cases/case.ts'
import { credentialCases } from './cases/credentials.ts'
import { descriptionCases } from './cases/description.ts'
import { faultCases } from './cases/faults.ts'
import { gateCases } from './cases/gates.ts'
import { guardCases } from './cases/guards.ts'
import { instanceCases } from './cases/instances.ts'
import { accountCases, pageCases } from './cases/pages.ts'
import { peopleCases } from './cases/people.ts'
import { providerCases } from './cases/provider.ts'
import { wellKnownCases } from './cases/well-known.ts'
import { proofCases, takesProof } from './cases/proofs.ts'
import { secretCases } from './cases/secrets.ts'
import type { AnyOptions, TestFeatureOptions } from './options.ts'
import type { Strategy } from './world/instance.ts'

const STRATEGIES: readonly Strategy[] = ['database', 'jwt']

function casesFor(options: AnyOptions, strategy: Strategy): readonly Case[] {
  const { actions = {}, gate, provider, account, principal, wellKnown = {} } = options.feature()
  const subject = { options, strategy }
  const acts = Object.entries(actions).map(([word, action]) => ({ word, action }))
  const isReached = ({ word }: { readonly word: string }): boolean =>
    options.unreached?.includes(word) !== true
  return [
    ...acts.flatMap((one) => [
      ...guardCases(subject, one, gate !== undefined),
      ...(takesProof(one) || !isReached(one)
        ? []
        : [...answerCases(subject, one), ...pageCases(subject, one), ...faultCases(subject, one)]),
    ]),
    ...proofCases(subject),
    ...accountCases(subject, account !== undefined),
    ...peopleCases(
      subject,
      acts.filter((one) => !takesProof(one) && isReached(one)),
    ),
    ...secretCases(subject),
    ...instanceCases(subject),
    ...(gate ? gateCases(subject) : []),
    ...(provider ? providerCases(subject) : []),
    ...(principal ? credentialCases(subject) : []),
    ...Object.keys(wellKnown).flatMap((name) => wellKnownCases(subject, name)),
  ]
}

/**
 * Defines the tests for a feature with a test runner. They are made from its description, and run in memory.
 *
 * @param options - the feature, inputs that its actions accept, and the runner
 *
 * @example
 * ```ts
 * import * as runner from 'node:test'
 * import { testFeature } from '@latchstring/feature-conformance'
 * import type { Feature } from '@latchstring/core/features'
 *
 * const hello = (): Feature => ({
 *   name: 'hello',
 *   texts: { title: 'Hello' },
 *   actions: {
 *     page: {
 *       kind: 'page',
 *       load: async () => ({ run: ({ text }) => ({ page: { title: text('title'), blocks: [] } }) }),
 *     },
 *   },
 * })
 *
 * testFeature({ feature: hello, runner })
 * ```
 */
export function testFeature<Operations, System>(
  options: TestFeatureOptions<Operations, System>,
): void {
  const { runner } = options
  // What takes the operations is given those of the same feature.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const subject = options as unknown as AnyOptions
  const define = (cases: readonly Case[]): void => {
    for (const { name, run } of cases) runner.it(name, run)
  }
  runner.describe(options.name ?? `the feature ${options.feature().name}`, () => {
    runner.describe('description', () => define(descriptionCases(subject)))
    for (const strategy of STRATEGIES) {
      runner.describe(`sessions: ${strategy}`, () => define(casesFor(subject, strategy)))
    }
  })
}
