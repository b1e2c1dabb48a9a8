import { describe, expect, it } from 'vitest'
import { ALL_TEXTS } from '../../../test/all-texts.ts'
import {
  type DocumentElement,
  find,
  readDocument,
  visibleText,
} from '../../../test/document-tree.ts'
import { renderConfirmLink } from './confirm-link.ts'
import { renderContinue } from './continue.ts'
import { renderEndSession } from './end-session.ts'
import { renderError } from './error.ts'
import type { Page } from './page.ts'
import { renderProblem } from './problem.ts'
import { renderSignIn } from '../../../test/sign-in-page.ts'
import { renderSignOut } from './sign-out.ts'
import { renderDevices, type ShownDevice } from './devices.ts'
import { renderSignedOut } from './signed-out.ts'
import { BASE_STYLE } from './styles.ts'
import { en } from './texts/en.ts'
import { CODE_STYLE, renderVerifyRequest } from './verify-request.ts'

const target = { action: '/auth/there', csrfToken: 'the-token', callbackUrl: '/home' }

const device = (changes: Partial<ShownDevice>): ShownDevice => ({
  id: 'one',
  current: false,
  label: 'Firefox on Windows',
  place: null,
  provider: 'Harbour',
  createdAt: new Date(0),
  lastSeenAt: new Date(86_399_000),
  ...changes,
})

const PAGES: Readonly<
  Record<string, (props: Partial<Parameters<typeof renderProblem>[0]>) => Page>
> = {
  'sign-in': (props) => renderSignIn({ ...props, providers: [], callbackUrl: '/' }),
  'sign-out': (props) =>
    renderSignOut({ ...props, ...target, cancelUrl: '/stay', homeUrl: '/', signInUrl: '/in' }),
  error: (props) => renderError({ ...props, signInUrl: '/auth/signin', homeUrl: '/' }),
  problem: (props) => renderProblem({ ...props, status: 400, homeUrl: '/' }),
  'verify-request': (props) =>
    renderVerifyRequest({ ...props, signInUrl: '/auth/signin', codeForm: target }),
  'confirm-link': (props) =>
    renderConfirmLink({ ...props, ...target, email: 'a@b.example', token: 't', expires: '' }),
  continue: (props) =>
    renderContinue({ ...props, action: '/auth/there', name: 'Harbour', fields: { code: 'c&"d' } }),
  'end-session': (props) =>
    renderEndSession({
      ...props,
      action: 'https://harbour.example/logout',
      name: 'Harbour',
      fields: { client_id: 'c&"d' },
      stayUrl: '/stay',
    }),
  'signed-out': (props) => renderSignedOut({ ...props, homeUrl: '/' }),
  'devices-page': (props) =>
    renderDevices({
      ...props,
      ...target,
      devices: [
        device({ current: true }),
        device({ id: 'two', label: null, place: 'Genoa', provider: null, lastSeenAt: null }),
      ],
      now: 90_000_000,
      homeUrl: '/',
    }),
}

function hiddenFields(
  form: DocumentElement | undefined,
): Readonly<Record<string, string | undefined>> {
  const inputs = find(form?.inside ?? [], 'input').filter(
    ({ attributes }) => attributes['type'] === 'hidden',
  )
  return Object.fromEntries(
    inputs.map(({ attributes }) => [attributes['name'] ?? '', attributes['value']]),
  )
}

