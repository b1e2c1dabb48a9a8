import { testFeature, type TestFeatureOptions } from '@latchstring/feature-conformance'
import * as vitest from 'vitest'
import type { AnyOptions } from '../../packages/feature-conformance/src/lib/options.ts'
import { firstId } from '../../packages/feature-conformance/test/mistakes.ts'
import {
  notes,
  type NotesOperations,
  notesFeature,
  type NotesSystem,
} from '../flows/src/notes-feature.ts'
import { quizFeature, type QuizSystem } from '../flows/src/quiz-feature.ts'
import { mirror } from './src/mirrored.ts'
import { type OpenStore, OTHERS, SQLITE } from './src/stores.ts'

const { afterAll, beforeAll, describe } = vitest

const NAMES = ['PostgreSQL', 'Redis', 'Prisma over PostgreSQL', 'DynamoDB (dynalite)']

const QUIZ: TestFeatureOptions<object, QuizSystem> = {
  feature: quizFeature,
  prepare: ({ system, canary }, { id }) => system.ask(id, canary),
  runner: vitest,
}

const NOTES: TestFeatureOptions<NotesOperations, NotesSystem> = {
  feature: notesFeature,
  inputs: { remove: ({ rows }) => ({ id: firstId(rows(notes)) }) },
  runner: vitest,
}

describe.each([SQLITE, ...OTHERS.filter(({ name }) => NAMES.includes(name))])(
  'Over $name:',
  ({ open }) => {
    let store: OpenStore
    beforeAll(async () => {
      store = await open()
    })
    afterAll(async () => store.close())

    const over: AnyOptions['over'] = (tables, inMemory) => mirror(tables, inMemory, store)
    testFeature(Object.assign({ over }, QUIZ))
    testFeature(Object.assign({ over }, NOTES))
  },
)
