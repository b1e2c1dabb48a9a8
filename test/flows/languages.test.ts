import { languages } from '@latchstring/languages'
import Passkey from '@latchstring/core/providers/passkey'
import type { LanguageTexts } from '@latchstring/core/types'
import { type App, BASE, createApp, ENV, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { inboxAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { ADDRESS, askForMail, createMailApp } from '@latchstring/test-kit/mail-app'
import { passwords } from '@latchstring/test-kit/people'
import { describe, expect, test } from 'vitest'
import { renderConfirmLink } from '../../packages/core/src/lib/pages/confirm-link.ts'
import { renderContinue } from '../../packages/core/src/lib/pages/continue.ts'
import { renderDevices, type ShownDevice } from '../../packages/core/src/lib/pages/devices.ts'
import { renderEndSession } from '../../packages/core/src/lib/pages/end-session.ts'
import { LANGUAGES } from '../../packages/core/src/lib/pages/language.ts'
import { findTextProblems, loadOwnTexts } from '../../packages/core/src/lib/pages/own-texts.ts'
import { renderProblem } from '../../packages/core/src/lib/pages/problem.ts'
import { renderSignedOut } from '../../packages/core/src/lib/pages/signed-out.ts'
import { BASE_STYLE } from '../../packages/core/src/lib/pages/styles.ts'
import { en } from '../../packages/core/src/lib/pages/texts/en.ts'
import { renderVerifyRequest } from '../../packages/core/src/lib/pages/verify-request.ts'
import type { Texts } from '../../packages/core/src/lib/types/texts.ts'

const { inbox, store } = inboxAndStoreForEachTest()

const ALL: readonly (readonly [tag: string, texts: LanguageTexts])[] = Object.entries(languages)

/** Every text by its path. */
function flatten(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, `${path}.${key}`))
}

const placeholders = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

const { lang: _, ...ENGLISH } = en
const ENGLISH_TEXTS = flatten(ENGLISH)

/** What one language never shares with another: a text with letters of the wrong one was pasted from elsewhere. */
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  ko: /\p{Script=Hangul}/u,
  uk: /\p{Script=Cyrillic}/u,
  'zh-Hant': /\p{Script=Han}/u,
}
const OTHER_SCRIPTS =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Han}]/u

test('The option `texts` finds nothing wrong with all languages at once', () => {
  expect(findTextProblems(languages)).toEqual([])
})

test('@latchstring/languages has no language that the core has', () => {
  expect(Object.keys(languages).filter((tag) => LANGUAGES.some((lang) => lang === tag))).toEqual([])
})

describe.each(ALL)('The language %s', (tag, given) => {
  const texts = flatten(given)

  test('has the same texts with the same placeholders as English', () => {
    const shape = (all: typeof texts): unknown =>
      all.map(([path, text]) => [path, placeholders(text)])
    expect(shape(texts)).toEqual(shape(ENGLISH_TEXTS))
  })

  test('has no text in English', () => {
    const english = new Set(ENGLISH_TEXTS.map(([, text]) => text))
    const same = texts.filter(([path, text]) => english.has(text) && path !== '.direction')
    // An address reads the same in most scripts, and Swedish has the English word for a passkey.
    const shared = ['.signIn.emailExample', ...(tag === 'sv' ? ['.account.passkeys'] : [])]
    const withWords = same.filter(([, text]) => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '')))
    expect(withWords.filter(([path]) => !shared.includes(path))).toEqual([])
  })

  test('is written in its own script', () => {
    const script = SCRIPTS[tag]
    for (const [path, text] of texts) {
      if (path === '.direction' || path === '.signIn.emailExample') continue
      // Without the placeholders nothing may be left of a short text.
      const words = text.replaceAll(/\{\w+\}/g, '').trim()
      if (words.length < 3) continue
      if (script) expect(words, path).toMatch(script)
      else expect(words, path).not.toMatch(OTHER_SCRIPTS)
    }
  })

  test('has no empty, padded or broken text', () => {
    for (const [path, text] of texts) {
      expect(text, path).toMatch(/^\S(?:.*\S)?$/)
      expect(text.replace(/\{\w+\}/g, 'x'), path).not.toMatch(/[{}<>\\]| {2}/)
    }
  })

  test('has a different text for each error', () => {
    const { signInErrors, error, problem } = given
    const sentences = [
      ...Object.values(signInErrors),
      ...Object.values(error).map(({ message }) => message),
      // A page is known by its title; what to do next is the same on some.
      ...Object.values(problem).map(({ title, message }) => `${title} ${message}`),
    ]
    expect(new Set(sentences).size).toBe(sentences.length)
  })

  test('goes in the direction that its script has', () => {
    expect(given.direction).toBe(/^(?:ar|he)$/.test(tag) ? 'rtl' : 'ltr')
  })
})

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')

