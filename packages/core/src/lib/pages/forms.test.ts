import { expect, it, onTestFinished, vi } from 'vitest'
import { find, readDocument, visibleText } from '../../../test/document-tree.ts'
import Credentials from '../../providers/credentials.ts'
import GitHub from '../../providers/github.ts'
import type { AuthConfig } from '../types/config.ts'
import { FORMS } from './forms.ts'
import type { SignInProvider } from './provider-form.ts'
import { renderSignIn } from './sign-in.ts'
import { en } from './texts/en.ts'

/** Simulates a deployment without the module of the forms, until it is restored. */
function loseForms(): { readonly restore: () => void } {
  let lost = true
  vi.resetModules()
  vi.doMock(import('./forms.ts'), async (original) => {
    const module = await original()
    return {
      get FORMS() {
        if (lost) throw new Error("Cannot find module './forms.js'")
        return module.FORMS
      },
    }
  })
  onTestFinished(() => {
    vi.doUnmock('./forms.ts')
    vi.resetModules()
  })
  return { restore: () => void (lost = false) }
}

const provider = (type: string): SignInProvider => ({
  id: type,
  name: type,
  type,
  signinUrl: `/auth/signin/${type}`,
  callbackUrl: `/auth/callback/${type}`,
  ...(type === 'credentials' && { credentials: { password: { type: 'password' } } }),
})

const actionsOf = (page: string): readonly (string | undefined)[] =>
  find(readDocument(page), 'form').map(({ attributes }) => attributes['action'])

it.each(['an object', 'a function'])(
  'the sign-in page has its buttons while the forms cannot be loaded, and the log has the error: the configuration is %s',
  async (kind) => {
    const { restore } = loseForms()
    const { createCore } = await import('../engine/auth.ts')
    const errors: Error[] = []
    const config: AuthConfig = {
      providers: [
        GitHub({ clientId: 'a', clientSecret: 'b' }),
        Credentials({ credentials: { name: {} }, authorize: () => null }),
      ],
      secret: 'K4nT7eKd0yRf2jHs6vLb9mQa3gPz8cXi5o1',
      trustHost: true,
      logger: { error: (error) => void errors.push(error), warn: () => undefined },
    }
    const { handle } = createCore(kind === 'an object' ? config : () => config, {})
    const open = async (): Promise<readonly (string | undefined)[]> => {
      const response = await handle(new Request('https://app.example/auth/signin'))
      expect(response.status).toBe(200)
      return actionsOf(await response.text())
    }
    const button = 'https://app.example/auth/signin/github'
    expect(await open()).toEqual([button])
    const [error] = errors
    expect(error?.message).toBe(
      'The sign-in page has only buttons: the module of its forms could not be loaded. Deploy all files of @latchstring/core.',
    )
    expect(String(error?.cause)).toContain('forms')
    restore()
    expect(await open()).toEqual([button, 'https://app.example/auth/callback/credentials'])
    expect(errors).toHaveLength(1)
  },
)

it('a provider whose form is missing is skipped', () => {
  const { email } = FORMS
  const providers = ['oauth', 'email', 'credentials', 'constructor'].map(provider)
  const page = renderSignIn({ providers, forms: { email }, callbackUrl: '/' })
  expect(actionsOf(page.html)).toEqual(['/auth/signin/oauth', '/auth/signin/email'])
})

it('a page without any form or button has a sentence about that', () => {
  const page = renderSignIn({ providers: [provider('email')], forms: {}, callbackUrl: '/' })
  const [main] = find(readDocument(page.html), 'main')
  expect(visibleText(main)).toContain(en.signIn.none)
})

it('the links of a form stand together, beneath it', () => {
  const links = [
    { url: '/auth/passwords/forgotten', label: 'Forgot password?' },
    { url: '/auth/passwords/sign-up', label: 'Create an account' },
  ]
  const { html } = renderSignIn({
    providers: [{ ...provider('credentials'), links }],
    callbackUrl: '/',
    csrfToken: 'the-token',
    forms: FORMS,
  })
  const groups = find(readDocument(html), 'div', 'links')
  expect(groups).toHaveLength(1)
  for (const { label } of links) expect(visibleText(groups[0])).toContain(label)
})
