import { describe, expect, test } from 'vitest'
import { createAuth } from '../../../index.ts'
import { createSealedBox } from '../../crypto/sealed-box.ts'

const ORIGIN = 'https://app.example'
const SECRET = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'
const NAME = '__Host-latchstring.csrf-token'

const auth = createAuth(
  { providers: [], logger: { error: () => undefined } },
  { env: { NODE_ENV: 'test', AUTH_URL: ORIGIN, AUTH_SECRET: SECRET } },
)

/** A cookie that is sealed as ours are, and says something else. */
async function sealed(payload: Readonly<Record<string, unknown>>): Promise<string> {
  const names = {
    session: '',
    csrf: NAME,
    state: '',
    acting: '',
    pkce: '',
    nonce: '',
    challenge: '',
    device: 'device',
    attempt: 'attempt',
    waiting: '',
    form: '',
    browser: '',
    'mail-proof': '',
    proxy: '',
  }
  const box = createSealedBox({ secrets: [SECRET], names, clock: Date.now })
  return `${NAME}=${await box.seal('csrf', payload, 60)}`
}

const TOKEN = 'f'.repeat(64)

describe.each([
  ['no token', { binding: '' }],
  ['no binding', { token: TOKEN }],
  ['a token that is not a string', { token: 7, binding: '' }],
  ['a binding that is not a string', { token: TOKEN, binding: null }],
])('A CSRF cookie with %s', (_, payload) => {
  test('is replaced, and the token sent with it is refused (CSR-03)', async () => {
    const cookie = await sealed(payload)
    const asked = await auth.handle(new Request(`${ORIGIN}/auth/csrf`, { headers: { cookie } }))
    expect(await asked.json()).toEqual({
      // `expect.stringMatching` has no type of its own.
      csrfToken: expect.stringMatching(/^(?!f{64})[0-9a-f]{64}$/) as unknown,
    })
    const headers = { cookie, accept: 'application/json', 'content-type': 'application/json' }
    const body = JSON.stringify({ csrfToken: TOKEN })
    const sent = await auth.handle(
      new Request(`${ORIGIN}/auth/session`, { method: 'POST', headers, body }),
    )
    expect(await sent.json()).toMatchObject({ error: 'MissingCSRF' })
  })
})

test('A CSRF cookie with both parts is accepted', async () => {
  const cookie = await sealed({ token: TOKEN, binding: '' })
  const asked = await auth.handle(new Request(`${ORIGIN}/auth/csrf`, { headers: { cookie } }))
  expect(await asked.json()).toEqual({ csrfToken: TOKEN })
})
