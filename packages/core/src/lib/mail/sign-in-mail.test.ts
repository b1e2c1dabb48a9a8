import { describe, expect, it } from 'vitest'
import { find, readDocument, visibleText } from '../../../test/document-tree.ts'
import { LANGUAGES, textsOf } from '../pages/language.ts'
import { renderSignInMail } from './sign-in-mail.ts'

const props = {
  url: 'https://app.example.com/auth/callback/email?token=abc&callbackUrl=%2F',
  code: 'K7QM-2XTD',
  host: 'app.example.com',
  minutes: 10,
}

describe.each(LANGUAGES)('the sign-in mail in %s', (lang) => {
  const mail = renderSignInMail({ ...props, lang })
  const elements = readDocument(mail.html)

  it('has link and code in both parts', () => {
    const links = find(elements, 'a').map(({ attributes }) => attributes['href'])
    expect(links).toEqual([props.url, props.url])
    expect(visibleText(find(elements, 'p', 'code')[0])).toBe(props.code)
    expect(mail.text).toContain(`\n${props.url}\n`)
    expect(mail.text).toContain(props.code)
  })

  it('says where it is from, how long it is good for, and that it can be ignored', () => {
    const { mail: texts } = textsOf(lang)
    expect(mail.subject).toBe(texts.subject.replace('{host}', props.host))
    for (const part of [mail.text, visibleText(find(elements, 'body')[0])]) {
      expect(part).toMatch(/\b10\b/)
      expect(part).toContain(texts.ignore)
      expect(part).not.toMatch(/[{}]/)
    }
    expect(find(elements, 'html')[0]?.attributes).toMatchObject({ lang, dir: 'ltr' })
  })
})

const buttonStyle = (theme: object): string =>
  find(readDocument(renderSignInMail({ ...props, theme }).html), 'a')[0]?.attributes['style'] ?? ''

describe('the sign-in mail', () => {
  it('writes the host so that mail programs make no link of it', () => {
    const [heading] = find(readDocument(renderSignInMail(props).html), 'h1')
    expect(heading?.text).toContain('app\u200b.example\u200b.com')
    expect(heading?.text).not.toContain(props.host)
  })

  it('has the colours of the theme, and none that is not a colour', () => {
    expect(buttonStyle({ brandColor: 'rgb(0 0 128)' })).toContain(
      'background-color:#000080;color:#ffffff',
    )
    expect(buttonStyle({ brandColor: 'gold', buttonText: '#123' })).toContain(
      'background-color:#ffd700;color:#112233',
    )
    expect(buttonStyle({ brandColor: 'red;background:url(//x)', buttonText: '"><b>' })).toBe(
      buttonStyle({}),
    )
  })

  it('has no line break or hidden character in its subject', () => {
    const { subject } = renderSignInMail({ ...props, host: 'a.example\r\nBcc: x@y.example\u202e' })
    expect(subject).toBe('Sign in to a.exampleBcc: x@y.example')
  })

  it('does not fill in what a value contains', () => {
    expect(renderSignInMail({ ...props, host: '$&{host}' }).subject).toBe('Sign in to $&{host}')
  })

  it.each(['/auth/callback', 'javascript:alert(1)', '', 'data:text/html,x'])(
    'refuses the link %j',
    (url) => {
      expect(() => renderSignInMail({ ...props, url })).toThrow(/absolute http\(s\) URL/)
    },
  )

  it('loads nothing', () => {
    const elements = readDocument(
      renderSignInMail({ ...props, theme: { logo: 'https://example.com/x.png' } }).html,
    )
    expect(
      elements.filter(
        ({ name, attributes }) => 'src' in attributes || ['script', 'link', 'img'].includes(name),
      ),
    ).toEqual([])
  })
})
