import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import type { AuthClientError } from '../index.ts'
import { startAuthServer } from '../../test/auth-server.ts'
import type { AuthServer } from '../../test/auth-server.ts'
import { signIn } from '../webauthn.ts'
import type { SignInResponse, WebAuthnSignInOptions } from '../webauthn.ts'

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: vi.fn(async () => ({ id: 'known' })),
  startRegistration: vi.fn(async () => ({ id: 'new' })),
}))

const OPTIONS = '/api/auth/webauthn-options/passkey'

let server: AuthServer
let errors: AuthClientError[]
let page: { href: string; assign: (url: string) => void; reload: () => void }

beforeEach(async () => {
  server = await startAuthServer()
  errors = []
  page = { href: `${server.origin}/here?error=Signin`, assign: vi.fn(), reload: vi.fn() }
  vi.stubGlobal('location', page)
  vi.mocked(startAuthentication).mockClear()
  vi.mocked(startRegistration).mockClear()
  server.replies.set(`GET ${OPTIONS}`, {
    json: { action: 'authenticate', options: { challenge: 'c' } },
  })
  server.replies.set('POST /api/auth/callback/passkey', {
    json: { url: `${server.origin}/welcome` },
  })
})

afterEach(() => server.close())

function start(options: WebAuthnSignInOptions<boolean> = {}): Promise<SignInResponse | void> {
  return signIn('passkey', options, {
    origin: server.origin,
    onError: (error) => errors.push(error),
  })
}

const form = (): Record<string, string> => {
  const sent = server.received.find(({ method }) => method === 'POST')
  return Object.fromEntries(new URLSearchParams(sent?.body ?? ''))
}

describe('signing in', () => {
  test('asks for options, has the browser answer, and sends the answer', async () => {
    await start({ email: 'ada@example.com' })
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/auth/providers',
      `GET ${OPTIONS}?action=authenticate&email=ada%40example.com`,
      'GET /api/auth/csrf',
      'POST /api/auth/callback/passkey',
    ])
    const asked = { optionsJSON: { challenge: 'c' }, useBrowserAutofill: false }
    expect(startAuthentication).toHaveBeenCalledExactlyOnceWith(asked)
    expect(form()).toEqual({
      email: 'ada@example.com',
      action: 'authenticate',
      data: '{"id":"known"}',
      csrfToken: 'token-1',
      callbackUrl: `${server.origin}/here`,
    })
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(`${server.origin}/welcome`)
  })

  test('stays on the page where that is asked for', async () => {
    expect(await start({ redirect: false, redirectTo: '/in' })).toEqual({
      ok: true,
      status: 200,
      url: `${server.origin}/welcome`,
      error: undefined,
      code: undefined,
    })
    expect(form()['callbackUrl']).toBe('/in')
    expect(page.assign).not.toHaveBeenCalled()
  })

  test('can wait for a passkey among the suggestions of an input', async () => {
    await start({ autofill: true })
    const asked = { optionsJSON: { challenge: 'c' }, useBrowserAutofill: true }
    expect(startAuthentication).toHaveBeenCalledExactlyOnceWith(asked)
    expect(form()).not.toHaveProperty('autofill')
  })

  test('reports an answer that the server refuses', async () => {
    const url = `${server.origin}/api/auth/signin?error=Signin`
    server.replies.set('POST /api/auth/callback/passkey', { json: { url } })
    expect(await start({ redirect: false })).toMatchObject({
      ok: false,
      error: 'Signin',
      url: null,
    })
    await start()
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(url)
  })

  test('rejects when the person cancels, and sends nothing', async () => {
    const cancelled = new DOMException('no', 'NotAllowedError')
    vi.mocked(startAuthentication).mockRejectedValueOnce(cancelled)
    await expect(start({ redirect: false })).rejects.toBe(cancelled)
    expect(form()).toEqual({})
  })
})

describe('adding a passkey', () => {
  test('does the ceremony that the server names', async () => {
    server.replies.set(`GET ${OPTIONS}`, { json: { action: 'register', options: { rp: {} } } })
    await start({ action: 'register' })
    expect(server.received[1]?.path).toBe(`${OPTIONS}?action=register`)
    expect(startRegistration).toHaveBeenCalledExactlyOnceWith({ optionsJSON: { rp: {} } })
    expect(form()).toMatchObject({ action: 'register', data: '{"id":"new"}' })
  })

  test('leads to the sign-in page when nobody is signed in', async () => {
    const refused = { status: 401, json: { error: 'SessionRequired', message: 'Sign in first.' } }
    server.replies.set(`GET ${OPTIONS}`, refused)
    expect(await start({ action: 'register', redirect: false })).toEqual({
      ok: false,
      status: 401,
      error: 'SessionRequired',
      code: undefined,
      url: null,
    })
    await start({ action: 'register' })
    const here = encodeURIComponent(`${server.origin}/here`)
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(
      `${server.origin}/api/auth/signin?callbackUrl=${here}&error=SessionRequired`,
    )
    expect(errors.map(({ code }) => code)).toEqual(['SessionRequired', 'SessionRequired'])
  })
})

test('Other providers need the other signIn, unknown ones lead to the sign-in page', async () => {
  const client = { origin: server.origin }
  await expect(signIn('github', {}, client)).rejects.toThrow(TypeError)
  await signIn('nobody', {}, client)
  const here = encodeURIComponent(`${server.origin}/here`)
  expect(page.assign).toHaveBeenCalledExactlyOnceWith(
    `${server.origin}/api/auth/signin?callbackUrl=${here}`,
  )
})

test('The type of the result follows `redirect`', () => {
  expectTypeOf(() => signIn('passkey')).returns.resolves.toBeVoid()
  expectTypeOf(() =>
    signIn('passkey', { redirect: false }),
  ).returns.resolves.toEqualTypeOf<SignInResponse>()
})
