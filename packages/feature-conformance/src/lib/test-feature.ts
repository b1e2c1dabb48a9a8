import { answerCases } from './cases/answers.ts'
import type { Case, Subject } from './cases/case.ts'
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
import type { Act } from './world/acts.ts'
import type { Strategy } from './world/instance.ts'

const STRATEGIES: readonly Strategy[] = ['database', 'jwt']

/** The options with what prepares a user for an action. */
function optionsFor(options: AnyOptions, { word }: Act): AnyOptions {
  const { prepareFor = {} } = options
  const prepare = Object.hasOwn(prepareFor, word) ? prepareFor[word] : undefined
  return prepare ? { ...options, prepare } : options
}

const isReached = ({ options: { unreached = [] } }: Subject, { word }: Act): boolean =>
  !unreached.includes(word)

/** The tests of one action, but those with a proof by mail. */
function actionCases(subject: Subject, one: Act): readonly Case[] {
  const guards = guardCases(subject, one, subject.options.feature().gate !== undefined)
  if (takesProof(one) || !isReached(subject, one)) return guards
  return [
    ...guards,
    ...answerCases(subject, one),
    ...pageCases(subject, one),
    ...faultCases(subject, one),
  ]
}

function casesFor(options: AnyOptions, strategy: Strategy): readonly Case[] {
  const { actions = {}, gate, provider, account, principal, wellKnown = {} } = options.feature()
  const subject = { options, strategy }
  const acts = Object.entries(actions).map(([word, action]) => ({ word, action }))
  return [
    ...acts.flatMap((one) => actionCases({ options: optionsFor(options, one), strategy }, one)),
    ...proofCases(subject),
    ...accountCases(subject, account !== undefined),
    ...peopleCases(
      subject,
      acts.filter((one) => !takesProof(one) && isReached(subject, one)),
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