/** What pages say of errors and reasons, one after the other. */
const SIGN_IN_QUERIES = [
  ...Object.keys(en.signInErrors).map((error) => `error=${error}`),
  'error=OAuthCallbackError&reason=cancelled',
  'error=Callback&reason=ours',
]

const ERRORS = ['Configuration', 'AccessDenied', 'Verification', 'Default'] as const

async function expectPage(
  app: App,
  [tag, { direction }]: readonly [string, LanguageTexts],
  path: string,
  text: string,
): Promise<void> {
  const headers = { accept: 'text/html', 'accept-language': `${tag};q=0.9, en;q=0.5` }
  const html = await (await app.openBrowser().open(`${BASE}/${path}`, headers)).text()
  expect(html, path).toContain(`<html lang="${tag}" dir="${direction}"`)
  expect(html, path).toContain(escaped(text))
}

describe.each(ALL)('An application with `texts` in %s', (tag, texts) => {
  test('answers Accept-Language with pages in it', async () => {
    const providers = [passwords(), UNREACHED_PROVIDER]
    const app = createApp({ providers, texts: { [tag]: texts } })
    for (const query of SIGN_IN_QUERIES) {
      const code = /(?<=error=)\w+$/.exec(query)?.[0]
      const sentences = {
        ...texts.signInErrors,
        CredentialsSignin: texts.signIn.wrongUsernameOrPassword,
      }
      const own = Object.entries(sentences).find(([name]) => name === code)
      await expectPage(app, [tag, texts], `signin?${query}`, own?.[1] ?? texts.signIn.title)
    }
    for (const error of ERRORS) {
      await expectPage(app, [tag, texts], `error?error=${error}`, texts.error[error].title)
    }
    await expectPage(app, [tag, texts], 'signout', texts.signOut.nobody)
    await expectPage(app, [tag, texts], 'verify-request', texts.verifyRequest.title)
    await expectPage(app, [tag, texts], 'callback/nosuch', texts.problem[404].title)
  })

  test('labels the inputs of a password and of passkeys in it', async () => {
    const formFields = { email: { label: 'Email', autocomplete: 'username webauthn' } }
    const app = createApp({
      providers: [passwords(), Passkey({ formFields, getUserInfo: () => null })],
      adapter: store.adapter,
      experimental: { enableWebAuthn: true },
      texts: { [tag]: texts },
    })
    for (const label of [texts.fields.username, texts.fields.password, texts.signIn.email]) {
      await expectPage(app, [tag, texts], 'signin', `>${label}</label>`)
    }
  })

  test('sends a mail in it to who asked in it', async () => {
    const app = createMailApp({ inbox, store }, { texts: { [tag]: texts } }, { env: ENV })
    await askForMail(app.openBrowser(), ADDRESS, { 'accept-language': tag })
    const { subject, html, text } = await inbox.waitFor(ADDRESS)
    expect(subject).toBe(texts.mail.subject.replace('{host}', 'app.example'))
    expect(html).toContain(`<html lang="${tag}" dir="${texts.direction}"`)
    for (const words of [texts.mail.code, texts.mail.ignore]) {
      expect(html).toContain(escaped(words))
      expect(text).toContain(words)
    }
    expect(html).toContain(escaped(texts.mail.link))
  })
})

