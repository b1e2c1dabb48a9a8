import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALL_TEXTS } from '../../../test/all-texts.ts'
import { find, visibleText } from '../../../test/document-tree.ts'
import { signInElements, signInForm } from '../../../test/sign-in-page.ts'
import type { CredentialInput } from '../types/provider.ts'
import type { Texts } from '../types/texts.ts'
import { LANGUAGES, pickLanguage, loadTexts } from './language.ts'
import { en } from './texts/en.ts'

describe('pickLanguage', () => {
  it.each([
    [null, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE-at, en;q=0.5', 'de'],
    ['en;q=0.5, fr;q=0.9', 'fr'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['sv, nb;q=0.9, it;q=0.3', 'it'],
    ['fr;q=0, pl;q=0.001', 'pl'],
    ['fr;q=0', 'en'],
    ['es ; q=0.7 ,nl;q=0.6', 'es'],
    ['zh-CN', 'zh-Hans'],
    ['zh-Hans-SG', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['zh-TW, ja;q=0.8', 'ja'],
    ['zh-Hant-HK', 'en'],
    ['de-zh-TW', 'de'],
    ['four de', 'en'],
    ['fr;q=1, de;q=0.5', 'fr'],
    ['ja;q=2', 'en'],
    ['constructor, __proto__, de;q=0.1', 'de'],
    ['en, de', 'en'],
  ])('picks for %j', (header, expected) => {
    expect(pickLanguage(header)).toBe(expected)
  })

  it('returns a known language for any header', () => {
    const pieces = fc.constantFrom('de', 'zh-', 'q=', ';', ',', ' ', '0.', '-', '*', '1', 'x')
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(pieces, fc.string({ maxLength: 2 })) }), (header) => {
        expect(LANGUAGES).toContain(pickLanguage(header))
      }),
    )
  })

  it('reads only the beginning of a long header', () => {
    expect(pickLanguage(`${'xx,'.repeat(50_000)}de`)).toBe('en')
    expect(pickLanguage(`de;${' '.repeat(100_000)}q`)).toBe('en')
  })
})

/** Every text by its path. */
function flatten(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, `${path}.${key}`))
}

const placeholders = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

const ALL = await Promise.all(LANGUAGES.map(loadTexts))

it('every language is loaded by its name', () => {
  // The Portuguese texts are those of Brazil.
  expect(ALL.map(({ lang }) => lang.replace('-BR', ''))).toEqual(LANGUAGES)
})

