import { describe, expect, it } from 'vitest'
import { ALL_TEXTS } from '../../../../test/all-texts.ts'
import {
  type DocumentElement,
  find,
  readDocument,
  visibleText,
} from '../../../../test/document-tree.ts'
import { en } from '../../pages/texts/en.ts'
import type { Theme } from '../../types/pages.ts'
import type { Texts } from '../../types/texts.ts'
import { renderSignInMail } from './sign-in-mail.ts'

const props = {
  url: 'https://app.example.com/auth/callback/email?token=abc&callbackUrl=%2F',
  code: 'K7QM-2XTD',
  host: 'app.example.com',
  minutes: 10,
}

describe.each(ALL_TEXTS)('the sign-in mail in $lang', (language) => {
  const mail = renderSignInMail({ ...props, texts: language })
  const elements = readDocument(mail.html)

  it('has link and code in both parts', () => {
    const links = find(elements, 'a').map(({ attributes }) => attributes['href'])
    expect(links).toEqual([props.url, props.url])
    expect(visibleText(find(elements, 'p', 'code')[0])).toBe(props.code)
    expect(mail.text).toContain(`\n${props.url}\n`)
    expect(mail.text).toContain(props.code)
  })

  it('has its host and its lifetime, and a sentence that it can be ignored', () => {
    const { mail: texts, lang } = language
    expect(mail.subject).toBe(texts.subject.replace('{host}', props.host))
    for (const part of [mail.text, visibleText(find(elements, 'body')[0])]) {
      expect(part).toMatch(/\b10\b/)
      expect(part.replace(/\s+/g, ' ')).toContain(texts.ignore.replace(/\s+/g, ' '))
      expect(part).not.toMatch(/[{}]/)
    }
    expect(find(elements, 'title')[0]?.text.trim()).toBe(mail.subject)
    expect(find(elements, 'html')[0]?.attributes).toMatchObject({ lang, dir: 'ltr' })
  })
})

const buttonStyle = (theme: object): string =>
  find(readDocument(renderSignInMail({ ...props, theme }).html), 'a')[0]?.attributes['style'] ?? ''

