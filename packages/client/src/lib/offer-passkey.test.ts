import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startAuthServer } from '../../test/auth-server.ts'
import type { AuthServer } from '../../test/auth-server.ts'
import { offerPasskey } from '../webauthn.ts'

const OPTIONS = '/api/auth/webauthn-options/passkey'
const CREATING = { challenge: 'AQID', rp: { name: 'App' }, user: { id: 'BAUG' } }

/** What a fake browser says that it can do. */
let capabilities: Readonly<Record<string, boolean>> | undefined
let server: AuthServer
const create = vi.fn<(asked: unknown) => Promise<object>>()
const errors = vi.fn()

/** The result of the fake browser for a passkey, with the members that are read. */
function credential(): object {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  return {
    id: 'new',
    rawId: bytes,
    type: 'public-key',
    response: { clientDataJSON: bytes, attestationObject: bytes },
    getClientExtensionResults: () => ({}),
  }
}

/** A fake of the storage of a tab. */
function createStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
  }
}

beforeEach(async () => {
  server = await startAuthServer()
  server.replies.set(`GET ${OPTIONS}`, { json: { action: 'register', options: CREATING } })
  server.replies.set('POST /api/auth/callback/passkey', { json: { url: `${server.origin}/app` } })
  capabilities = { conditionalCreate: true }
  create.mockReset().mockImplementation(async () => credential())
  class PublicKeyCredential {
    static async getClientCapabilities(): Promise<typeof capabilities> {
      return capabilities
    }
  }
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  vi.stubGlobal('navigator', { credentials: { create } })
  vi.stubGlobal('location', { href: `${server.origin}/app`, hostname: 'localhost' })
  vi.stubGlobal('sessionStorage', createStorage())
  errors.mockReset()
})

afterEach(async () => {
  expect(errors).not.toHaveBeenCalled()
  await server.close()
})

const offer = (): Promise<boolean> =>
  offerPasskey('passkey', { origin: server.origin, onError: errors })

const asked = (): readonly string[] => server.received.map(({ path }) => path)

test('a passkey is made without a dialog, and sent, once in a tab', async () => {
  expect(await offer()).toBe(true)
  expect(asked()[0]).toBe(`${OPTIONS}?action=offer`)
  expect(create.mock.calls).toMatchObject([
    [{ mediation: 'conditional', publicKey: { rp: { name: 'App' } } }],
  ])
  const sent = server.received.find(({ method }) => method === 'POST')
  expect(new URLSearchParams(sent?.body ?? '').get('action')).toBe('register')
  const requests = asked().length
  expect(await offer()).toBe(false)
  expect(asked()).toHaveLength(requests)
})

test('nothing is asked of a browser that makes none, or has no storage', async () => {
  capabilities = { conditionalCreate: false }
  expect(await offer()).toBe(false)
  capabilities = undefined
  expect(await offer()).toBe(false)
  vi.stubGlobal('PublicKeyCredential', undefined)
  expect(await offer()).toBe(false)
  vi.stubGlobal('sessionStorage', undefined)
  expect(await offer()).toBe(false)
  expect(asked()).toEqual([])
})

test('the browser is asked only where the server has options, and a later sign-in may ask again', async () => {
  server.replies.set(`GET ${OPTIONS}`, { json: { action: 'register', options: null } })
  expect(await offer()).toBe(false)
  server.replies.set(`GET ${OPTIONS}`, { status: 403, json: { error: 'ActingRefused' } })
  expect(await offer()).toBe(false)
  expect(create).not.toHaveBeenCalled()
  server.replies.set(`GET ${OPTIONS}`, { json: { action: 'register', options: CREATING } })
  expect(await offer()).toBe(true)
})

test('a browser or a server that refuses is no failure of the page', async () => {
  create.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  expect(await offer()).toBe(false)
  expect(asked()).toHaveLength(1)
  vi.stubGlobal('sessionStorage', createStorage())
  const refused = { status: 401, json: { error: 'Signin' } }
  server.replies.set('POST /api/auth/callback/passkey', refused)
  expect(await offer()).toBe(false)
})
