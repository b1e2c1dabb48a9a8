import type { RecordTable, RecordValues } from '@latchstring/core/adapters'
import type { AnyFeature, Feature, ReadRecords, Row } from '@latchstring/core/features'
import { notes, notesFeature } from '../../../test/flows/src/notes-feature.ts'
import { quizAnswers, quizFeature } from '../../../test/flows/src/quiz-feature.ts'
import type { GivenInputs, TestFeatureOptions } from '../src/index.ts'
import { clubFeature, type ClubSystem } from './club-feature.ts'

/** Options of the suite without the runner. */
export type SuiteOptions = Omit<TestFeatureOptions<object, object>, 'runner'>

/** A faulty feature. */
export interface Mistake {
  readonly what: string
  /**
   * Who sees it: the library when the configuration is resolved (`start`), the library when the feature runs (`run`), or the suite alone. What
   * the types refuse is one of the first two as well, and marked `@ts-expect-error`.
   */
  readonly by: 'start' | 'run' | 'suite'
  readonly options: SuiteOptions
  /** Part of the name of the test that finds it. */
  readonly found: string
  /** What the test says. */
  readonly says: RegExp
}

type Actions = NonNullable<AnyFeature['actions']>

// What is wrong about a feature is in its description or its functions; its operations are those of the sound one.
const asFeature = (feature: AnyFeature): Feature => feature

/** The id of the first row, or one that no row has. */
export function firstId([row]: readonly RecordValues[]): string {
  const id = row?.['id']
  return typeof id === 'string' ? id : 'none'
}

/** Options for a faulty variant of the notes. */
export function faultyNotes(
  vary: (sound: ReturnType<typeof notesFeature>) => object,
  more: Partial<SuiteOptions> = {},
): SuiteOptions {
  return {
    feature() {
      const sound = notesFeature()
      return asFeature({ ...sound, ...vary(sound) })
    },
    ...more,
    inputs: {
      remove: ({ rows }): GivenInputs => ({ id: firstId(rows(notes)) }),
      ...more.inputs,
    },
  }
}

/** Options for a faulty variant of the quiz. */
export function faultyQuiz(vary: (sound: ReturnType<typeof quizFeature>) => object): SuiteOptions {
  const options: Omit<
    TestFeatureOptions<object, { ask(id: string, answer: string): Promise<void> }>,
    'runner'
  > = {
    feature() {
      const sound = quizFeature()
      return { ...sound, ...vary(sound) }
    },
    prepare: ({ system, canary }, { id }) => system.ask(id, canary),
  }
  // The operations are not looked at.
  return options as unknown as SuiteOptions
}

/** The notes with other actions beside theirs, or in their place. */
export const withActions = (actions: Actions, more: Partial<SuiteOptions> = {}): SuiteOptions =>
  faultyNotes((sound) => ({ actions: { ...sound.actions, ...actions } }), more)

/** The notes with another table beside theirs. */
export const withTable = (
  table: RecordTable,
  actions: Actions,
  more: Partial<SuiteOptions> = {},
): SuiteOptions =>
  faultyNotes(
    (sound) => ({ tables: [notes, table], actions: { ...sound.actions, ...actions } }),
    more,
  )

/** The quiz with other actions in place of its own. */
export const withSteps = (actions: Actions): SuiteOptions =>
  faultyQuiz((sound) => ({ actions: { ...sound.actions, ...actions } }))

/** The club with another gate. */
export const withClub = (ask: Parameters<typeof clubFeature>[0]): SuiteOptions => {
  const options: Omit<TestFeatureOptions<object, ClubSystem>, 'runner'> = {
    feature: () => clubFeature(ask),
    stop: ({ system, canary }, { id }) => system.expel(id, canary),
  }
  // The operations are not looked at.
  return options as unknown as SuiteOptions
}

/** The quiz with another gate. */
export const withGate = (
  ask: Awaited<ReturnType<NonNullable<AnyFeature['gate']>['load']>>['ask'],
): SuiteOptions => faultyQuiz(() => ({ gate: { phase: 'assure', load: async () => ({ ask }) } }))

/** A mistake that the library cannot see. */
export const suite = (
  what: string,
  options: Mistake['options'],
  found: string,
  says: RegExp,
): Mistake => ({
  what,
  by: 'suite',
  options,
  found,
  says,
})

/** The notes of a user. */
export const ownNotes = async (
  records: ReadRecords,
  id: string | undefined,
): Promise<readonly Row<typeof notes>[]> => (await records.find(notes, 'userId', id ?? '')).rows

export { notes, quizAnswers }