/** Whole words: letters with accents are letters here. */
const words = (...all: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${all.join('|')})(?!\\p{L})`, 'iu')

/** Words of another way to address people, or of another name for signing in, than the rest of a language has. */
const OTHER_VOICES: Readonly<Record<string, RegExp>> = {
  de: words('du', 'dich', 'dir', 'dein', 'deine', 'deinen'),
  es: words('usted', 'su', 'sus', 'quite', 'elija', 'inténtelo', 'inicie'),
  fr: words('tu', 'toi', 'te', 'tes', 'ton', 'ta'),
  it: words('lei', 'suo', 'suoi', 'scelga', 'riprovi'),
  ja: /サイン(?:イン|アウト)/,
  nl: words('u', 'uw', 'aangemeld', 'afgemeld'),
  'pt-BR': words('tu', 'teu', 'tua', 'utilizador', 'palavra-passe'),
  'zh-Hans': /你|账户/,
}

describe.each(ALL)('texts of $lang', (language) => {
  const texts = flatten(language)
  const english = flatten(en)

  it('has the same texts with the same placeholders as English', () => {
    const shape = (all: typeof texts): unknown =>
      all.map(([path, text]) => [path, placeholders(text)])
    expect(shape(texts)).toEqual(shape(english))
  })

  it('addresses people in one way', () => {
    const other = OTHER_VOICES[language.lang] ?? /^$/
    expect(texts.filter(([, text]) => other.test(text))).toEqual([])
  })

  it('has no empty, padded or broken text', () => {
    for (const [path, text] of texts) {
      expect(text, path).toMatch(/^\S(?:.*\S)?$/)
      expect(text.replace(/\{\w+\}/g, 'x'), path).not.toMatch(/[{}<>\\]| {2}/)
    }
  })

  it('has a different text for each error', () => {
    const { signInErrors, error, problem } = language
    const sentences = [
      ...Object.values(signInErrors),
      ...Object.values(error).map(({ message }) => message),
      // A page is known by its title; what to do next is the same on some.
      ...Object.values(problem).map(({ title, message }) => `${title} ${message}`),
    ]
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})

it.each(ALL.filter(({ lang }) => lang !== 'en'))(
  'the texts of the pages are translated into $lang',
  (texts) => {
    const english = new Set(
      flatten(en)
        .map(([, text]) => text)
        .filter((text) => text.length > 20),
    )
    expect(flatten(texts).filter(([, text]) => english.has(text))).toEqual([])
  },
)

const labelsOf = (
  inputs: Readonly<Record<string, CredentialInput>>,
  texts: Texts,
): readonly string[] =>
  find(signInElements({ providers: [signInForm(inputs)], texts }), 'label').map(visibleText)

describe('The labels of common inputs', () => {
  const german = ALL_TEXTS.find(({ lang }) => lang === 'de') ?? en
  const common = {
    username: {},
    password: { type: 'password' },
    email: { type: 'email' },
    code: {},
    otp: {},
    name: {},
    phone: { type: 'tel' },
  }

  it.each(ALL_TEXTS)('are in $lang where the application gives none', (texts) => {
    const { username, password, code, oneTimeCode, name, phone } = texts.fields
    expect(labelsOf(common, texts)).toEqual([
      username,
      password,
      texts.signIn.email,
      code,
      oneTimeCode,
      name,
      phone,
    ])
  })

  it.each([
    ['userName', 'Benutzername'],
    ['USERNAME', 'Benutzername'],
    ['user_name', 'Benutzername'],
    ['Email-Address', 'E-Mail-Adresse'],
    ['oneTimeCode', 'Einmalcode'],
    ['totp', 'Einmalcode'],
    ['phone_number', 'Telefonnummer'],
    ['tel', 'Telefonnummer'],
  ])('are in the language of the page for an input named %s', (name, label) => {
    expect(labelsOf({ [name]: {} }, german)).toEqual([label])
  })

  it.each([
    ['username', 'User name', 'Benutzername'],
    ['username', 'username', 'Benutzername'],
    ['password', 'Password', 'Passwort'],
    ['email', 'E-mail', 'E-Mail-Adresse'],
    ['email', 'Email address', 'E-Mail-Adresse'],
    ['otp', 'One-time code', 'Einmalcode'],
    ['phone', 'Phone', 'Telefonnummer'],
  ])('of %s are translated where %j only repeats the name of the input', (name, label, shown) => {
    expect(labelsOf({ [name]: { label } }, german)).toEqual([shown])
    expect(labelsOf({ [name]: { label } }, en)).toEqual([label])
  })

  it.each(['Login', 'Your password', 'Passwort', 'Passphrase', ''])(
    'are %j in every language when the application sets them',
    (label) => {
      for (const texts of ALL_TEXTS) {
        expect(labelsOf({ password: { label, type: 'password' } }, texts)).toEqual([label])
      }
    },
  )

  it('are what the application says for a language, also where that repeats the name of the input', () => {
    const inputs = { login: { password: { label: 'Password' }, email: { label: 'Post' } } }
    const texts = { ...german, inputs }
    expect(labelsOf({ username: {}, password: {}, email: { label: 'Email' } }, texts)).toEqual([
      'Benutzername',
      'Password',
      'Post',
    ])
  })

  it('are the names of inputs that are not common', () => {
    const others = { pin: {}, toString: {}, constructor: { label: 'Constructor' }, _: {} }
    expect(labelsOf(others, german)).toEqual(['Pin', 'ToString', 'Constructor', '_'])
  })
})