const target = { action: '/auth/there', csrfToken: 'the-token', callbackUrl: '/home' }

const DEVICE: ShownDevice = {
  id: 'one',
  current: true,
  label: 'Firefox on Windows',
  place: null,
  provider: 'Harbour',
  createdAt: new Date(0),
  lastSeenAt: new Date(86_399_000),
}

/** Pages that only the middle of a sign-in or sign-out shows, with a text that is on each. */
const LATER_PAGES: readonly (readonly [
  name: string,
  render: (texts: Texts) => { readonly html: string },
  text: (texts: Texts) => string,
])[] = [
  [
    'confirm-link',
    (texts) =>
      renderConfirmLink({ texts, ...target, email: 'a@b.example', token: 't', expires: '' }),
    ({ confirmLink }) => confirmLink.reason,
  ],
  [
    'continue',
    (texts) => renderContinue({ texts, action: '/auth/there', name: 'Harbour', fields: {} }),
    ({ continueSignIn }) => continueSignIn.notMe,
  ],
  [
    'end-session',
    (texts) =>
      renderEndSession({
        texts,
        action: 'https://harbour.example/logout',
        name: 'Harbour',
        fields: {},
        stayUrl: '/stay',
      }),
    ({ endSession }) => endSession.stay.replace('{name}', 'Harbour'),
  ],
  [
    'signed-out',
    (texts) => renderSignedOut({ texts, homeUrl: '/' }),
    ({ signedOut }) => signedOut.message,
  ],
  [
    'devices',
    (texts) =>
      renderDevices({ texts, ...target, devices: [DEVICE], now: 90_000_000, homeUrl: '/' }),
    ({ devices }) => devices.lead,
  ],
  [
    'verify-request with a code',
    (texts) => renderVerifyRequest({ texts, signInUrl: '/auth/signin', codeForm: target }),
    ({ verifyRequest }) => verifyRequest.codeHint,
  ],
  [
    'problem 503',
    (texts) => renderProblem({ texts, status: 503, homeUrl: '/' }),
    ({ problem }) => problem[503].message,
  ],
]

describe.each(ALL)('The pages in %s', (tag, { direction }) => {
  test.each(LATER_PAGES)('state language and direction: %s', async (_name, render, text) => {
    const texts = await loadOwnTexts(languages, tag)
    const { html } = render(texts)
    expect(html).toContain(`<html lang="${tag}" dir="${direction}"`)
    expect(html).toContain(escaped(text(texts)))
  })

  test('say how long ago something was in the same language', async () => {
    const [, render] = LATER_PAGES.find(([name]) => name === 'devices') ?? []
    const html = render?.(await loadOwnTexts(languages, tag)).html
    // Node.js 20 adds the number to the words in Hebrew.
    const ago = new Intl.RelativeTimeFormat(tag).format(-1, 'day').replace(' (1)', '')
    expect(html).toContain(ago)
    expect(Intl.RelativeTimeFormat.supportedLocalesOf(tag)).toEqual([tag])
  })
})

test('The style sheet of the pages names no side of a line but where it says both directions', () => {
  const sides =
    /[^{}]*\{[^{}]*(?:(?:margin|padding|border)-(?:left|right)|\b(?:left|right)\b)[^{}]*\}/g
  const rules = (BASE_STYLE.match(sides) ?? []).map((rule) => rule.trim().split('{')[0]?.trim())
  expect(rules).toEqual(['.logo', '[dir="rtl"] .logo'])
})

test.each([
  ['ar-EG, en;q=0.5', 'ar'],
  ['sv-FI', 'sv'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-Hant-MO', 'zh-Hant'],
  ['zh-CN', 'zh-Hans'],
  ['zh', 'zh-Hans'],
])('%s is served with %s', async (header, lang) => {
  expect((await loadOwnTexts(languages, header)).lang).toBe(lang)
})
