import { describe, expect, it } from 'vitest'
import { loadTexts } from './language.ts'
import { findTextProblems, loadOwnTexts } from './own-texts.ts'
import { requestTexts } from './request-texts.ts'
import { en } from './texts/en.ts'
import type { LanguageTexts, TextsOptions } from '../types/texts.ts'

const { lang: _, ...english } = en
const arabic: LanguageTexts = {
  ...english,
  direction: 'rtl',
  signIn: { ...english.signIn, title: 'تسجيل الدخول' },
}

/** As an application without types could write it. */
const untyped = (texts: object): TextsOptions => texts as TextsOptions

describe('loadOwnTexts', () => {
  it('puts the texts of the application in place of those built in, and leaves the others as they are', async () => {
    const texts = await loadOwnTexts({ de: { signIn: { title: 'Einloggen' } } }, 'de-CH')
    const german = await loadTexts('de')
    expect(texts).toEqual({
      ...german,
      signIn: { ...german.signIn, title: 'Einloggen' },
      inputs: {},
    })
  })

  it('shows the sentence of the application about a refused sign-in in place of the more exact ones, unless it has those too', async () => {
    const own = { signInErrors: { CredentialsSignin: 'No.' } }
    const general = await loadOwnTexts({ en: own }, 'en')
    expect(general.signIn.wrongEmailOrPassword).toBe('No.')
    expect(general.signIn.wrongUsernameOrPassword).toBe('No.')
    const exact = { ...own, signIn: { wrongEmailOrPassword: 'Not these.' } }
    expect((await loadOwnTexts({ en: exact }, 'en')).signIn.wrongEmailOrPassword).toBe('Not these.')
  })

  it.each([
    ['a language built in that has no texts of the application', 'fr', 'fr', 'Se connecter'],
    ['a whole language', 'ar-EG, en;q=0.5', 'ar', 'تسجيل الدخول'],
    ['a region with texts of its own', 'de-AT', 'de-AT', 'Anmelden in Österreich'],
    ['a region without', 'de-CH', 'de', 'Einloggen'],
    ['a region of a language that is built in', 'pt-PT', 'pt-PT', 'Entrar em Portugal'],
    ['another region of that language', 'pt-AO', 'pt-BR', 'Entrar'],
    ['Chinese in traditional characters', 'zh-TW', 'zh-Hant', '登入'],
    ['Chinese in simplified characters', 'zh-CN', 'zh-Hans', '登录'],
    ['a language of which only a region is given', 'sr', 'sr-Latn', 'Prijava'],
    ['a language without texts', 'sv', 'en', 'Log in'],
    ['no language', null, 'en', 'Log in'],
  ])('chooses %s', async (_case, header, lang, title) => {
    const options: TextsOptions = {
      ar: arabic,
      de: { signIn: { title: 'Einloggen' } },
      'de-AT': { signIn: { title: 'Anmelden in Österreich' } },
      en: { signIn: { title: 'Log in' } },
      'pt-PT': { signIn: { title: 'Entrar em Portugal' } },
      'sr-Latn': { ...arabic, direction: 'ltr', signIn: { ...arabic.signIn, title: 'Prijava' } },
      'zh-Hant': { ...arabic, direction: 'ltr', signIn: { ...arabic.signIn, title: '登入' } },
    }
    const texts = await loadOwnTexts(options, header)
    expect([texts.lang, texts.signIn.title]).toEqual([lang, title])
  })

  it.each(['zh-TW', 'zh-HK'])('chooses texts that the application gives for %s', async (tag) => {
    const texts = { ...arabic, signIn: { ...arabic.signIn, title: '登入' } }
    const options: TextsOptions = { [tag]: texts, ar: arabic }
    expect((await loadOwnTexts(options, `${tag}, ar;q=0.5`)).signIn.title).toBe('登入')
  })

  it('has the texts of two tags of a language, be the longer or the shorter one given first', async () => {
    const [latin, serbia] = [
      { ...arabic, signIn: { ...arabic.signIn, title: 'Prijava' } },
      { ...arabic, signIn: { ...arabic.signIn, title: 'Prijava u Srbiji' } },
    ]
    for (const options of [
      { 'sr-Latn-RS': serbia, 'sr-Latn': latin },
      { 'sr-Latn': latin, 'sr-Latn-RS': serbia },
    ] satisfies readonly TextsOptions[]) {
      expect((await loadOwnTexts(options, 'sr-Latn')).signIn.title).toBe('Prijava')
      expect((await loadOwnTexts(options, 'sr-Latn-RS')).signIn.title).toBe('Prijava u Srbiji')
    }
  })

  it.each([
    ['zh-TW', 'en', 'Sign in'],
    ['zh-HK, zh;q=0.5', 'zh', '登陆'],
    ['zh-SG', 'zh', '登陆'],
    ['zh', 'zh', '登陆'],
  ])('never serves %s in other characters', async (header, lang, title) => {
    const options: TextsOptions = { zh: { signIn: { title: '登陆' } } }
    const texts = await loadOwnTexts(options, header)
    expect([texts.lang, texts.signIn.title]).toEqual([lang, title])
  })

  it('has the texts of `zh` for a region, although those of a script are given', async () => {
    const options: TextsOptions = {
      zh: { signIn: { title: '登陆' } },
      'zh-Hans': { signIn: { title: '登录' } },
    }
    expect((await loadOwnTexts(options, 'zh-SG')).signIn.title).toBe('登陆')
  })

  it('takes a part for a region that writes traditional characters only where it is one', async () => {
    const [wide, narrow] = [arabic, { ...arabic, signIn: { ...arabic.signIn, title: 'narrow' } }]
    const options: TextsOptions = { aa: wide, 'aa-x-zh-tw': narrow }
    expect((await loadOwnTexts(options, 'aa-x-zh-tw-q')).signIn.title).toBe('narrow')
  })

  it('has the English texts of the application for a reader of other languages', async () => {
    const options: TextsOptions = { EN: { signIn: { title: 'Log in' } } }
    for (const header of [null, 'sv', 'en', 'en-GB']) {
      expect((await loadOwnTexts(options, header)).signIn.title).toBe('Log in')
    }
  })

  it('ignores an invalid tag, also when it is requested', async () => {
    const options: TextsOptions = { 'de-a': { signIn: { title: 'x' } } }
    expect((await loadOwnTexts(options, 'de-a')).signIn.title).toBe('Anmelden')
  })

  it('makes texts once for all requests', async () => {
    const options: TextsOptions = { de: { signIn: { title: 'Einloggen' } } }
    expect(await loadOwnTexts(options, 'de')).toBe(await loadOwnTexts(options, 'de-CH'))
  })

  it('builds a region on the texts of the application for its language', async () => {
    const options: TextsOptions = {
      de: { signIn: { title: 'Einloggen', submit: 'Rein' } },
      'de-AT': { signIn: { submit: 'Servus' } },
    }
    const { signIn } = await loadOwnTexts(options, 'de-AT')
    expect([signIn.title, signIn.submit]).toEqual(['Einloggen', 'Servus'])
  })

  it('writes a whole language in its direction', async () => {
    expect((await loadOwnTexts({ ar: arabic }, 'ar')).direction).toBe('rtl')
    expect((await loadOwnTexts({ ar: arabic }, 'en')).direction).toBe('ltr')
  })

  it('has the texts of inputs, without values that are not text', async () => {
    const inputs = { password: { username: { label: 'Name', title: 7, onfocus: 'x' }, other: 1 } }
    const texts = await loadOwnTexts(untyped({ en: { inputs } }), null)
    expect(texts.inputs).toEqual({ password: { username: { label: 'Name' }, other: {} } })
  })

  it.each([
    ['a number', { de: { signIn: { title: 7 } } }],
    ['a text where an object belongs', { de: { signIn: 'x' } }],
    ['no object at all', { de: 'x' }],
    ['a list', { de: [] }],
    [
      'members of the prototype',
      { de: Object.fromEntries([['__proto__', { signIn: { title: 'x' } }]]) },
    ],
    ['a direction that does not exist', { de: { direction: 'up' } }],
    ['a tag that is not one', { 'd e': { signIn: { title: 'x' } } }],
  ])('keeps the texts built in against %s', async (_case, options) => {
    const texts = await loadOwnTexts(untyped(options), 'de')
    expect(texts).toMatchObject(await loadTexts('de'))
  })
})