describe('the sign-in mail', () => {
  it('writes the host so that mail programs do not link it', () => {
    const [heading] = find(readDocument(renderSignInMail(props).html), 'h1')
    expect(heading?.text).toContain('app\u200b.example\u200b.com')
    expect(heading?.text).not.toContain(props.host)
  })

  it('has the valid colours of the theme', () => {
    expect(buttonStyle({ brandColor: 'navy' })).toContain('background-color:#000080;color:#ffffff')
    expect(buttonStyle({ brandColor: 'gold', buttonText: '#123' })).toContain(
      'background-color:#ffd700;color:#112233',
    )
    expect(buttonStyle({ brandColor: 'red;background:url(//x)', buttonText: '"><b>' })).toBe(
      buttonStyle({}),
    )
  })

  it("keeps the application's colours of the button on a dark background", () => {
    const button = (theme?: object): (string | undefined)[] => {
      const elements = readDocument(renderSignInMail({ ...props, theme }).html)
      return [find(elements, 'td', 'branded'), find(elements, 'td', 'plain')].map(
        ([cell]) => cell?.attributes['style'],
      )
    }
    const plain = 'border-radius:10px;background-color:#16181d;color:#ffffff'
    expect(button()).toEqual([undefined, plain])
    for (const theme of [{ brandColor: 'no colour' }, { buttonText: 'no colour' }])
      expect(button(theme)).toEqual([undefined, plain])
    expect(button({ brandColor: '#ffd700' })).toEqual([
      'border-radius:10px;background-color:#ffd700;color:#000000',
      undefined,
    ])
    expect(button({ buttonText: '#123456' })).toEqual([
      'border-radius:10px;background-color:#16181d;color:#123456',
      undefined,
    ])
  })

  const parts = readDocument(renderSignInMail(props).html)
  const styleOf = (name: string, className?: string): string =>
    find(parts, name, className)[0]?.attributes['style'] ?? ''

  it('is styled by attributes, since mail programs drop style elements', () => {
    const looks: readonly (readonly [string, RegExp])[] = [
      [styleOf('body', 'back'), /^margin:0;padding:0;background-color:#[\da-f]{6}$/],
      [styleOf('table', 'back'), /^background-color:#[\da-f]{6}$/],
      [
        styleOf('table', 'card'),
        /^max-width:480px;background-color:#ffffff;border:.*border-radius:/,
      ],
      [styleOf('h1', 'text'), /^margin:0 0 24px;font-family:.*;font-size:22px;.*color:#16181d$/],
      [
        styleOf('a', 'plain'),
        /^display:block;.*font-family:.*text-decoration:none;background-color:/,
      ],
      [styleOf('p', 'text'), /^font-family:.*;font-size:15px;.*color:#16181d;margin:/],
      [styleOf('p', 'muted'), /^font-family:.*;font-size:13px;.*color:#565b66;margin:/],
      [
        styleOf('p', 'code'),
        /background-color:#f3f4f7;color:#16181d;.*font-family:.*monospace;.*letter-spacing:3px;user-select:all/,
      ],
    ]
    for (const [style, look] of looks) expect(style).toMatch(look)
  })

  it('has tables that screen readers do not announce', () => {
    const tables = find(parts, 'table')
    expect(tables).toHaveLength(3)
    for (const { attributes } of tables) expect(attributes['role']).toBe('presentation')
  })

  it('is readable on a dark background', () => {
    const style = find(parts, 'style')[0]?.text ?? ''
    expect(style).toContain('@media (prefers-color-scheme: dark)')
    const classes = parts.flatMap(({ attributes }) => attributes['class'] ?? [])
    expect(new Set(classes)).toEqual(new Set(['back', 'card', 'text', 'plain', 'code', 'muted']))
    for (const name of new Set(classes)) {
      expect(style).toMatch(new RegExp(`\\.${name} \\{ [^}]*color: #[\\da-f]{6} !important`))
    }
  })

  it('has no invisible characters in host and code', () => {
    const hidden = '\u0000\u001f\u007f\u009f\u200b\u200f\u2028\u202e\u2066\u2069\ufeff'
    const mail = renderSignInMail({ ...props, host: `a${hidden}.example`, code: `K${hidden}7` })
    expect(mail.subject).toBe('Sign in to a.example')
    expect(mail.text).toContain('\n    K7\n')
  })

  it.each([
    [10, 'de', '10 Minuten'],
    [1, 'en', '1 minute'],
    [90, 'en', '90 minutes'],
    [1440, 'de', '24 Stunden'],
    [2880, 'pl', '2 dni'],
    [5, 'pl', '5 minut'],
  ])('says that %i minutes are, in the language %s, %s', (minutes, lang, words) => {
    const texts = ALL_TEXTS.find((one) => one.lang === lang)
    const mail = renderSignInMail({ ...props, minutes, texts })
    expect(mail.text).toContain(words)
    expect(mail.html).toContain(words)
  })

  it('shows code and link from left to right in a language that is written from right to left', () => {
    const texts: Texts = { ...en, lang: 'he', direction: 'rtl' }
    const mail = renderSignInMail({ ...props, code: '2345-ABCD', texts })
    const elements = readDocument(mail.html)
    const [code] = find(elements, 'p', 'code')
    expect(code?.attributes['dir']).toBe('ltr')
    const shown = find(elements, 'p').filter((one) => visibleText(one).trim() === props.url)
    expect(shown.map(({ attributes }) => attributes['dir'])).toEqual(['ltr'])
    expect(mail.text).toContain('\u20662345-ABCD\u2069')
  })

  it('separates every line of its text', () => {
    expect(renderSignInMail(props).text.split('\n')).toEqual([
      'Sign in to app.example.com',
      '',
      props.url,
      '',
      en.mail.code,
      '',
      `    ${props.code}`,
      '',
      en.mail.validity.replace('{duration}', '10 minutes'),
      '',
      en.mail.ignore,
      '',
    ])
  })

  it.each([
    ['https://app.example.com/x y', 'https://app.example.com/x%20y'],
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ])('writes the link %j as browsers parse it', (url, shown) => {
    expect(renderSignInMail({ ...props, url }).text).toContain(`\n${shown}\n`)
  })

  it('has no line break or hidden character in its subject', () => {
    const { subject } = renderSignInMail({ ...props, host: 'a.example\r\nBcc: x@y.example\u202e' })
    expect(subject).toBe('Sign in to a.exampleBcc: x@y.example')
  })

  it('does not replace placeholders in values', () => {
    expect(renderSignInMail({ ...props, host: '$&{host}' }).subject).toBe('Sign in to $&{host}')
  })

  it.each(['/auth/callback', 'javascript:alert(1)', '', 'data:text/html,x'])(
    'refuses the link %j',
    (url) => {
      expect(() => renderSignInMail({ ...props, url })).toThrow(/absolute http\(s\) URL/)
    },
  )

  /** The addresses that a mail with a logo loads. */
  const loaded = (logo: unknown, url = props.url): readonly DocumentElement[] => {
    // As JavaScript may have it.
    const theme = { logo } as Theme
    const { html, text, subject } = renderSignInMail({ ...props, url, theme })
    const plain = renderSignInMail({ ...props, url })
    expect([text, subject]).toEqual([plain.text, plain.subject])
    const found = readDocument(html).filter(
      ({ name, attributes }) =>
        'src' in attributes || ['script', 'link', 'img', 'iframe', 'object'].includes(name),
    )
    // Without an image it is the same mail.
    if (found.length === 0) expect(html).toBe(plain.html)
    return found
  }

  it('loads nothing from the network without a logo', () => {
    expect(loaded(undefined)).toEqual([])
    expect(renderSignInMail(props).html).not.toMatch(/url\(|@import/)
  })

  it.each([
    ['https://cdn.example.com/logo.png', 'https://cdn.example.com/logo.png'],
    ['/logo.png?v=2', 'https://app.example.com/logo.png?v=2'],
    ['/brand/../logo.png', 'https://app.example.com/logo.png'],
    [' /logo.png ', 'https://app.example.com/logo.png'],
    ['HTTPS://cdn.example.com/logo.png', 'https://cdn.example.com/logo.png'],
    ['//cdn.example.com/logo.jpg', 'https://cdn.example.com/logo.jpg'],
    ['/logo.svg.png', 'https://app.example.com/logo.svg.png'],
    ['https://app.example.com/a"onerror="x', 'https://app.example.com/a%22onerror=%22x'],
  ])('shows the logo %j from an absolute address, with the host in its stead', (logo, src) => {
    const [image, ...others] = loaded(logo)
    expect(others).toEqual([])
    expect(image?.attributes).toMatchObject({ src, alt: 'app.example.com', height: '40' })
    expect(image?.attributes['style']).toMatch(/height:40px;.*max-width:100%;/)
    expect(Object.keys(image?.attributes ?? {})).toEqual(['class', 'src', 'alt', 'height', 'style'])
  })

  it('shows a logo of the application in development as well', () => {
    const url = 'http://localhost:3000/auth/callback/email?token=abc'
    for (const logo of ['/logo.png', 'http://localhost:3000/logo.png']) {
      expect(loaded(logo, url)[0]?.attributes['src']).toBe('http://localhost:3000/logo.png')
    }
    expect(loaded('http://localhost:4000/logo.png', url)).toEqual([])
  })

  it.each([
    'logo.png',
    './logo.png',
    '../logo.png',
    'https:logo.png',
    '?logo=1',
    '?',
    '#logo',
    '#',
  ])('shows no logo that depends on the page it is on, as a mail is on none: %j', (logo) => {
    // From the link, some of them would be the link itself, which signs in.
    expect(loaded(logo)).toEqual([])
  })

  it.each([
    'data:image/png;base64,iVBORw0KGgo=',
    'http://cdn.example.com/logo.png',
    'https://user:password@cdn.example.com/logo.png',
    'https://:password@cdn.example.com/logo.png',
    'https://cdn.example.com/logo.svg',
    '/logo.SVG?x=1',
    'javascript:alert(1)',
    'cid:logo',
    'file:///logo.png',
    'https://',
    ' ',
    '',
    7,
    null,
    { toString: () => 'https://example.com/x.png' },
  ])('shows no logo that mail programs do not show, or that is none: %j', (logo) => {
    expect(loaded(logo)).toEqual([])
  })

  it('has a light ground behind the logo where it is dark', () => {
    const { html } = renderSignInMail({ ...props, theme: { logo: '/logo.png' } })
    expect(html).toMatch(/prefers-color-scheme: dark[^]*\.logo \{ background-color: #ffffff/)
  })

  it('has the name of the application for the logo, in which markup is text', () => {
    const theme = { logo: '/logo.png' }
    const { html } = renderSignInMail({ ...props, theme, host: '"><script>alert(1)</script>' })
    const elements = readDocument(html)
    expect(find(elements, 'script')).toEqual([])
    expect(find(elements, 'img')[0]?.attributes['alt']).toBe('"><script>alert(1)</script>')
  })
})
