import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { ALL_TEXTS } from '../../../test/all-texts.ts'
import { find, readDocument, visibleText } from '../../../test/document-tree.ts'
import { renderSignIn, type SignInProps } from '../../../test/sign-in-page.ts'
import type { WebAuthnFormOptions } from './provider-form.ts'
import { en } from './texts/en.ts'
import { WEBAUTHN_SCRIPT } from './webauthn-script.ts'

function propsOf(options: Partial<WebAuthnFormOptions> = {}): SignInProps {
  const webauthn = {
    optionsUrl: '/auth/webauthn-options/passkey',
    conditional: true,
    askEmail: false,
    ...options,
  }
  const provider = {
    id: 'passkey',
    name: 'Passkey',
    type: 'webauthn',
    signinUrl: '/auth/signin/passkey',
    callbackUrl: '/auth/callback/passkey',
    webauthn,
  }
  return { providers: [provider], callbackUrl: '/home', csrfToken: 'tok' }
}

const read = (props: SignInProps): ReturnType<typeof readDocument> =>
  readDocument(renderSignIn(props).html)

describe('the form of a WebAuthn provider', () => {
  it('posts token, target and credential response to the callback after the script shows it', () => {
    const elements = read(propsOf())
    const [form] = find(elements, 'form')
    expect(form?.attributes).toMatchObject({ method: 'post', action: '/auth/callback/passkey' })
    const fields = find(form?.inside ?? [], 'input').map(({ attributes }) => attributes)
    expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).toEqual({
      csrfToken: 'tok',
      callbackUrl: '/home',
      action: '',
      data: '',
    })
    expect(visibleText(find(form?.inside ?? [], 'button')[0])).toBe(en.signIn.passkey)
    const hidden = elements.filter(({ attributes }) => 'hidden' in attributes)
    expect(hidden.flatMap(({ inside }) => find(inside, 'form'))).toHaveLength(1)
  })

  it.each(ALL_TEXTS)('has a sentence in $lang about the script, until the script runs', (texts) => {
    const [box] = read({ ...propsOf(), texts }).filter(
      ({ attributes }) => 'data-webauthn' in attributes,
    )
    const sentence = find(box?.inside ?? [], 'p', 'message')[0]
    expect(visibleText(sentence)).toBe(texts.signIn.unsupportedPasskey.replace(/\s+/g, ' '))
    expect(sentence?.attributes).not.toHaveProperty('hidden')
  })

  it('gives the script the URL of the options and whether to suggest passkeys', () => {
    const boxOf = (options: Partial<WebAuthnFormOptions>): unknown =>
      read(propsOf(options)).find(({ attributes }) => 'data-webauthn' in attributes)?.attributes
    expect(boxOf({})).toEqual({
      'data-webauthn': '/auth/webauthn-options/passkey',
      'data-conditional': '',
    })
    expect(boxOf({ conditional: false })).not.toHaveProperty('data-conditional')
  })

  it('has an input for the address where passkeys are looked up by it', () => {
    const props = { ...propsOf({ askEmail: true }), email: 'ada@example.com' }
    const [input] = find(read(props), 'input').filter(({ attributes }) => attributes['id'])
    expect(input?.attributes).toMatchObject({
      name: 'email',
      type: 'email',
      value: 'ada@example.com',
    })
    expect(input?.attributes).not.toHaveProperty('required')
  })
})

