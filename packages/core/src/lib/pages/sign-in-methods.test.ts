import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { ALL_TEXTS } from '../../../test/all-texts.ts'
import { type DocumentElement, find, visibleText } from '../../../test/document-tree.ts'
import {
  renderSignIn,
  signInElements as render,
  signInForm as credentials,
  signInNotice as said,
  signInProvider as provider,
  type SignInProps,
} from '../../../test/sign-in-page.ts'
import type { SignInProvider } from './provider-form.ts'
import { REVEAL_SCRIPT, REVEAL_STYLE } from './reveal.ts'
import { BASE_STYLE } from './styles.ts'
import { en } from './texts/en.ts'
import { WEBAUTHN_SCRIPT } from './webauthn-script.ts'

describe('the sign-in method that was used last', () => {
  const webauthn = { optionsUrl: '/o', conditional: false, askEmail: false }
  const ways = [
    provider('oauth', 'one'),
    provider('oidc', 'two'),
    provider('email', 'mail'),
    credentials({ user: {} }),
    provider('webauthn', 'passkey', { webauthn, name: 'Passkey' }),
  ]

  /** Accessible names of the buttons, and their descriptions. */
  const buttons = (
    props: Partial<SignInProps>,
  ): readonly (readonly [string, string | undefined])[] =>
    find(render({ providers: ways, ...props }), 'button').map(({ attributes, inside }) => {
      const [mark] = find(inside, 'span', 'used')
      const [says] = find(inside, 'span', 'says')
      expect(attributes['aria-describedby']).toBe(mark?.attributes['id'])
      if (mark) expect(mark.attributes).toMatchObject({ id: 'last-used', 'aria-hidden': 'true' })
      return [
        attributes['aria-label'] ?? visibleText(find(says?.inside ?? [], 'span')[0]),
        mark && visibleText(mark),
      ]
    })

  it.each(ways)('is marked on the button of $type, in every language', ({ id }) => {
    const at = ways.findIndex((one) => one.id === id)
    for (const texts of ALL_TEXTS) {
      const shown = buttons({ texts, used: id })
      expect(shown.map(([, mark]) => mark)).toEqual(
        ways.map((_, index) => (index === at ? texts.signIn.lastUsed : undefined)),
      )
      // The accessible names stay the same.
      expect(shown.map(([name]) => name)).toEqual(buttons({ texts }).map(([name]) => name))
    }
  })

  it('stays where it is', () => {
    const order = (used?: string): readonly unknown[] =>
      find(render({ providers: ways, used }), 'form').map(({ attributes }) => attributes['action'])
    expect(order('passkey')).toEqual(order())
  })

  it('describes a button that shows only the name of the provider', () => {
    const many = Array.from({ length: 6 }, (_, index) => provider('oauth', `p${index}`))
    const shown = buttons({ providers: many, used: 'p3' })
    expect(shown[3]).toEqual(['Continue with p3', 'Last used'])
    expect(shown.filter(([, mark]) => mark)).toHaveLength(1)
    expect(shown[2]?.[0]).toBe('Continue with p2')
  })

  it.each([undefined, '', 'nosuch', '__proto__', 'constructor'])('is not marked for %j', (used) => {
    expect(buttons({ used })).toEqual(buttons({}))
    expect(buttons({ used }).some(([, mark]) => mark)).toBe(false)
  })

  it('is not marked where it is the only one', () => {
    const providers = ways.slice(0, 1)
    expect(buttons({ providers, used: 'one' })).toEqual(buttons({ providers }))
  })
})

describe('an unknown sign-in method', () => {
  it('is reported as missing in every language', () => {
    for (const texts of ALL_TEXTS) {
      expect(said({ texts, unknown: 'unknown' })).toBe(texts.signIn.unknown.replace(/\s+/g, ' '))
      expect(said({ texts, unknown: 'ours' })).toBe(texts.signInReasons.ours.replace(/\s+/g, ' '))
    }
    expect(said({})).toBe('')
  })

  it('gives way to an error', () => {
    expect(said({ unknown: 'unknown', error: 'Callback' })).toBe(en.signInErrors.Callback)
  })
})

