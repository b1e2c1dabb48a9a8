import { describe, expect, it } from 'vitest'
import { createCore } from '../engine/auth.ts'
import type { AuthConfig } from '../types/config.ts'
import { renderConfirmLink } from './confirm-link.ts'
import { renderContinue } from './continue.ts'
import { renderEndSession } from './end-session.ts'
import { renderError } from './error.ts'
import { html } from './html.ts'
import { renderProblem } from './problem.ts'
import { renderSignIn } from '../../../test/sign-in-page.ts'
import { renderSignOut } from './sign-out.ts'
import { renderDevices } from './devices.ts'
import { renderSignedOut } from './signed-out.ts'
import { findLook, renderPage, templates } from './template.ts'
import { renderVerifyRequest } from './verify-request.ts'

/** All that is kept for later pages, as text. */
function kept(): string {
  return Array.from(
    templates.entries(),
    ([key, { fill, styles }]) => key + fill({}) + styles.join(''),
  ).join('')
}

describe('The cache of page templates', () => {
  const words = [
    'token',
    'callback',
    'host',
    'address',
    'code',
    'expires',
    'link',
    'field',
    'problem',
    'query',
  ]
  const secret = (word: string): string => `secret-${word}-of-one-browser`
  const form = {
    action: `/there?${secret('query')}`,
    csrfToken: secret('token'),
    callbackUrl: `/home?${secret('callback')}`,
  }
  const common = { host: `${secret('host')}.example` }
  const urls = { homeUrl: `/home?${secret('query')}`, signInUrl: `/in?${secret('query')}` }
  const email = `${secret('address')}@example.com`
  const webauthn = {
    optionsUrl: '/options',
    conditional: true,
    askEmail: false,
    fields: { email: {} },
  }
  const providers = ['oauth', 'email', 'credentials', 'webauthn'].map((type) => ({
    id: type,
    name: type,
    type,
    signinUrl: `/signin/${type}`,
    callbackUrl: `/callback/${type}`,
    ...(type === 'webauthn' ? { webauthn } : {}),
  }))
  const signIn = { ...common, ...form, providers, email, origin: `https://${common.host}` }

  it.each<[string, () => { readonly html: string }, RegExp]>([
    ['sign-in', () => renderSignIn(signIn), /token.*callback.*address/s],
    [
      'sign-in, after a failure',
      () =>
        renderSignIn({ ...signIn, error: 'CredentialsSignin', code: secret('code').slice(0, 31) }),
      /secret-code/,
    ],
    [
      'sign-in without providers',
      () => renderSignIn({ ...signIn, providers: [], problems: [secret('problem')] }),
      /problem/,
    ],
    [
      'sign-out',
      () => renderSignOut({ ...common, ...form, cancelUrl: `/${secret('callback')}` }),
      /token.*callback/s,
    ],
    ['error', () => renderError({ ...common, ...urls, error: secret('code') }), /query/],
    ['problem', () => renderProblem({ ...common, ...urls, status: 400 }), /query/],
    [
      'verify-request',
      () => renderVerifyRequest({ ...common, ...urls, email, codeForm: form, attemptsLeft: 2 }),
      /address.*token/s,
    ],
    [
      'confirm-link',
      () =>
        renderConfirmLink({
          ...common,
          ...form,
          email,
          token: secret('link'),
          expires: secret('expires'),
        }),
      /secret-link.*secret-expires/s,
    ],
    [
      'continue',
      () =>
        renderContinue({
          ...common,
          ...form,
          name: 'Quay',
          fields: { [secret('field')]: secret('code') },
        }),
      /field.*code/s,
    ],
    [
      'end-session',
      () =>
        renderEndSession({
          ...common,
          action: `https://quay.example/${secret('callback')}`,
          name: 'Quay',
          fields: { [secret('field')]: secret('code') },
          stayUrl: `/${secret('link')}`,
        }),
      /field.*code/s,
    ],
    ['signed-out', () => renderSignedOut({ ...common, ...urls }), /query/],
    [
      'devices',
      () =>
        renderDevices({
          ...common,
          ...form,
          ...urls,
          devices: [
            {
              id: secret('field'),
              current: false,
              label: secret('code'),
              place: secret('address'),
              provider: secret('link'),
              createdAt: new Date(1),
              lastSeenAt: new Date(1),
            },
          ],
          now: 2,
        }),
      /field.*code.*address.*link/s,
    ],
  ])('contains nothing of a request: %s', (_, render, expected) => {
    expect(render().html).toMatch(expected)
    expect(templates.size).toBeGreaterThan(0)
    const text = kept()
    for (const word of words) expect(text).not.toContain(secret(word).slice(0, 20))
  })

  it('contains nothing of the requests of a whole application', async () => {
    const config: AuthConfig = {
      providers: [
        { id: 'login', name: 'Login', type: 'credentials', credentials: {}, authorize: () => null },
      ],
      secret: 'K4nT7eKd0yRf2jHs6vLb9mQa3gPz8cXi5o1',
      trustHost: true,
      logger: { warn: () => undefined },
    }
    const { handle } = createCore(config, {})
    const query = `callbackUrl=${encodeURIComponent(`/${secret('callback')}`)}&email=${secret('address')}`
    const url = `https://${secret('host')}.example/auth/signin?${query}&code=${secret('code')}`
    const text = await (await handle(new Request(url))).text()
    const [, token = ''] = /name="csrfToken" value="(\w+)"/.exec(text) ?? []
    expect(token.length).toBeGreaterThan(20)
    expect(text).toContain(secret('callback'))
    expect(kept()).not.toContain(token)
    for (const word of words) expect(kept()).not.toContain(secret(word))
  })

  it('has none for what a browser says that it used last, but for each configured way in (P-15)', async () => {
    const login = {
      name: 'Login',
      type: 'credentials',
      credentials: {},
      authorize: () => null,
    } as const
    const { handle } = createCore(
      {
        providers: [
          { ...login, id: 'one' },
          { ...login, id: 'two' },
        ],
        secret: 'K4nT7eKd0yRf2jHs6vLb9mQa3gPz8cXi5o1',
        trustHost: true,
        logger: { warn: () => undefined },
      },
      {},
    )
    const open = async (id: string): Promise<string> => {
      const headers = { cookie: `__Host-latchstring.last-used=${id}` }
      return (await handle(new Request('https://app.example/auth/signin', { headers }))).text()
    }
    for (const id of ['one', 'two', '']) expect(await open(id)).toContain('Login')
    const keys = new Set(Array.from(templates.entries(), ([key]) => key))
    for (let index = 0; index < 20; index += 1) await open(`three${index}`)
    const added = Array.from(templates.entries(), ([key]) => key).filter((key) => !keys.has(key))
    expect(added).toEqual([])
  })

  it('is bounded for any number of configurations (P-15)', () => {
    const render = (index: number): string => {
      const theme = { brandColor: `#${index.toString(16).padStart(6, '0')}` }
      const provider = {
        id: `p${index}`,
        name: 'P',
        type: 'oauth',
        signinUrl: '/s',
        callbackUrl: '/c',
      }
      return renderSignIn({ theme, providers: [provider], callbackUrl: '/' }).html
    }
    const first = render(0)
    for (let index = 1; index <= 600; index++) {
      expect(render(index)).toContain(`--brand:#${index.toString(16).padStart(6, '0')}`)
      expect(templates.size).toBeLessThanOrEqual(256)
    }
    expect(templates.size).toBe(256)
    expect(render(0)).toBe(first)
  })
})

describe('A page template', () => {
  it('is created once for requests of the same shape, also from new objects with equal content (P-15)', () => {
    let made = 0
    const build = (): { document: ReturnType<typeof html>; styles: []; scripts: [] } => {
      made += 1
      return { document: html`<p></p>`, styles: [], scripts: [] }
    }
    const render = (brandColor: string): unknown =>
      renderPage('counted', findLook({ theme: { brandColor } }), build, {})
    for (const colour of ['gold', 'gold', 'teal', 'gold']) render(colour)
    expect(made).toBe(2)
  })
})
