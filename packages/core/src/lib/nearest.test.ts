import { describe, expect, it } from 'vitest'
import { nearest } from './nearest.ts'

const NAMES = ['github', 'google', 'mail']

describe('nearest', () => {
  it.each([
    ['is the same', 'google', 'google'],
    ['differs in capitals only', 'GitHub', 'github'],
    ['lacks a letter', 'gogle', 'google'],
    ['has a letter too many', 'gooogle', 'google'],
    ['has another letter', 'gethub', 'github'],
    ['has two letters swapped, which are two edits', 'gogole', 'google'],
    ['lacks the first letter', 'ithub', 'github'],
    ['lacks the last letter', 'githu', 'github'],
    ['is short and one edit away', 'mai', 'mail'],
    ['has four letters and two edits', 'male', 'mail'],
  ])('finds the name of a word that %s', (_, given, expected) => {
    expect(nearest(given, NAMES)).toBe(expected)
  })

  it.each([
    ['is short and two edits away', 'ma', ['mail']],
    ['has nothing in common with a name', 'saml', ['github']],
    ['is compared with no names', 'github', []],
  ])('finds nothing for a word that %s', (_, given, names) => {
    expect(nearest(given, names)).toBeUndefined()
  })

  it('compares without capitals on both sides, and returns the name as it is written', () => {
    expect(nearest('CLIENTID', ['clientId', 'clientSecret'])).toBe('clientId')
  })

  it('returns the name with the fewest edits, and of several the first', () => {
    expect(nearest('abcd', ['abxy', 'abcx', 'abcy'])).toBe('abcx')
    expect(nearest('abcd', ['abcy', 'abcx'])).toBe('abcy')
  })

  it('allows one edit, and one more for every four letters of the word', () => {
    expect(nearest('abc', ['abx'])).toBe('abx')
    expect(nearest('abc', ['axx'])).toBeUndefined()
    expect(nearest('abcd', ['abxx'])).toBe('abxx')
    expect(nearest('abcdefg', ['abcdxxx'])).toBeUndefined()
    expect(nearest('abcdefgh', ['abcdexxx'])).toBe('abcdexxx')
  })
})
