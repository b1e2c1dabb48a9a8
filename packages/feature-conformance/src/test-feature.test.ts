import * as vitest from 'vitest'
import { notesFeature, notes } from '../../../test/flows/src/notes-feature.ts'
import { quizFeature } from '../../../test/flows/src/quiz-feature.ts'
import { testFeature } from './index.ts'

testFeature({
  feature: notesFeature,
  inputs: { remove: ({ rows }) => ({ id: String(rows(notes)[0]?.['id'] ?? 'none') }) },
  runner: vitest,
})

testFeature({
  feature: quizFeature,
  prepare: ({ system, canary }, { id }) => system.ask(id, canary),
  runner: vitest,
})