describe('requestTexts', () => {
  const headers = new Headers({ 'accept-language': 'de' })

  it('are those of the application, if it has any', async () => {
    const texts = { de: { signIn: { title: 'Einloggen' } } }
    expect((await requestTexts({ texts }, headers)).signIn.title).toBe('Einloggen')
    expect((await requestTexts({ texts }, new Headers())).signIn.title).toBe('Sign in')
  })

  it.each([undefined, {}, { texts: undefined }])('are those built in with %j', async (config) => {
    expect(await requestTexts(config, headers)).toBe(await loadTexts('de'))
    expect(await requestTexts(config, new Headers())).toBe(en)
  })
})

describe('findTextProblems', () => {
  it('finds nothing wrong with some texts, a whole language and texts of inputs', () => {
    const inputs = { password: { username: { label: 'Name', placeholder: 'p', title: 't' } } }
    const de = { inputs, signIn: { to: 'zu {host}', title: undefined }, problem: { 404: {} } }
    expect(findTextProblems(untyped({ de, ar: arabic }))).toEqual([])
  })

  it.each([
    [{ de: { signin: {} } }, '`texts.de.signin` is not a text of any page. Did you mean `signIn`?'],
    [{ de: { signIn: { titel: 'x' } } }, 'Did you mean `title`?'],
    [{ de: { xyzzy: {} } }, 'Possible are: common, signIn,'],
    [{ de: { signIn: { title: 7 } } }, '`texts.de.signIn.title` is not a text. Write a string.'],
    [{ de: { signIn: 'x' } }, '`texts.de.signIn` is not an object.'],
    [{ de: 'x' }, '`texts.de` is not an object.'],
    [{ de: { signIn: { to: 'zu {hots}' } } }, 'has {hots}, for which there is nothing to fill in'],
    [{ de: { signIn: { to: 'zu {hots}' } } }, 'nothing to fill in. Possible are: {host}.'],
    [{ de: { devices: { browserOn: '{x}' } } }, 'Possible are: {browser}, {system}.'],
    [{ de: { signIn: { title: '{x}' } } }, 'Leave it out.'],
    [{ de: { direction: 'up' } }, '`texts.de.direction` is neither "ltr" nor "rtl".'],
    [{ 'd e': {} }, 'Use a BCP 47 tag such as "de" or "pt-BR".'],
    [{ de: { inputs: 'x' } }, '`texts.de.inputs` is not an object.'],
    [{ de: { inputs: { password: 'x' } } }, '`texts.de.inputs.password` is not an object.'],
    [
      { de: { inputs: { password: { username: { lable: 'x' } } } } },
      '`texts.de.inputs.password.username.lable` is not a text of any page. Did you mean `label`?',
    ],
    [{ ar: { ...arabic, common: {} } }, '`texts.ar.common.home` and 5 more are missing'],
    [
      { ar: { ...arabic, signIn: { ...arabic.signIn, or: undefined } } },
      '`texts.ar.signIn.or` is missing, and English until then.',
    ],
    [{ 'zh-TW': { direction: 'ltr' } }, 'more are missing'],
  ])('names the mistake in %j', (options, problem) => {
    const found = findTextProblems(untyped(options))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(problem)
  })
})