describe.each(Object.entries(PAGES))('the built-in page %s', (pageName, render) => {
  it('has a class on its card that identifies it', () => {
    const [main] = find(readDocument(render({}).html), 'main')
    const expected = pageName.startsWith('sign-') ? pageName.replace('-', '') : pageName
    expect(main?.attributes['class']).toBe(`card ${expected}`)
  })

  it('sends at most its origin as referrer (PAG-04 MAG-13)', () => {
    const metas = find(readDocument(render({}).html), 'meta')
    const referrer = metas.find(({ attributes }) => attributes['name'] === 'referrer')
    expect(referrer?.attributes['content']).toBe('strict-origin')
  })

  it('has the host in its title when the host is known', () => {
    const elements = readDocument(render({ host: 'app.example' }).html)
    const heading = visibleText(find(elements, 'h1')[0])
    expect(visibleText(find(elements, 'title')[0])).toBe(`${heading} · app.example`)
  })

  it('has each style in one style element with the exact text', () => {
    const page = render({ theme: { brandColor: 'gold' } })
    expect(find(readDocument(page.html), 'style').map(({ text }) => text)).toEqual(page.styles)
  })

  it('has a logo without alternative text when the host is unknown', () => {
    const [logo] = find(readDocument(render({ theme: { logo: '/logo.svg' } }).html), 'img', 'logo')
    expect(logo?.attributes['alt']).toBe('')
  })

  it.each(ALL_TEXTS)('states its language and direction in $lang, and has one heading', (texts) => {
    const elements = readDocument(render({ texts }).html)
    expect(find(elements, 'html')[0]?.attributes).toMatchObject({ lang: texts.lang, dir: 'ltr' })
    expect(find(elements, 'h1')).toHaveLength(1)
    expect(find(elements, 'main')).toHaveLength(1)
    expect(visibleText(find(elements, 'title')[0])).toBe(visibleText(find(elements, 'h1')[0]))
  })

  it('has no script, and loads only the logo of the theme', () => {
    const elements = readDocument(render({}).html)
    expect(
      elements.filter(({ name }) => ['script', 'link', 'img', 'iframe', 'object'].includes(name)),
    ).toEqual([])
    expect(elements.filter(({ attributes }) => 'src' in attributes)).toEqual([])
    expect(BASE_STYLE).not.toMatch(/url\(|@import|</)
  })

  it('has a label for each visible input, and sends every form by POST', () => {
    const elements = readDocument(render({}).html)
    const labelled = find(elements, 'label').map(({ attributes }) => attributes['for'])
    const inputs = find(elements, 'input').filter(
      ({ attributes }) => attributes['type'] !== 'hidden',
    )
    for (const { attributes } of inputs) expect(labelled).toContain(attributes['id'])
    for (const { attributes } of find(elements, 'form')) expect(attributes['method']).toBe('post')
  })

  it('follows the colour scheme of the browser, or that of the theme', () => {
    const schemes = [undefined, 'auto', 'dark', 'light'] as const
    const shown = schemes.map((colorScheme) => {
      const page = render({ theme: colorScheme ? { colorScheme } : {} })
      return find(readDocument(page.html), 'html')[0]?.attributes['data-scheme']
    })
    expect(shown).toEqual(['auto', 'auto', 'dark', 'light'])
  })

  it('uses valid colours and the logo of the theme', () => {
    const good = render({ host: 'app.example', theme: { brandColor: 'gold', logo: '/logo.svg' } })
    const own = pageName === 'verify-request' ? [CODE_STYLE] : []
    expect(good.styles).toHaveLength(2 + own.length)
    expect(good.styles.slice(2)).toEqual(own)
    expect(good.styles[1]).toBe(':root{--brand:#ffd700;--brand-text:#000000;}')
    const logo = find(readDocument(good.html), 'img', 'logo')[0]
    expect(logo?.attributes).toMatchObject({ src: '/logo.svg', alt: 'app.example' })
    const bad = render({ theme: { brandColor: 'url(//x)', buttonText: 'x', logo: 'javascript:x' } })
    expect(bad.html).toBe(render({}).html)
    expect(bad.styles).toEqual([BASE_STYLE, ...own])
  })

  it('uses the button text colour of the theme', () => {
    expect(render({ theme: { brandColor: '#123', buttonText: 'ivory' } }).styles[1]).toContain(
      '--brand-text:#fffff0;',
    )
  })
})

describe('the style sheet of the pages', () => {
  it('has light colours, and dark ones where the page or the browser asks for them', () => {
    const rule = (selector: string): string | undefined =>
      BASE_STYLE.split(`${selector} {`)[1]?.split('}')[0]
    const light = rule('\n:root')
    const dark = rule('\n:root[data-scheme="dark"]')
    expect(light).toMatch(/color-scheme: light;[^]*--page: #\w{6};[^]*--text: #\w{6};/)
    expect(dark).toMatch(/color-scheme: dark;[^]*--page: #\w{6};[^]*--text: #\w{6};/)
    expect(rule(':root[data-scheme="auto"]')?.trim()).toBe(dark?.trim())
  })
})

describe('a page with a message', () => {
  it.each(['error', 'problem', 'verify-request', 'confirm-link', 'continue', 'end-session'])(
    'shows a drawing above its title: %s',
    (name) => {
      const [drawing] = find(readDocument(PAGES[name]?.({}).html ?? ''), 'span', 'icon')
      expect(drawing?.attributes['aria-hidden']).toBe('true')
      const [svg] = find(drawing?.inside ?? [], 'svg')
      expect(svg?.inside).toHaveLength(2)
    },
  )
})

describe('the sign-out page', () => {
  it('asks for confirmation below its title', () => {
    const elements = readDocument(PAGES['sign-out']?.({}).html ?? '')
    expect(visibleText(find(elements, 'p', 'lead')[0])).toBe(en.signOut.question)
  })

  it('posts the CSRF token, and links back', () => {
    const elements = readDocument(PAGES['sign-out']?.({}).html ?? '')
    const [form] = find(elements, 'form')
    expect(form?.attributes['action']).toBe('/auth/there')
    expect(hiddenFields(form)).toEqual({ csrfToken: 'the-token', callbackUrl: '/home' })
    expect(find(elements, 'a').map(({ attributes }) => attributes['href'])).toEqual(['/stay'])
  })
})

describe('the page that confirms a link of a mail', () => {
  it('names the account and posts the parameters of the link', () => {
    const elements = readDocument(PAGES['confirm-link']?.({}).html ?? '')
    expect(visibleText(find(elements, 'main')[0])).toContain('a@b.example')
    expect(find(elements, 'form')).toHaveLength(1)
    expect(hiddenFields(find(elements, 'form')[0])).toEqual({
      csrfToken: 'the-token',
      callbackUrl: '/home',
      token: 't',
      expires: '',
      email: 'a@b.example',
    })
  })
})

describe('the page that repeats a form post', () => {
  it('names the provider and posts only the given fields', () => {
    const elements = readDocument(PAGES['continue']?.({}).html ?? '')
    expect(visibleText(find(elements, 'main')[0])).toContain('Harbour')
    const [form, ...others] = find(elements, 'form')
    expect(others).toEqual([])
    expect(form?.attributes['action']).toBe('/auth/there')
    expect(hiddenFields(form)).toEqual({ code: 'c&"d' })
    expect(visibleText(find(elements, 'button')[0])).toBe('Continue')
    expect(find(elements, 'button')).toHaveLength(1)
    expect(find(elements, 'a')).toEqual([])
  })
})

describe('the page that ends the session at a provider', () => {
  const elements = readDocument(PAGES['end-session']?.({}).html ?? '')

  it('names the provider in its message and on its button', () => {
    expect(visibleText(find(elements, 'p', 'message')[0])).toBe(
      en.endSession.message.replace('{name}', 'Harbour'),
    )
    expect(find(elements, 'button').map(visibleText)).toEqual([
      en.endSession.submit.replace('{name}', 'Harbour'),
    ])
  })

  it('posts only the given fields to the provider, and has a link that keeps the session there', () => {
    const [form, ...others] = find(elements, 'form')
    expect(others).toEqual([])
    expect(form?.attributes['action']).toBe('https://harbour.example/logout')
    expect(hiddenFields(form)).toEqual({ client_id: 'c&"d' })
    expect(find(form?.inside ?? [], 'button')).toHaveLength(1)
    const links = find(elements, 'a')
    expect(links.map(({ attributes }) => attributes['href'])).toEqual(['/stay'])
    expect(links.map(visibleText)).toEqual([en.endSession.stay.replace('{name}', 'Harbour')])
  })
})

describe('the page shown after a mail was sent', () => {
  const props = { signInUrl: '/auth/signin', email: 'a@b.example' }
  const { verifyRequest } = en

  it('has no form when there is no address to send the code to', () => {
    const { html } = renderVerifyRequest({ ...props, codeError: true })
    expect(html).toContain('a@b.example')
    expect(find(readDocument(html), 'form')).toEqual([])
    expect(html).not.toContain(verifyRequest.wrongCode)
  })

  it('shows no message about the code before a wrong one was typed', () => {
    const elements = readDocument(renderVerifyRequest({ ...props, codeForm: target }).html)
    expect(elements.filter(({ attributes }) => attributes['role'] === 'alert')).toEqual([])
    const [input] = find(elements, 'input', 'code')
    expect(input?.attributes).not.toHaveProperty('aria-invalid')
    const [hint] = find(elements, 'p', 'hint')
    expect(hint?.attributes['id']).toMatch(/^[\w-]+$/)
    expect(input?.attributes['aria-describedby']).toBe(hint?.attributes['id'])
  })

  it('shows no number of remaining attempts when it is unknown', () => {
    const page = renderVerifyRequest({ ...props, codeForm: target, codeError: true })
    const [alert] = find(readDocument(page.html), 'div', 'error')
    expect(visibleText(alert)).toBe(verifyRequest.wrongCode)
    expect(alert?.attributes['id']).toMatch(/^[\w-]+$/)
  })

  it('links to the sign-in page', () => {
    const [link] = find(readDocument(renderVerifyRequest(props).html), 'a', 'link')
    expect(link?.attributes['href']).toBe('/auth/signin')
    expect(visibleText(link)).toBe(verifyRequest.again)
  })

  it('accepts the code with spaces, hyphens and lower-case letters', () => {
    const [input] = find(
      readDocument(renderVerifyRequest({ ...props, codeForm: target }).html),
      'input',
      'code',
    )
    expect(input?.attributes).toMatchObject({
      name: 'code',
      autocomplete: 'one-time-code',
      inputmode: 'text',
    })
    // As the HTML standard compiles the attribute.
    const pattern = new RegExp(`^(?:${input?.attributes['pattern'] ?? ''})$`, 'v')
    for (const code of ['K7QM-2XTD', 'k7qm2xtd', ' K7QM 2XTD ']) expect(code).toMatch(pattern)
    expect('<b>').not.toMatch(pattern)
  })

  it('has a message about a wrong code and the remaining attempts, which the input refers to', () => {
    const { html } = renderVerifyRequest({
      ...props,
      codeForm: target,
      codeError: true,
      attemptsLeft: 2,
    })
    const elements = readDocument(html)
    const [alert] = find(elements, 'div', 'error')
    expect(visibleText(alert)).toBe(`${verifyRequest.wrongCode} Attempts left: 2`)
    const [input] = find(elements, 'input', 'code')
    expect(input?.attributes['aria-invalid']).toBe('true')
    expect(input?.attributes['aria-describedby']?.split(' ')).toContain(alert?.attributes['id'])
  })
})

const errorPage = (error?: string): string =>
  renderError({ error, ref: 'K7QMW2XR', signInUrl: '/in', homeUrl: '/' }).html

describe('the error page', () => {
  it.each(['Configuration', 'AccessDenied', 'Verification'] as const)(
    'shows title, message and advice of %s',
    (error) => {
      const text = visibleText(find(readDocument(errorPage(error)), 'main')[0])
      const { title, message, advice } = en.error[error]
      for (const part of [title, message, advice, 'Reference: K7']) expect(text).toContain(part)
    },
  )

  it.each([undefined, '', 'Nope', 'constructor', '__proto__', 'toString'])(
    'has a general text for the code %j',
    (error) => {
      expect(visibleText(find(readDocument(errorPage(error)), 'h1')[0])).toBe(
        en.error.Default.title,
      )
      if (error) expect(errorPage(error)).not.toContain(`>${error}`)
    },
  )

  it('and the page for a failed request show a reference from the query only if it is valid (PAG-02)', () => {
    for (const ref of ['', 'K7', 'K7QMW2XRR', 'CALL-NOW', 'call +1 555', 'K'.repeat(500)]) {
      const error = renderError({ error: 'Verification', ref, signInUrl: '/in', homeUrl: '/' })
      const problem = renderProblem({ status: 400, ref, homeUrl: '/' })
      for (const { html } of [error, problem]) expect(html).not.toContain('<code>')
    }
  })

  it('links to the sign-in page when a new sign-in can help', () => {
    expect(errorPage('Verification')).toContain('href="/in"')
    expect(errorPage('Configuration')).not.toContain('href="/in"')
  })
})

const problemHeading = (status: number): string =>
  visibleText(find(readDocument(renderProblem({ status, homeUrl: '/' }).html), 'h1')[0])

describe('the page for a failed request', () => {
  it.each([400, 403, 404, 405, 413, 415, 429, 500, 503] as const)(
    'shows the message of status %i',
    (status) => {
      const text = visibleText(
        find(readDocument(renderProblem({ status, homeUrl: '/' }).html), 'main')[0],
      )
      expect(text).toContain(en.problem[status].message)
    },
  )

  it('has a general text for other statuses', () => {
    expect([problemHeading(418), problemHeading(599)]).toEqual([
      problemHeading(400),
      problemHeading(500),
    ])
  })
})
