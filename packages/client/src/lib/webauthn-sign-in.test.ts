import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { createAuthClient, type AuthClientError } from '../index.ts'
import { startAuthServer } from '../../test/auth-server.ts'
import type { AuthServer } from '../../test/auth-server.ts'
import { signIn } from '../webauthn.ts'
import type { SignInResponse, WebAuthnSignInOptions } from '../webauthn.ts'

const OPTIONS = '/api/auth/webauthn-options/passkey'

/** The result of a browser for a passkey, with the members that are read. */
function credential(id: string): object {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  return {
    id,
    rawId: bytes,
    type: 'public-key',
    response: {
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      attestationObject: bytes,
    },
    getClientExtensionResults: () => ({}),
  }
}

/** A page in a browser with an authenticator, and an input where passkeys may be suggested. */
function stubBrowser(): typeof credentials {
  const credentials = {
    get: vi.fn(async (_asked: unknown) => credential('known')),
    create: vi.fn(async (_asked: unknown) => credential('new')),
  }
  class PublicKeyCredential {
    static isConditionalMediationAvailable(): Promise<boolean> {
      return Promise.resolve(true)
    }
  }
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  vi.stubGlobal('navigator', { credentials })
  vi.stubGlobal('document', { querySelectorAll: () => [{}] })
  return credentials
}

let server: AuthServer
let errors: AuthClientError[]
let browser: ReturnType<typeof stubBrowser>
let page: { href: string; assign: (url: string) => void; reload: () => void }

