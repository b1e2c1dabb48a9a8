import { expect, it } from 'vitest'
import { readPasskeyName } from './account-page.ts'
import { LONGEST_PASSKEY_NAME } from '../records/passkey-names.ts'

const LONGEST = 'a'.repeat(LONGEST_PASSKEY_NAME)

it.each([
  ['Work laptop', 'Work laptop'],
  ['  Work \t laptop\n', 'Work laptop'],
  ['a\u00A0\u3000b', 'a b'],
  ['a\u2028\uFEFFb', 'a b'],
  ['Cafe\u0301', 'Caf\u00E9'],
  [LONGEST, LONGEST],
  [`${LONGEST} `, LONGEST],
  ['<b>&"\'', '<b>&"\''],
  ['👩‍💻 می‌خواهم 日本', '👩‍💻 می‌خواهم 日本'],
  ['7', '7'],
  ['🔑', '🔑'],
  ['', null],
  [' \n', null],
])('the name %j of a passkey is kept as %j', (given, kept) => {
  expect(readPasskeyName(given)).toBe(kept)
})

it.each([
  ['a character too many', `${LONGEST}a`],
  ['a control character', 'a\u0007b'],
  ['the character NUL', 'a\0b'],
  ['half a character', 'a\uD800'],
  ['a character that reverses the text', 'a\u202Egnp.exe'],
  ['a mark of direction', 'a\u200F'],
  ['an isolate', '\u2067a'],
  ['a space without width', 'a\u200Bb'],
  ['a private character', '\uE000'],
  ['no visible character', '\u0301\u200D'],
  ['a letter that shows nothing', '\u3164'],
  ['half a letter that shows nothing', '\u115F\u1160\uFFA0'],
  ['a sign without dots', '\u2800'],
  ['a hyphen that shows nothing', 'a\u00ADb'],
  ['letters of tags alone', '\u{E0061}'],
  ['the type number', 7],
  ['the value null', null],
  ['no value', undefined],
  ['the type list', ['a']],
])('a name of a passkey with %s is refused', (_, given) => {
  expect(() => readPasskeyName(given)).toThrow(
    'The name of the passkey cannot be used. Send `label` with up to 64 UTF-16 code units, at least one of them visible',
  )
})
