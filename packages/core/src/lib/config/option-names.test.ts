import { describe, expect, it } from 'vitest'
import { findUnknownOptions } from './option-names.ts'

/** One member of each group of options. */
const GROUPS = {
  session: 'maxAge',
  account: 'requireFresh',
  jwt: 'encode',
  callbacks: 'signIn',
  events: 'signIn',
  pages: 'verifyRequest',
  cookies: 'sessionToken',
  theme: 'brandColor',
  experimental: 'enableWebAuthn',
  migrate: 'until',
}

describe('Names in a configuration', () => {
  it.each(Object.entries(GROUPS))('are known in `%s`', (group, name) => {
    expect(findUnknownOptions({ [group]: { [name]: 1 } })).toEqual([])
    expect(findUnknownOptions({ [group]: { zzzzzzzz: 1 } })).toEqual([
      `\`${group}.zzzzzzzz\` is not an option. Remove it.`,
    ])
  })

  it('are reported with the closest known name', () => {
    expect(findUnknownOptions({ sesion: {}, session: { maxAgee: 1 } })).toEqual([
      '`sesion` is not an option. Did you mean `session`?',
      '`session.maxAgee` is not an option. Did you mean `session.maxAge`?',
    ])
  })

  it('are passed over where they have no value', () => {
    expect(findUnknownOptions({ sesion: undefined, session: { maxAgee: undefined } })).toEqual([])
  })

  it.each([
    ['a group that is not an object', { session: 7 }],
    ['a list in place of a group', { pages: ['x'] }],
    ['an option whose members are those of the application', { texts: { en: { x: 1 } } }],
  ])('are not looked for in %s', (_, input) => {
    expect(findUnknownOptions(input)).toEqual([])
  })

  it('are not those that every object has', () => {
    expect(findUnknownOptions({ constructor: 1 })).toEqual([
      '`constructor` is not an option. Remove it.',
    ])
  })
})
