import { describe, expect, it } from 'vitest'
import { ALL_TEXTS } from '../../../test/all-texts.ts'
import {
  type DocumentElement,
  find,
  readDocument,
  visibleText,
} from '../../../test/document-tree.ts'
import type { CredentialInput } from '../types/provider.ts'
import { contrast, parseColour } from './colour.ts'
import { html } from './html.ts'
import {
  renderSignIn,
  signInElements as render,
  signInForm as credentials,
  signInProvider as provider,
  type SignInProps,
} from '../../../test/sign-in-page.ts'
import type { SignInProvider } from './provider-form.ts'
import { renderSignIn as renderWith } from './sign-in.ts'
import { BASE_STYLE } from './styles.ts'
import { en } from './texts/en.ts'

describe('providers on the sign-in page', () => {
  const providers = [
    provider('oauth', 'one'),
    provider('oidc', 'two'),
    provider('email', 'mail'),
    credentials({ user: {} }),
    provider('webauthn', 'key'),
  ]

  it('each have a form, in their order, that posts to their URL with token and target', () => {
    const forms = find(render({ providers }), 'form')
    expect(forms.map(({ attributes }) => [attributes['method'], attributes['action']])).toEqual([
      ['post', '/auth/signin/one'],
      ['post', '/auth/signin/two'],
      ['post', '/auth/signin/mail'],
      ['post', '/auth/callback/login'],
    ])
    for (const form of forms) {
      const fields = find(form.inside, 'input').map(({ attributes }) => [
        attributes['name'],
        attributes['value'],
      ])
      expect(fields).toContainEqual(['csrfToken', 'tok'])
      expect(fields).toContainEqual(['callbackUrl', '/home'])
      expect(find(form.inside, 'button')).toHaveLength(1)
    }
  })

  it('are separated by one line between kinds', () => {
    expect(find(render({ providers }), 'p', 'or')).toHaveLength(2)
    expect(find(render({ providers: providers.slice(0, 2) }), 'p', 'or')).toHaveLength(0)
  })

  it('send no CSRF token where its check is off', () => {
    const inputs = find(render({ providers, csrfToken: undefined }), 'input')
    expect(inputs.map(({ attributes }) => attributes['name'])).not.toContain('csrfToken')
  })

  it('are named on their buttons, however many there are', () => {
    const names = ['Acme', 'Microsoft Entra ID', 'C', 'D', 'E', 'F', 'G']
    const all = names.map((name) => provider('oauth', name.toLowerCase(), { name }))
    const few = find(render({ providers: all.slice(0, 2) }), 'button').map(visibleText)
    expect(few).toEqual(['AContinue with Acme', 'MEContinue with Microsoft Entra ID'])
    const many = find(render({ providers: all }), 'button')
    expect(many.map(({ attributes }) => attributes['aria-label'])).toEqual(
      names.map((name) => `Continue with ${name}`),
    )
  })

  const redirecting = (count: number): readonly SignInProvider[] =>
    Array.from({ length: count }, (_, index) => provider('oauth', `p${index}`))

  it.each([
    [5, false],
    [6, true],
  ])('%i of them are in two columns of names: %s', (count, many) => {
    const mail = provider('email', 'mail')
    const elements = render({ providers: [...redirecting(count), mail] })
    expect(find(elements, 'main')[0]?.attributes['class']).toBe(
      many ? 'card signin wide' : 'card signin',
    )
    expect(find(elements, 'div', 'provider')[0]?.attributes['class']).toBe(
      many ? 'provider many' : 'provider',
    )
    const [button] = find(elements, 'button')
    expect('aria-label' in (button?.attributes ?? {})).toBe(many)
    expect(visibleText(button)).toBe(many ? 'Pp0' : 'PContinue with p0')
  })

  it('are in one column where one kind has few', () => {
    const mails = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => provider('email', id))
    const [main] = find(render({ providers: mails }), 'main')
    expect(main?.attributes['class']).toBe('card signin')
  })

  it('each have their own colours at any position', () => {
    const mail = provider('email', 'mail')
    const colours = ['#111111', '#222222', '#333333', '#444444']
    const [one, two, three, four] = colours.map((bg, index) =>
      provider(index % 2 ? 'oidc' : 'oauth', `p${index}`, { style: { bg } }),
    )
    if (!one || !two || !three || !four) throw new Error('There are four.')
    const mixed = [mail, one, two, mail, three, four]
    const page = renderSignIn({ providers: mixed, callbackUrl: '/' })
    expect(page.styles).toHaveLength(2)
    const rules = Array.from(
      (page.styles[1] ?? '').matchAll(/\.([\w-]+)\{--mark:(#\w+);--mark-text:#\w+;\}/g),
    )
    expect(rules.map(([rule]) => rule).join('')).toBe(page.styles[1])
    const known = new Map(rules.map(([, className, colour]) => [className, colour]))
    const forms = find(readDocument(page.html), 'form')
    expect(forms).toHaveLength(6)
    const worn = forms.flatMap(({ attributes, inside }) => {
      const [round] = find(inside, 'span', 'mark')
      const name = round?.attributes['class']?.split(' ')[1]
      return round ? [[attributes['action'], known.get(name)]] : []
    })
    expect(worn).toEqual(colours.map((colour, index) => [`/auth/signin/p${index}`, colour]))
  })

  it('without a colour have one of eight by their id, with white text', () => {
    // Their codes are one apart.
    const ids = Array.from('hijklmno')
    const page = renderSignIn({
      providers: ids.map((id) => provider('oauth', id)),
      callbackUrl: '/',
    })
    const rules = Array.from((page.styles[1] ?? '').matchAll(/--mark:(#\w+);--mark-text:(#\w+)/g))
    expect(new Set(rules.map(([, back]) => back)).size).toBe(8)
    expect(new Set(rules.map(([, , front]) => front))).toEqual(new Set(['#ffffff']))
    const longer = renderSignIn({ providers: [provider('oauth', 'hh')], callbackUrl: '/' })
    expect(longer.styles[1]).toContain(`--mark:${rules[0]?.[1]};`)
  })

  it('without a redirect add no style', () => {
    const others = providers.filter(({ type }) => type !== 'oauth' && type !== 'oidc')
    const webauthn = { optionsUrl: '/o', conditional: false, askEmail: false }
    const all = [...others, provider('webauthn', 'other', { webauthn })]
    expect(renderSignIn({ providers: all, callbackUrl: '/' }).styles).toEqual([BASE_STYLE])
  })

  it('have distinct buttons where several have inputs', () => {
    const one = credentials({ user: {} })
    const labels = (given: readonly SignInProvider[]): readonly string[] =>
      find(render({ providers: given }), 'button').map(visibleText)
    const { submit } = en.signIn
    expect(labels([one])).toEqual([submit])
    expect(labels([one, provider('oauth', 'acme')])).toEqual([submit, 'AContinue with acme'])
    expect(labels([one, { ...one, id: 'other', name: 'Other' }])).toEqual([
      'Continue with login',
      'Continue with Other',
    ])
  })

  it.each([
    [' Acme Corp', 'AC'],
    ['Acme - Corp', 'AC'],
    ['acme_corp.example', 'AC'],
    ['Ümlaut', 'Ü'],
  ])('without a mark have the initials of %j', (name, letters) => {
    const elements = render({ providers: [provider('oauth', 'a', { name })] })
    expect(visibleText(find(elements, 'span', 'mark')[0])).toBe(letters)
  })

  it('are missing only with an explanation for developers', () => {
    const listed = (problems?: readonly string[]): readonly string[] =>
      find(render({ problems }), 'li').map(visibleText)
    expect(listed(['One lacks <a>.', 'So does another.'])).toEqual([
      'One lacks <a>.',
      'So does another.',
    ])
    expect(listed([])).toEqual([])
    expect(listed()).toEqual([])
    expect(find(render({}), 'ul')).toEqual([])
  })

  it('may be absent where a custom page lists them', () => {
    expect(visibleText(find(render({}), 'main')[0])).toContain(en.signIn.none)
  })

  it('have a readable mark in their colours', () => {
    const styles = [
      { bg: '#1da1f2', text: '#fff' },
      { bg: '#FFD21E', text: '#000' },
      { brandColor: '#1a73e8' },
      { bg: 'x' },
      undefined,
    ]
    const page = renderSignIn({
      providers: styles.map((style, index) => provider('oauth', `p${index}`, { style })),
      callbackUrl: '/',
    })
    const rules = Array.from((page.styles[1] ?? '').matchAll(/--mark:(#\w+);--mark-text:(#\w+)/g))
    expect(rules.map(([, back]) => back).slice(0, 3)).toEqual(['#1da1f2', '#ffd21e', '#1a73e8'])
    expect(rules).toHaveLength(styles.length)
    for (const [, back, front] of rules) {
      expect(
        contrast(parseColour(back) ?? [0, 0, 0], parseColour(front) ?? [0, 0, 0]),
      ).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('have a mark in the colours of the service where the contrast suffices', () => {
    const mark = 'M0 0h24v24z'
    const styles = [
      { bg: '#ff5500', text: '#fff', mark },
      { brandColor: '#ff4500', mark },
      { bg: '#fff', text: '#0082c9', mark },
      { bg: '#26a5e4', text: '#fff', mark },
      { bg: '#ff5500', text: '#fff' },
    ]
    const page = renderSignIn({
      providers: styles.map((style, index) => provider('oauth', `p${index}`, { style })),
      callbackUrl: '/',
    })
    const rules = Array.from((page.styles[1] ?? '').matchAll(/--mark-text:(#\w+)/g))
    expect(rules.map(([, front]) => front)).toEqual([
      '#ffffff',
      '#ffffff',
      '#0082c9',
      '#000000',
      '#000000',
    ])
  })

  it('have the mark of the service instead of initials, in the colour of the text', () => {
    const mark = 'M12 .297c-6.63 0-12 5.373-12 12zM1e-3,4A1 1 0 1 0 5-6'
    const style = { mark, bg: '#000', text: '#fff' }
    const page = renderSignIn({
      providers: [provider('oauth', 'a', { style }), provider('oidc', 'b', { style: { mark } })],
      callbackUrl: '/',
    })
    const elements = readDocument(page.html)
    const drawings = find(elements, 'svg')
    expect(drawings).toHaveLength(2)
    for (const { attributes } of drawings)
      expect(attributes).toEqual({ 'aria-hidden': 'true', viewBox: '0 0 24 24' })
    expect(find(elements, 'path').map(({ attributes }) => attributes)).toEqual([
      { d: mark },
      { d: mark },
    ])
    const rounds = find(elements, 'span').filter(({ attributes }) =>
      attributes['class']?.startsWith('mark '),
    )
    expect(rounds.map(visibleText)).toEqual(['', ''])
    expect(page.styles.join()).toContain(
      '.mark svg { width: 1rem; height: 1rem; fill: currentColor }',
    )
    const [, first, second] = /mark-0\{(.+?)\}\.mark-1\{(.+?)\}/.exec(page.styles.join()) ?? []
    expect(first).toBe('--mark:#000000;--mark-text:#ffffff;')
    expect(second).toMatch(/^--mark:#\w{6};--mark-text:#\w{6};$/)
  })

  it.each([
    '',
    'M0 0"/><script>alert(1)</script>',
    "M0 0' onload='alert(1)",
    'M0 0 onload=alert(1)',
    '#fragment',
    'url(https://evil.test/x)',
    'M0 0\u0000',
    'M0 0;',
    'x',
    7,
    {},
    ['M0 0'],
    null,
  ])('have their initials where the mark is %j', (hostile) => {
    // As JavaScript may have it.
    const style = { mark: hostile as string }
    const elements = render({ providers: [provider('oauth', 'ab', { style })] })
    expect(find(elements, 'svg')).toEqual([])
    expect(find(elements, 'script')).toEqual([])
    const round = find(elements, 'span').find(({ attributes }) =>
      attributes['class']?.startsWith('mark '),
    )
    expect(round && visibleText(round)).toMatch(/^[A-Z]{1,2}$/)
  })

  it('prefer a logo over a mark', () => {
    const style = { mark: 'M0 0h24v24z', logo: '/a.svg' }
    const elements = render({ providers: [provider('oauth', 'a', { style })] })
    expect(find(elements, 'svg')).toEqual([])
    expect(find(elements, 'img')).toHaveLength(1)
  })

  it('may have a logo that the application serves', () => {
    const [logo] = find(
      render({ providers: [provider('oauth', 'a', { style: { logo: '/a.svg' } })] }),
      'img',
    )
    expect(logo?.attributes).toMatchObject({ src: '/a.svg', alt: '', width: '28', height: '28' })
  })
})

describe('the host on the sign-in page', () => {
  it('is shown below the title where it is known', () => {
    const lead = (host?: string): string | undefined => {
      const [element] = find(render({ host }), 'p', 'lead')
      return element && visibleText(element)
    }
    expect(lead('app.example')).toContain('app.example')
    expect(lead()).toBeUndefined()
  })
})

describe('the e-mail form on the sign-in page', () => {
  it('refers to an error only if the error is about it', () => {
    const input = (error: string): DocumentElement['attributes'] | undefined =>
      find(render({ providers: [provider('email', 'mail')], error }), 'input').find(
        ({ attributes }) => attributes['name'] === 'email',
      )?.attributes
    expect(input('EmailSignin')).toMatchObject({
      'aria-invalid': 'true',
      'aria-describedby': 'signin-error',
    })
    expect(input('Callback')).not.toHaveProperty('aria-invalid')
    expect(input('')).not.toHaveProperty('aria-invalid')
  })

  it('has an input for the address, prefilled where it is known', () => {
    const elements = render({ providers: [provider('email', 'mail')], email: 'a@b.example' })
    const input = find(elements, 'input').find(({ attributes }) => attributes['name'] === 'email')
    expect(input?.attributes).toMatchObject({
      type: 'email',
      autocomplete: 'email',
      required: '',
      value: 'a@b.example',
    })
    expect(input?.attributes['id']).toBe('input-email-for-mail-provider')
    expect(find(elements, 'label')[0]?.attributes['for']).toBe(input?.attributes['id'])
  })
})

const inputOf = (input: CredentialInput, name = 'user'): DocumentElement['attributes'] => {
  const inputs = find(render({ providers: [credentials({ [name]: input })] }), 'input')
  return inputs.find(({ attributes }) => attributes['name'] === name)?.attributes ?? {}
}

describe('the credentials form on the sign-in page', () => {
  it('has the inputs of the provider, each with its label', () => {
    const elements = render({
      providers: [credentials({ username: { label: 'User' }, password: { type: 'password' } })],
    })
    expect(
      find(elements, 'label').map((label) => [visibleText(label), label.attributes['for']]),
    ).toEqual([
      ['User', 'input-username-for-login-provider'],
      ['Password', 'input-password-for-login-provider'],
    ])
    const inputs = find(elements, 'input').map(({ attributes }) => [
      attributes['id'],
      attributes['type'],
      attributes['autocomplete'],
    ])
    expect(inputs).toContainEqual(['input-username-for-login-provider', 'text', 'username'])
    expect(inputs).toContainEqual([
      'input-password-for-login-provider',
      'password',
      'current-password',
    ])
  })

  it('writes valid attributes of inputs in any letter case', () => {
    const attributes = inputOf({
      required: true,
      disabled: false,
      maxLength: 9,
      autoComplete: 'off',
      spellCheck: false,
      'data-x': 'y',
      'aria-label': 'z',
    })
    expect(attributes).toMatchObject({
      required: '',
      maxlength: '9',
      autocomplete: 'off',
      spellcheck: 'false',
      'data-x': 'y',
      'aria-label': 'z',
    })
    expect(attributes).not.toHaveProperty('disabled')
  })

  it.each([
    'onfocus',
    'ONCLICK',
    'style',
    'form',
    'formaction',
    'src',
    'id',
    'name',
    'x y',
    'a=b',
    'data-">',
    'data-x y',
    'aria-x>',
    'x-data-y',
    'xaria-label',
    '__proto__',
  ])('leaves out the attribute %j', (name) => {
    expect(Object.keys(inputOf({ ['title']: 't', [name]: 'evil' }))).toEqual([
      'id',
      'name',
      'type',
      'title',
    ])
    expect(Object.values(inputOf({ [name]: 'evil' }))).not.toContain('evil')
  })

  it.each(['submit', 'image', 'button', 'reset', 'file', 'nonsense'])(
    'writes a text input for the type %j',
    (type) => {
      expect(inputOf({ type })['type']).toBe('text')
    },
  )

  it.each([
    ['email', {}, 'email'],
    ['Email', {}, 'email'],
    ['address', { type: 'email' }, 'email'],
    ['USERNAME', {}, 'username'],
    ['pin', { type: 'password' }, 'current-password'],
    ['pin', {}, undefined],
    ['email', { autocomplete: 'off' }, 'off'],
  ])('sets autocomplete of %s with %j', (name, input, expected) => {
    expect(inputOf(input, name)['autocomplete']).toBe(expected)
  })

  it('writes boolean attributes as in HTML', () => {
    const given = { spellcheck: true, 'data-on': true, 'aria-busy': false, checked: true }
    expect(inputOf(given)).toMatchObject({
      spellcheck: 'true',
      'data-on': 'true',
      'aria-busy': 'false',
      checked: '',
    })
  })

  it('writes the label of a checkbox after it, and other labels before their input', () => {
    const elements = render({
      providers: [credentials({ stay: { type: 'checkbox', label: 'Stay' }, user: {} })],
    })
    const parts = ({ inside }: DocumentElement): readonly string[] =>
      inside.map((part) => part.attributes['name'] ?? `label ${visibleText(part)}`)
    expect(find(elements, 'div', 'choice').map(parts)).toEqual([['stay', 'label Stay']])
    expect(find(elements, 'div', 'field').map(parts)).toEqual([['label User', 'user']])
  })

  it('writes hidden fields without a label', () => {
    const elements = render({
      providers: [credentials({ tenant: { type: 'hidden', value: 'a' } })],
    })
    expect(find(elements, 'label')).toEqual([])
    expect(inputOf({ type: 'hidden', value: 'a' }, 'tenant')).toEqual({
      name: 'tenant',
      type: 'hidden',
      value: 'a',
    })
  })

  it('gives inputs of several providers different ids', () => {
    const inputs = { 'x y': {}, 'x-y': {}, 'y x': {} }
    const twice = ['a b', 'a-b', 'b a'].map((id) => ({ ...credentials(inputs), id }))
    const ids = find(render({ providers: twice }), 'input').flatMap(
      ({ attributes }) => attributes['id'] ?? [],
    )
    expect(ids).toHaveLength(9)
    expect(new Set(ids).size).toBe(9)
    for (const id of ids) expect(id).not.toMatch(/\s/)
  })
})

const notice = (props: Partial<SignInProps>): DocumentElement | undefined =>
  find(render({ providers: [credentials({ user: {} })], ...props }), 'div', 'notice')[0]

const textWithCode = (code: string, error = 'CredentialsSignin'): string =>
  visibleText(notice({ error, code }))

describe('errors on the sign-in page', () => {
  const errors = Object.entries(en.signInErrors)
  it('are absent without an error', () => {
    expect(notice({})).toBeUndefined()
  })

  it.each(errors)('have a text for %s in every language', (error) => {
    for (const texts of ALL_TEXTS) {
      const expected: Readonly<Record<string, string>> = texts.signInErrors
      expect(visibleText(notice({ error, texts }))).toBe(expected[error]?.replace(/\s+/g, ' '))
    }
  })

  it.each(['Nope', 'constructor', '__proto__', 'hasOwnProperty', '<b>'])(
    'have a general text for %j without repeating it',
    (error) => {
      expect(visibleText(notice({ error }))).toBe(en.signInErrors.Signin)
      expect(renderSignIn({ providers: [], callbackUrl: '/', error }).html).not.toContain(
        `>${error}`,
      )
    },
  )

  it('show the reference of the error', () => {
    const shown = visibleText(notice({ error: 'Callback', ref: 'K7QMW2XR' }))
    expect(shown).toContain('Reference: K7QMW2XR')
  })

  it('show only a valid reference (PAG-02)', () => {
    const without = visibleText(notice({ error: 'Callback' }))
    for (const ref of ['', 'K7QM', 'K7QMW2XRR', 'call +1 555', 'CALL-NOW', 'K'.repeat(500)])
      expect(visibleText(notice({ error: 'Callback', ref }))).toBe(without)
  })

  it('show a code of the application only when it is valid', () => {
    const [label = ''] = en.signIn.code.split('{')
    expect(textWithCode('account_locked')).toContain(
      en.signIn.code.replace('{code}', 'account_locked'),
    )
    for (const code of ['credentials', 'call 555', 'x'.repeat(33), '<b>', 'www.evil.test'])
      expect(textWithCode(code)).not.toContain(label)
    expect(textWithCode('account_locked', 'Callback')).not.toContain(label)
  })

  it('are referred to by the inputs they are about', () => {
    const elements = render({ providers: [credentials({ user: {} })], error: 'CredentialsSignin' })
    const input = find(elements, 'input').find(({ attributes }) => attributes['name'] === 'user')
    expect(input?.attributes).toMatchObject({
      'aria-invalid': 'true',
      'aria-describedby': find(elements, 'div', 'notice')[0]?.attributes['id'],
    })
  })

  it('are not styled as an error where a session is required', () => {
    expect(notice({ error: 'SessionRequired' })?.attributes['class']).toBe('notice')
    expect(notice({ error: 'Callback' })?.attributes['class']).toBe('notice error')
  })
})

describe('the reason of an ended session on the sign-in page', () => {
  // Of an object with every reason, by its type.
  const reasons = Object.keys(en.ended) as readonly (keyof typeof en.ended)[]

  /** Another person may have made these changes. */
  const CHANGES = new Set<string>([
    'password-changed',
    'email-changed',
    'account-unlinked',
    'passkey-removed',
    'factor-added',
    'factor-removed',
    'recovery-used',
  ])

  it.each(reasons)('%s has a sentence in every language, which is not an error', (ended) => {
    for (const texts of ALL_TEXTS) {
      const shown = notice({ ended, texts })
      const advice = CHANGES.has(ended) ? ` ${texts.common.notYou}` : ''
      expect(visibleText(shown)).toBe(`${texts.ended[ended]}${advice}`.replace(/\s+/g, ' '))
      expect(shown?.attributes).toMatchObject({
        class: 'notice',
        id: 'signin-error',
        role: 'alert',
      })
    }
  })

  it('replaces the sentence that a session is required, and no other error', () => {
    for (const error of [undefined, '', 'SessionRequired']) {
      expect(visibleText(notice({ ended: 'admin', error }))).toBe(en.ended.admin)
    }
    const shown = notice({ ended: 'admin', error: 'CredentialsSignin' })
    expect(visibleText(shown)).toBe(en.signInErrors.CredentialsSignin)
    expect(shown?.attributes['class']).toBe('notice error')
  })
})

describe('the sign-in page', () => {
  it('has the notices of the signed-in user and for developers above the sign-in methods', () => {
    const props = { present: html`<i>Ada</i>`, development: html`<b>No keys</b>` }
    const elements = render({ providers: [provider('oauth', 'one')], ...props })
    const names = elements.map(({ name }) => name)
    expect(find(elements, 'i').map(visibleText)).toEqual(['Ada'])
    expect(find(elements, 'b').map(visibleText)).toEqual(['No keys'])
    expect(names.indexOf('b')).toBeLessThan(names.indexOf('i'))
    expect(names.indexOf('i')).toBeLessThan(names.indexOf('form'))
  })

  it('skips a provider whose form could not be loaded', () => {
    const providers = [provider('oauth', 'one'), credentials({ user: {} })]
    const page = renderWith({ providers, forms: {}, callbackUrl: '/', error: 'EmailSignin' })
    const forms = find(readDocument(page.html), 'form')
    expect(forms.map(({ attributes }) => attributes['action'])).toEqual(['/auth/signin/one'])
    expect([page.scripts, page.connects]).toEqual([[], false])
  })

  it('has the texts of inputs in the language of the page', () => {
    const inputs = { login: { user: { label: 'Nom', placeholder: 'ada' } }, other: {} }
    const page = (id: string) =>
      render({
        providers: [{ ...credentials({ user: { label: 'Name', title: 'T' } }), id }],
        texts: { ...en, inputs },
      })
    const read = (id: string) => [
      find(page(id), 'label').map(visibleText),
      find(page(id), 'input').flatMap(({ attributes: { placeholder, title } }) =>
        title === undefined ? [] : [[placeholder, title]],
      ),
    ]
    expect(read('login')).toEqual([['Nom'], [['ada', 'T']]])
    expect(read('other')).toEqual([['Name'], [[undefined, 'T']]])
    expect(read('third')).toEqual([['Name'], [[undefined, 'T']]])
  })
})
