import { expect, test, vi } from 'vitest'
import { offerPasskey } from '../webauthn.ts'

const CREATING = { challenge: 'AQID', rp: { name: 'App' }, user: { id: 'BAUG' } }

/** The result of a fake browser for a passkey, with the members that are read. */
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

test('offerPasskey asks the handlers at the base path, and reads the session after it', async () => {
  const kept = new Map<string, string>()
  const asked: string[] = []
  const origin = 'https://app.example'
  class PublicKeyCredential {
    static async getClientCapabilities(): Promise<object> {
      return { conditionalCreate: true }
    }
  }
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  vi.stubGlobal('navigator', { credentials: { create: async () => credential() } })
  vi.stubGlobal('location', { href: `${origin}/app`, origin })
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  })
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET' }: RequestInit = {}) => {
    const { pathname } = new URL(url, origin)
    asked.push(`${method} ${pathname}`)
    if (pathname.endsWith('/csrf')) return Response.json({ csrfToken: 'x' })
    if (pathname.endsWith('/session')) return Response.json(null)
    if (method === 'POST') return Response.json({ url: `${origin}/app` })
    return Response.json({ action: 'register', options: CREATING })
  })
  expect(await offerPasskey('keys', { basePath: '/own/auth' })).toBe(true)
  expect(asked).toEqual([
    'GET /own/auth/webauthn-options/keys',
    'GET /own/auth/csrf',
    'POST /own/auth/callback/keys',
    'GET /own/auth/session',
  ])
  expect(await offerPasskey('keys', { basePath: '/own/auth' })).toBe(false)
  expect(asked).toHaveLength(4)
})
