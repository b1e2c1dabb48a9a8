import * as vitest from 'vitest'
import { notesFeature, notes } from '../../../test/flows/src/notes-feature.ts'
import { keysFeature } from '../../../test/flows/src/keys-feature.ts'
import { quizFeature } from '../../../test/flows/src/quiz-feature.ts'
import { clubFeature } from '../test/club-feature.ts'
import { lockOptions } from '../test/lock-mistakes.ts'
import { welcomeOptions } from '../test/welcome-mistakes.ts'
import { firstId } from '../test/mistakes.ts'
import { testFeature } from './index.ts'

testFeature({
  feature: notesFeature,
  inputs: { remove: ({ rows }) => ({ id: firstId(rows(notes)) }) },
  runner: vitest,
})

testFeature({
  feature: () => clubFeature(),
  stop: ({ system, canary }, { id }) => system.expel(id, canary),
  runner: vitest,
})

testFeature({
  feature: () => keysFeature(),
  prepare: ({ system }, { id }) => system.create(id, 'read'),
  credential: ({ system }, { id }) => system.create(id, 'read write'),
  runner: vitest,
})

testFeature({
  feature: quizFeature,
  prepare: ({ system, canary }, { id }) => system.ask(id, canary),
  runner: vitest,
})

testFeature({ ...welcomeOptions(), runner: vitest })

testFeature({ ...lockOptions(), runner: vitest })