beforeEach(async () => {
  server = await startAuthServer()
  errors = []
  page = { href: `${server.origin}/here?error=Signin`, assign: vi.fn(), reload: vi.fn() }
  vi.stubGlobal('location', page)
  browser = stubBrowser()
  server.replies.set(`GET ${OPTIONS}`, {
    json: { action: 'authenticate', options: { challenge: 'AQID' } },
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

/** Returns the id of the passkey whose response was sent. */
function sentKey(): unknown {
  const { data = '{}' } = form()
  // The type of a response is that of `@simplewebauthn/browser`.
  return (JSON.parse(data) as { id?: unknown }).id
}

describe('signing in with a passkey', () => {
  test('requests options, calls the authenticator, and sends its response', async () => {
    await start({ email: 'ada@example.com' })
    expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/auth/providers',
      `GET ${OPTIONS}?action=authenticate&email=ada%40example.com`,
      'GET /api/auth/csrf',
      'POST /api/auth/callback/passkey',
    ])
    expect(browser.get).toHaveBeenCalledOnce()
    const [asked] = browser.get.mock.calls[0] ?? []
    const challenge = new Uint8Array([1, 2, 3]).buffer
    expect(asked).toMatchObject({ publicKey: { challenge } })
    expect(asked).not.toHaveProperty('mediation')
    const { data, ...fields } = form()
    expect(fields).toEqual({
      email: 'ada@example.com',
      action: 'authenticate',
      csrfToken: 'token-1',
      callbackUrl: `${server.origin}/here`,
    })
    expect(JSON.parse(data ?? '')).toMatchObject({ id: 'known', response: { signature: 'AQID' } })
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(`${server.origin}/welcome`)
  })

  test('stays on the page with redirect: false', async () => {
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

  test('supports passkeys among the suggestions of an input', async () => {
    await start({ autofill: true })
    expect(browser.get.mock.calls).toMatchObject([[{ mediation: 'conditional' }]])
    expect(form()).not.toHaveProperty('autofill')
  })

  test('reports a response that the server refuses', async () => {
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

  test('opens the sign-in page if the refusal has no URL', async () => {
    const refused = { status: 403, json: { error: 'MissingCSRF' } }
    server.replies.set('POST /api/auth/callback/passkey', refused)
    await start({ redirectTo: '/in' })
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(
      `${server.origin}/api/auth/signin?callbackUrl=%2Fin`,
    )
  })

  test('requests options with the text fields, and sends all fields', async () => {
    await start({ email: 'ada@example.com', remember: true })
    expect(server.received[1]?.path).toBe(`${OPTIONS}?action=authenticate&email=ada%40example.com`)
    expect(form()).toMatchObject({ email: 'ada@example.com', remember: 'true' })
  })

  test('notifies other tabs only on success', async () => {
    const heard = vi.fn()
    const end = createAuthClient({ origin: server.origin }).subscribe(heard)
    await start({ redirect: false })
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    server.replies.set('POST /api/auth/callback/passkey', { status: 401, json: { error: 'X' } })
    await start({ redirect: false })
    // Messages that were posted before this one arrive before it.
    createAuthClient().notify()
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2))
    end()
  })

  test('rejects without a request when the person cancels', async () => {
    const cancelled = new DOMException('no', 'NotAllowedError')
    browser.get.mockRejectedValueOnce(cancelled)
    await expect(start({ redirect: false })).rejects.toMatchObject({ cause: cancelled })
    expect(form()).toEqual({})
    expect(page.assign).not.toHaveBeenCalled()
  })
})

describe('after a sign-in, the devices', () => {
  const KNOWN = { rpId: 'localhost', userId: 'BAUG', name: 'ada@example.com', displayName: 'Ada' }
  const signals = {
    signalAllAcceptedCredentials: vi.fn(async (_options: unknown) => undefined),
    signalCurrentUserDetails: vi.fn(async (_options: unknown) => undefined),
  }

  beforeEach(() => {
    vi.stubGlobal('PublicKeyCredential', Object.assign(PublicKeyCredential, signals))
    for (const signal of Object.values(signals)) signal.mockReset()
  })

  test('get the passkeys of the user, the one just used among them, and the names', async () => {
    server.replies.set(`GET ${OPTIONS}`, {
      json: {
        action: 'authenticate',
        options: { challenge: 'AQID' },
        passkeys: [{ ...KNOWN, allAcceptedCredentialIds: ['other'] }, null, 'x'],
      },
    })
    expect(await start({ redirect: false })).toMatchObject({ ok: true })
    expect(server.received.at(-1)?.path).toBe(`${OPTIONS}?action=signal`)
    const { rpId, userId, name, displayName } = KNOWN
    expect(signals.signalAllAcceptedCredentials.mock.calls).toEqual([
      [{ rpId, userId, allAcceptedCredentialIds: ['other', 'known'] }],
    ])
    expect(signals.signalCurrentUserDetails.mock.calls).toEqual([
      [{ rpId, userId, name, displayName }],
    ])
  })

  test('change nothing about the sign-in when they refuse, wait or fail', async () => {
    const passkeys = [{ ...KNOWN, allAcceptedCredentialIds: [] }]
    const options = { challenge: 'AQID' }
    server.replies.set(`GET ${OPTIONS}`, { json: { action: 'authenticate', options, passkeys } })
    signals.signalAllAcceptedCredentials.mockRejectedValueOnce(new TypeError('refused'))
    expect(await start({ redirect: false })).toMatchObject({ ok: true })
    signals.signalCurrentUserDetails.mockReturnValueOnce(new Promise(() => undefined))
    await start()
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(`${server.origin}/welcome`)
    server.replies.set(`GET ${OPTIONS}`, { json: { action: 'authenticate', options } })
    expect(await start({ redirect: false })).toMatchObject({ ok: true })
    expect(errors).toEqual([])
  })

  test('get nothing after a sign-in that failed', async () => {
    const refused = { status: 401, json: { error: 'Signin' } }
    server.replies.set('POST /api/auth/callback/passkey', refused)
    await start({ redirect: false })
    expect(server.received.at(-1)?.method).toBe('POST')
    expect(signals.signalAllAcceptedCredentials).not.toHaveBeenCalled()
  })
})

describe('adding a passkey', () => {
  test('performs the ceremony that the server names', async () => {
    const options = { challenge: 'AQID', rp: { name: 'App' }, user: { id: 'BAUG' } }
    server.replies.set(`GET ${OPTIONS}`, { json: { action: 'register', options } })
    await start({ action: 'register' })
    expect(server.received[1]?.path).toBe(`${OPTIONS}?action=register`)
    expect(browser.create.mock.calls).toMatchObject([[{ publicKey: { rp: { name: 'App' } } }]])
    expect(browser.get).not.toHaveBeenCalled()
    expect(form()['action']).toBe('register')
    expect(sentKey()).toBe('new')
  })

  test('opens the sign-in page without a session', async () => {
    const refused = {
      status: 401,
      json: { error: 'SessionRequired', message: 'Sign in to continue.' },
    }
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

  test('opens the sign-in page, and comes back, where the sign-in is too long ago to add a passkey', async () => {
    const refused = { status: 403, json: { error: 'StepUpRequired', message: 'Sign in again.' } }
    server.replies.set(`GET ${OPTIONS}`, refused)
    const result = await start({ action: 'register', redirect: false })
    expect(result).toMatchObject({ ok: false, status: 403, error: 'StepUpRequired' })
    await start({ action: 'register' })
    const here = encodeURIComponent(`${server.origin}/here`)
    expect(page.assign).toHaveBeenCalledExactlyOnceWith(
      `${server.origin}/api/auth/signin?callbackUrl=${here}&error=SessionRequired`,
    )
  })
})

test('signIn of /webauthn refuses providers of other types, and opens the sign-in page for unknown ones', async () => {
  const client = { origin: server.origin }
  await expect(signIn('github', {}, client)).rejects.toThrow(TypeError)
  await expect(signIn('github', {}, client)).rejects.toThrow(/"github".*the other signIn/)
  const here = encodeURIComponent(`${server.origin}/here`)
  server.replies.set('GET /api/auth/providers', { json: { gone: null } })
  for (const unknown of ['nobody', 'constructor', 'gone']) {
    await signIn(unknown, {}, client)
    expect(page.assign).toHaveBeenLastCalledWith(
      `${server.origin}/api/auth/signin?callbackUrl=${here}`,
    )
  }
  expect(page.assign).toHaveBeenCalledTimes(3)
})

test('signIn of /webauthn returns a result only with `redirect: false`', () => {
  expectTypeOf(() => signIn('passkey')).returns.resolves.toBeVoid()
  expectTypeOf(() =>
    signIn('passkey', { redirect: false }),
  ).returns.resolves.toEqualTypeOf<SignInResponse>()
})
