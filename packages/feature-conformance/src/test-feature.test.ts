import * as vitest from 'vitest'
import { notesFeature, notes } from '../../../test/flows/src/notes-feature.ts'
import { keysFeature } from '../../../test/flows/src/keys-feature.ts'
import { quizFeature } from '../../../test/flows/src/quiz-feature.ts'
import { clubFeature } from '../test/club-feature.ts'
import { lockOptions } from '../test/lock-mistakes.ts'
import { welcomeOptions } from '../test/welcome-mistakes.ts'
import { firstId } from '../test/mistakes.ts'
import { inOneStrategy } from '../test/in-one-strategy.ts'
import { testFeature } from './index.ts'

// The normal run has a feature in both kinds of sessions, and one of each other part of the seam in one kind.
testFeature({
  feature: notesFeature,
  inputs: { remove: ({ rows }) => ({ id: firstId(rows(notes)) }) },
  runner: vitest,
})

testFeature({
  feature: () => clubFeature(),
  stop: ({ system, canary }, { id }) => system.expel(id, canary),
  runner: inOneStrategy,
})

testFeature({
  feature: () => keysFeature(),
  prepare: ({ system }, { id }) => system.create(id, 'read'),
  credential: ({ system }, { id }) => system.create(id, 'read write'),
  runner: inOneStrategy,
})

testFeature({
  feature: quizFeature,
  prepare: ({ system, canary }, { id }) => system.ask(id, canary),
  runner: inOneStrategy,
})

testFeature({ ...welcomeOptions(), runner: inOneStrategy })

testFeature({ ...lockOptions(), runner: inOneStrategy })