describe('custom inputs in the form of a WebAuthn provider', () => {
  const fields = {
    email: { label: 'Address', autocomplete: 'username webauthn' },
    nickname: { type: 'search', value: 'own' },
    'two words': {},
    'no words': {},
  }
  const inputsOf = (props: SignInProps): readonly (readonly (string | undefined)[])[] =>
    find(read(props), 'input')
      .filter(({ attributes }) => attributes['type'] !== 'hidden')
      .map(({ attributes }) => [attributes['name'], attributes['type'], attributes['value']])

  it('replace the one for an address, each with an id and a label', () => {
    const elements = read(propsOf({ fields, askEmail: true }))
    const ids = find(elements, 'input').flatMap(({ attributes }) => attributes['id'] ?? [])
    expect(new Set(ids).size).toBe(4)
    expect(ids[0]).toBe('input-email-for-passkey-provider')
    expect(find(elements, 'label').map(({ attributes }) => attributes['for'])).toEqual(ids)
    expect(find(elements, 'label').map(visibleText)[0]).toBe('Address')
  })

  it('are filled with the known address only where they ask for it', () => {
    expect(inputsOf({ ...propsOf({ fields }), email: 'ada@example.com' })).toEqual([
      ['email', 'text', 'ada@example.com'],
      ['nickname', 'search', 'own'],
      ['two words', 'text', undefined],
      ['no words', 'text', undefined],
    ])
    expect(inputsOf(propsOf({ fields }))[0]).toEqual(['email', 'text', undefined])
  })

  it('do not refer to an error that is not about them', () => {
    const props = { ...propsOf({ fields }), error: 'CredentialsSignin' }
    expect(read(props).filter(({ attributes }) => 'aria-invalid' in attributes)).toEqual([])
  })
})

describe('the script of the WebAuthn form', () => {
  it('is in the page unchanged, as its hash in the policy requires', () => {
    const page = renderSignIn(propsOf())
    expect(page.scripts).toEqual([WEBAUTHN_SCRIPT])
    expect(page.html).toContain(`<script>${WEBAUTHN_SCRIPT}</script>`)
    expect(() => new Script(WEBAUTHN_SCRIPT)).not.toThrow()
    expect(WEBAUTHN_SCRIPT).toContain('navigator.credentials.get(')
  })

  it('loads nothing from other origins and writes no markup', () => {
    expect(WEBAUTHN_SCRIPT).not.toMatch(/https?:|import|innerHTML|eval|<\//)
  })

  it('is not on a page without a WebAuthn provider', () => {
    const [provider] = propsOf().providers
    const plain = {
      ...propsOf(),
      providers: provider ? [{ ...provider, webauthn: undefined }] : [],
    }
    expect(renderSignIn(plain).scripts).toEqual([])
    expect(find(read(plain), 'script')).toEqual([])
  })
})

describe('the options URL of a WebAuthn provider', () => {
  it.each(['/auth/webauthn-options/passkey', 'https://app.example/auth/webauthn-options/passkey'])(
    'is on the page as given: %s',
    (optionsUrl) => {
      const element = read(propsOf({ optionsUrl })).find(
        ({ attributes }) => 'data-webauthn' in attributes,
      )
      expect(element?.attributes['data-webauthn']).toBe(optionsUrl)
    },
  )
})

describe('the button of a WebAuthn provider', () => {
  function page(style?: object): ReturnType<typeof renderSignIn> {
    const { providers, ...props } = propsOf()
    return renderSignIn({ ...props, providers: providers.map((one) => ({ ...one, style })) })
  }

  it('has a mark in the colours of the provider if the provider has a style', () => {
    const { html, styles } = page({ brandColor: '#0b5d7a' })
    const marks = readDocument(html).filter(({ attributes }) =>
      (attributes['class'] ?? '').split(' ').includes('mark-0'),
    )
    expect(marks).toHaveLength(1)
    expect(styles.join('')).toMatch(/\.mark-0\{[^}]*#0b5d7a/)
  })

  it('has the drawing of a passkey if the provider has no style', () => {
    const elements = readDocument(page().html)
    expect(page().html).not.toContain('class="mark')
    const [drawing, ...others] = find(elements, 'svg')
    expect(others).toEqual([])
    expect(drawing?.attributes['aria-hidden']).toBe('true')
  })

  it.each(ALL_TEXTS)(
    'has a label in $lang, with the name of a provider that has an own one',
    (texts) => {
      const { providers, ...props } = propsOf()
      const label = (name: string): string => {
        const named = providers.map((one) => ({ ...one, name }))
        const elements = read({ ...props, texts, providers: named })
        return visibleText(find(elements, 'button')[0])
      }
      expect(label('Passkey')).toBe(texts.signIn.passkey)
      expect(label('Staff key')).toBe(texts.signIn.continueWith.replace('{name}', 'Staff key'))
    },
  )
})