describe('the message of an error', () => {
  const ways = [
    provider('oauth', 'one'),
    credentials({ user: {}, password: { type: 'password' } }),
    provider('email', 'mail'),
  ]

  /** The element directly before the message, and the one that refers to it. */
  function placeOf(props: Partial<SignInProps>): {
    readonly form: string | undefined
    readonly by: readonly unknown[]
  } {
    const elements = render({ providers: ways, ...props })
    const all = find(elements, 'div', 'notice')
    expect(all).toHaveLength(1)
    const form = find(elements, 'form').find(
      ({ inside }) => find(inside, 'div', 'notice').length > 0,
    )
    const by = find(elements, 'input').filter(
      ({ attributes }) => attributes['aria-describedby'] === all[0]?.attributes['id'],
    )
    return { form: form?.attributes['action'], by: by.map(({ attributes }) => attributes['name']) }
  }

  it('is in the form that it is about, and the inputs refer to it', () => {
    const wrong = placeOf({ error: 'CredentialsSignin' })
    expect(wrong).toEqual({ form: '/auth/callback/login', by: ['user', 'password'] })
    expect(placeOf({ error: 'EmailSignin' })).toEqual({ form: '/auth/signin/mail', by: ['email'] })
  })

  it('is above all sign-in methods where it is about none, or about a missing form', () => {
    for (const error of ['Callback', 'OAuthAccountNotLinked', 'nonsense']) {
      expect(placeOf({ error })).toEqual({ form: undefined, by: [] })
    }
    const providers = ways.slice(0, 1)
    for (const error of ['EmailSignin', 'CredentialsSignin']) {
      expect(placeOf({ error, providers })).toEqual({ form: undefined, by: [] })
    }
  })

  it('is above all sign-in methods where it may be about several forms, unless one of them was submitted', () => {
    const providers = [
      ...ways,
      { ...credentials({ user: {} }), id: 'other', callbackUrl: '/auth/callback/other' },
    ]
    const error = 'CredentialsSignin'
    expect(placeOf({ error, providers })).toEqual({
      form: undefined,
      by: ['user', 'password', 'user'],
    })
    const lastIdentifier = { provider: 'other', input: 'user', value: 'ada' }
    expect(placeOf({ error, providers, lastIdentifier })).toEqual({
      form: '/auth/callback/other',
      by: ['user'],
    })
    expect(
      placeOf({ error, providers, lastIdentifier: { ...lastIdentifier, provider: 'gone' } }).form,
    ).toBeUndefined()
  })

  it('of a mail has the cursor in the form that it is about, and in none where it may be about several', () => {
    const focused = (props: Partial<SignInProps>): readonly unknown[] =>
      find(render({ providers: ways, ...props }), 'form').flatMap(({ attributes, inside }) =>
        find(inside, 'input').some((input) => 'autofocus' in input.attributes)
          ? [attributes['action']]
          : [],
      )
    const error = 'EmailSignin'
    expect(focused({ error })).toEqual(['/auth/signin/mail'])
    expect(focused({})).toEqual([])
    const providers = [...ways, provider('email', 'post'), provider('email', 'pigeon')]
    expect(focused({ error, providers })).toEqual([])
    const lastIdentifier = { provider: 'post', input: 'email', value: 'ada@example.com' }
    expect(focused({ error, providers, lastIdentifier })).toEqual(['/auth/signin/post'])
  })
})

