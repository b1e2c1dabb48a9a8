import * as runner from 'node:test'
import { testFeature } from '../src/index.ts'
import { askClub, clubFeature } from './club-feature.ts'

const trustsMail = process.env['TRUSTS_MAIL'] === 'yes'

testFeature({
  feature: () =>
    clubFeature((context) =>
      trustsMail && context.signIn.kind === 'email' ? 'pass' : askClub(context),
    ),
  stop: ({ system, canary }, { id }) => system.expel(id, canary),
  runner,
})
