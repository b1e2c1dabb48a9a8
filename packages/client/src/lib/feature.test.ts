import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthClient } from '../index.ts'
import type { AuthClient } from '../index.ts'
import { createSessionStore } from '../store.ts'
import { startAuthServer } from '../../test/auth-server.ts'
import type { AuthServer } from '../../test/auth-server.ts'

let server: AuthServer

beforeEach(async () => {
  server = await startAuthServer()
  vi.stubGlobal('location', { href: `${server.origin}/here`, assign: vi.fn(), reload: vi.fn() })
})

afterEach(() => server.close())

const client = (): AuthClient => createAuthClient({ origin: server.origin, onError: vi.fn() })

const CHANGE = 'POST /api/auth/passwords/forgot'

describe('a change of a feature', () => {
  test('is JSON with the token, the inputs as they are, and where it leads back to', async () => {
    server.replies.set(CHANGE, { json: { sent: true } })
    const answer = await client().feature.change('passwords/forgot', { email: 'a@b.c', days: 3 })
    expect(answer).toMatchObject({ ok: true, status: 200, error: undefined, body: { sent: true } })
    const posted = server.received.find(({ method }) => method === 'POST')
    expect(JSON.parse(posted?.body ?? '')).toEqual({
      csrfToken: 'token-1',
      callbackUrl: `${server.origin}/here`,
      email: 'a@b.c',
      days: 3,
    })
  })

  test('that is refused has the code and the sentence', async () => {
    server.replies.set(CHANGE, {
      status: 400,
      json: { error: 'passwords/too-short', message: 'Longer.' },
    })
    expect(await client().feature.change('passwords/forgot')).toMatchObject({
      ok: false,
      status: 400,
      error: 'passwords/too-short',
      message: 'Longer.',
      url: null,
    })
  })

  test('that leads on has the address, and one to the sign-in page is a failure', async () => {
    server.replies.set(CHANGE, { json: { url: '/next' } })
    const led = await client().feature.change('passwords/forgot')
    expect(led).toMatchObject({ ok: true, url: `${server.origin}/next` })
    server.replies.set(CHANGE, { json: { url: '/auth/signin?error=SessionRequired' } })
    const ended = await client().feature.change('passwords/forgot')
    expect(ended).toMatchObject({ ok: false, error: 'SessionRequired' })
  })

  test.each([
    ['a proxy', { status: 502, text: 'Bad gateway' }, 502, 'UnexpectedAnswer'],
    ['an address of a script', { json: { url: 'javascript:alert(1)' } }, 200, undefined],
  ])('answered by %s leads nowhere', async (_, reply, status, error) => {
    server.replies.set(CHANGE, reply)
    const answer = await client().feature.change('passwords/forgot')
    expect(answer).toMatchObject({ status, error, url: null })
  })

  test('without a server is a failure of the network', async () => {
    const auth = client()
    await server.close()
    expect(await auth.feature.change('passwords/forgot')).toMatchObject({
      ok: false,
      status: 0,
      error: 'NetworkError',
    })
    server = await startAuthServer()
  })

  test('of a store resolves after the session is read again', async () => {
    const store = createSessionStore(client(), null)
    const session = { user: { name: 'Ada' }, expires: '2030-01-01T00:00:00.000Z' }
    server.replies.set(CHANGE, { json: {} })
    server.replies.set('GET /api/auth/session', { json: session })
    await store.feature.change('passwords/forgot')
    expect(store.get()).toEqual(session)
  })
})

test('a page of a feature is read as data, with its parameters', async () => {
  server.replies.set('GET /api/auth/factors/set-up', { json: { title: 'Set up', blocks: [] } })
  const answer = await client().feature.page('factors/set-up', { kind: 'totp', other: undefined })
  expect(answer).toMatchObject({ ok: true, body: { title: 'Set up', blocks: [] } })
  expect(server.received.map(({ method }) => method)).toEqual(['GET'])
})
