import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { find, readDocument, visibleText } from '../../../test/document-tree.ts'
import Credentials from '../../providers/credentials.ts'
import GitHub from '../../providers/github.ts'
import type { AuthConfig } from '../types/config.ts'
import { formTypes, loadForms } from './forms.ts'
import type { SignInProvider } from './provider-form.ts'
import { renderSignIn } from './sign-in.ts'
import { webAuthnForm } from './webauthn-form.ts'

/** A deployment that has lost a file, before anything has loaded it; until the file is restored. */
function loseForm(): { readonly restore: () => void } {
  let lost = true
  vi.resetModules()
  vi.doMock(import('./credentials-form.ts'), async (original) => {
    const module = await original()
    return {
      get credentialsForm() {
        if (lost) throw new Error("Cannot find module './credentials-form.js'")
        return module.credentialsForm
      },
    }
  })
  onTestFinished(() => {
    vi.doUnmock('./credentials-form.ts')
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

const unexpected = (type: string, cause: unknown): never => {
  throw new Error(`The form of type ${type} cannot be loaded.`, { cause })
}

describe('The forms of the sign-in page', () => {
  it('are of the types of the providers that have one, each once', () => {
    const types = ['oauth', 'email', 'oidc', 'email', 'credentials', 'constructor']
    expect(formTypes(types.map(provider))).toEqual(['email', 'credentials'])
  })

  it('are loaded once, and only those that are asked for', async () => {
    const first = await loadForms(['email'], unexpected)
    expect(Object.keys(first)).toEqual(['email'])
    const again = await loadForms(['email', 'webauthn'], unexpected)
    expect(again.email).toBe(first.email)
    expect(again.webauthn).toBe(webAuthnForm)
    expect(Object.keys(await loadForms([], unexpected))).toEqual([])
  })

  it.each(['an object', 'a function'])(
    'lack one that cannot be loaded where the configuration is %s, and the log says which and why',
    async (form) => {
      loseForm()
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
      const { handle } = createCore(form === 'an object' ? config : () => config, {})
      const response = await handle(new Request('https://app.example/auth/signin'))
      expect(response.status).toBe(200)
      const forms = find(readDocument(await response.text()), 'form')
      expect(forms.map(({ attributes }) => attributes['action'])).toEqual([
        'https://app.example/auth/signin/github',
      ])
      const [error] = errors
      expect(error?.message).toBe(
        'The sign-in page has no credentials form: its module could not be loaded. Deploy all files of @latchstring/core.',
      )
      expect(String(error?.cause)).toContain('credentials-form')
    },
  )

  it('leave out a form that cannot be loaded, with an error, until it can be loaded', async () => {
    const { restore } = loseForm()
    const forms = await import('./forms.ts')
    const signIn = await import('./sign-in.ts')
    const providers = ['oauth', 'email', 'credentials'].map(provider)
    const tell = vi.fn<Parameters<typeof loadForms>[1]>()
    const show = async (): Promise<readonly (string | undefined)[]> => {
      const loaded = await forms.loadForms(formTypes(providers), tell)
      const page = signIn.renderSignIn({ providers, forms: loaded, callbackUrl: '/' })
      return find(readDocument(page.html), 'form').map(({ attributes }) => attributes['action'])
    }
    const others = ['/auth/signin/oauth', '/auth/signin/email']
    expect(await show()).toEqual(others)
    const [[type, cause] = []] = tell.mock.calls
    expect(type).toBe('credentials')
    expect(String(cause)).toContain('credentials-form')
    restore()
    expect(await show()).toEqual([...others, '/auth/callback/credentials'])
    expect(tell).toHaveBeenCalledTimes(1)
  })

  it('that all fail leave a page that says so', async () => {
    const page = renderSignIn({ providers: [provider('email')], forms: {}, callbackUrl: '/' })
    const [main] = find(readDocument(page.html), 'main')
    expect(visibleText(main)).toContain('No way to sign in has been set up here yet.')
  })
})