describe('the button that shows a password', () => {
  const login = credentials({
    username: {},
    password: { type: 'password' },
    pin: { type: 'PASSWORD' },
  })
  const page = (props: Partial<SignInProps> = {}): ReturnType<typeof renderSignIn> =>
    renderSignIn({ providers: [login], callbackUrl: '/', ...props })
  const reveals = (props?: Partial<SignInProps>): readonly DocumentElement[] =>
    find(render({ providers: [login], ...props }), 'button', 'reveal')

  it.each(ALL_TEXTS)(
    'is in each password with a label in $lang, hidden until the script runs',
    (texts) => {
      const buttons = reveals({ texts })
      expect(buttons.map(({ attributes }) => attributes)).toEqual(
        ['password', 'pin'].map((name) => ({
          class: 'reveal',
          type: 'button',
          'aria-controls': `input-${name}-for-login-provider`,
          'aria-pressed': 'false',
          title: texts.signIn.showPassword,
          hidden: '',
        })),
      )
      // A text, and no label: what looks for the input by its label finds that alone.
      expect(buttons.map(visibleText)).toEqual(buttons.map(() => texts.signIn.showPassword))
      const ids = find(render({ providers: [login] }), 'input').map(
        ({ attributes }) => attributes['id'],
      )
      for (const { attributes } of buttons) expect(ids).toContain(attributes['aria-controls'])
    },
  )

  it('brings its script and its rules once, and lets nothing be connected to', () => {
    const shown = page({ providers: [login, { ...login, id: 'other' }] })
    expect(shown.scripts).toEqual([REVEAL_SCRIPT])
    expect(shown.styles).toEqual([BASE_STYLE, REVEAL_STYLE])
    expect(shown.connects).toBe(false)
    expect(() => new Script(REVEAL_SCRIPT)).not.toThrow()
    expect(REVEAL_SCRIPT).toContain("querySelectorAll('.reveal')")
    expect(REVEAL_SCRIPT).not.toMatch(/https?:|import|innerHTML|eval|<\//)
  })

  it.each<[string, readonly SignInProvider[]]>([
    ['an input of another type', [credentials({ password: {} })]],
    ['mails and buttons alone', [provider('oauth', 'one'), provider('email', 'mail')]],
    ['no inputs', [provider('credentials', 'guest')]],
  ])('is missing, with its script and rules, for %s', (_, providers) => {
    const shown = page({ providers })
    expect(shown.scripts).toEqual([])
    expect(shown.styles).not.toContain(REVEAL_STYLE)
    expect(reveals({ providers })).toEqual([])
  })

  it('stands beside the script for passkeys, which connects', () => {
    const webauthn = { optionsUrl: '/o', conditional: false, askEmail: false }
    const shown = page({ providers: [provider('webauthn', 'passkey', { webauthn }), login] })
    expect(shown.scripts).toEqual([WEBAUTHN_SCRIPT, REVEAL_SCRIPT])
    expect(shown.connects).toBe(true)
  })
})

describe('a message that leaves the cause of a failure open', () => {
  const OPEN = ['Signin', 'OAuthSignin', 'OAuthCallbackError', 'OAuthCreateAccount'] as const
  const MAILS = ['EmailCreateAccount', 'EmailSignin', 'Callback'] as const
  it.each([...OPEN, ...MAILS])('is the one of the reason for the error %s', (error) => {
    for (const reason of ['cancelled', 'expired', 'ours', 'service', 'other-way'] as const) {
      expect(said({ error, reason })).toBe(en.signInReasons[reason])
    }
    expect(said({ error })).toBe(en.signInErrors[error])
  })

  it.each(['OAuthSignin', 'OAuthCallbackError'] as const)(
    'names the provider in every language for the error %s',
    (error) => {
      for (const texts of ALL_TEXTS) {
        const named = texts.providerErrors[error].replace('{name}', '<b>Harbour')
        expect(said({ error, texts, failedAt: '<b>Harbour' })).toBe(named.replace(/\s+/g, ' '))
        expect(said({ error, texts })).toBe(texts.signInErrors[error].replace(/\s+/g, ' '))
      }
    },
  )

  it('says why a person who is signed in has to sign in again', () => {
    const error = 'SessionRequired'
    expect(said({ error, reason: 'step-up' })).toBe(en.signInReasons['step-up'])
    expect(said({ error, reason: 'ours' })).toBe(en.signInErrors.SessionRequired)
  })

  it('stays where the error names the cause', () => {
    for (const error of [
      'CredentialsSignin',
      'OAuthAccountNotLinked',
      'SessionRequired',
    ] as const) {
      expect(said({ error, reason: 'ours' })).toBe(en.signInErrors[error])
    }
  })
})

describe('a name that was sent with a wrong password', () => {
  const login = credentials({ user: {}, note: {}, password: { type: 'password' } })
  const other = { ...login, id: 'other' }
  const lastIdentifier = { provider: 'login', input: 'user', value: 'ada <x>' }
  /** Names of inputs with what they are filled in with, and whether the cursor begins there. */
  const inputs = (props: Partial<SignInProps>): readonly unknown[] =>
    find(render({ providers: [login, other], error: 'CredentialsSignin', ...props }), 'input')
      .filter(({ attributes }) => attributes['type'] !== 'hidden')
      .map(({ attributes: { name, value, ...more } }) => [name, value, 'autofocus' in more])
  const empty = [
    ['user', undefined, false],
    ['note', undefined, false],
    ['password', undefined, false],
  ]

  it('is filled in where it was sent, with the cursor in the password', () => {
    const again = [['user', 'ada <x>', false], empty[1], ['password', undefined, true]]
    expect(inputs({ lastIdentifier })).toEqual([...again, ...empty])
    expect(inputs({ lastIdentifier: { ...lastIdentifier, provider: 'other' } })).toEqual([
      ...empty,
      ...again,
    ])
  })

  it('is nowhere without one, and for a provider that is not there', () => {
    expect(inputs({})).toEqual([...empty, ...empty])
    expect(inputs({ lastIdentifier: { ...lastIdentifier, provider: 'gone' } })).toEqual([
      ...empty,
      ...empty,
    ])
  })

  it('of another request is filled into a page of the same shape', () => {
    expect(inputs({ lastIdentifier: { ...lastIdentifier, value: 'grace' } })[0]).toEqual([
      'user',
      'grace',
      false,
    ])
    expect(inputs({ lastIdentifier: { ...lastIdentifier, input: 'note' } })[1]).toEqual([
      'note',
      'ada <x>',
      false,
    ])
  })
})
