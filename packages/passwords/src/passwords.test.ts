import { testFeature } from '@latchstring/feature-conformance'
import { expect, test } from 'vitest'
import { suite } from '../test/suite.ts'
import { passwords, usernames } from './index.ts'

testFeature(suite('passwords({ username: true })', { username: true }))

test('a table of names is there with the option alone', () => {
  expect(passwords().tables).not.toContain(usernames)
  expect(passwords({ username: true }).tables).toContain(usernames)
})
