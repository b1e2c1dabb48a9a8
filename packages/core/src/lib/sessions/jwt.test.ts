import { describe, expect, test, vi } from 'vitest'
import { decode, encode, getToken } from './jwt.ts'

const SECRET = '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'
const NAME = 'latchstring.session-token'

describe('getToken with raw', () => {
  test.each<readonly [string, Readonly<Record<string, string>>, object, string | null]>([
    ['the cookie for https first', { cookie: `${NAME}=a; __Host-${NAME}=b` }, {}, 'b'],
    ['the cookie for http where it is alone', { cookie: `${NAME}=a` }, {}, 'a'],
    [
      'the cookie for http where it is asked for',
      { cookie: `${NAME}=a; __Host-${NAME}=b` },
      { secureCookie: false },
      'a',
    ],
    [
      'the cookie for https',
      { cookie: `${NAME}=a; __Host-${NAME}=b` },
      { secureCookie: true },
      'b',
    ],
    ['a cookie with another name', { cookie: 'acme=c' }, { cookieName: 'acme' }, 'c'],
    ['a cookie in pieces', { cookie: `${NAME}.0=a; ${NAME}.1=b` }, {}, 'ab'],
    ['a bearer token', { authorization: 'Bearer a%2Bb' }, {}, 'a+b'],
    ['null for another scheme', { authorization: 'Basic YTpi' }, {}, null],
    ['null for a scheme without a token', { authorization: 'Bearer' }, {}, null],
    ['null for a token without a scheme', { authorization: 'a.b.c' }, {}, null],
    ['null for a wrongly encoded token', { authorization: 'Bearer %E0%A4%A' }, {}, null],
    ['null without a token', { accept: '*/*' }, {}, null],
  ])('returns %s', async (_, headers, more, expected) => {
    expect(await getToken({ req: { headers }, raw: true, ...more })).toBe(expected)
    const request = new Request('https://app.example', { headers })
    expect(await getToken({ req: request, raw: true, ...more })).toBe(expected)
  })
})

describe('getToken', () => {
  test('returns the token of the cookie', async () => {
    const sealed = await encode({ token: { sub: '1' }, secret: SECRET, salt: NAME })
    const req = { headers: { cookie: `${NAME}=${sealed}` } }
    expect(await getToken({ req, secret: SECRET })).toMatchObject({ sub: '1' })
    expect(await getToken({ req, secret: SECRET, salt: 'another' })).toBeNull()
  })

  test.each([NAME, `__Host-${NAME}`])('returns the bearer token of %s', async (salt) => {
    const sealed = await encode({ token: { sub: '1' }, secret: SECRET, salt })
    const req = { headers: { authorization: `Bearer ${sealed}` } }
    expect(await getToken({ req, secret: SECRET })).toMatchObject({ sub: '1' })
  })

  test('takes names of headers in any case, as gateways pass them on', async () => {
    const sealed = await encode({ token: { sub: '1' }, secret: SECRET, salt: NAME })
    for (const headers of [{ Cookie: `${NAME}=${sealed}` }, { AUTHORIZATION: `Bearer ${sealed}` }])
      expect(await getToken({ req: { headers }, secret: SECRET })).toMatchObject({ sub: '1' })
  })

  test('does not call the decoder of the application without a token', async () => {
    const open = vi.fn((): never => {
      throw new Error('Not one of ours.')
    })
    const req = { headers: { cookie: `${NAME}=x` } }
    expect(await getToken({ req: { headers: {} }, secret: SECRET, decode: open })).toBeNull()
    expect(open).not.toHaveBeenCalled()
    expect(await getToken({ req, secret: SECRET, decode: open })).toBeNull()
    expect(open.mock.calls).toEqual([[{ token: 'x', secret: SECRET, salt: NAME }]])
  })
})

test.each(['', undefined])('decode returns null without a token: %j', async (token) => {
  expect(
    await decode({ ...(token === undefined ? {} : { token }), secret: SECRET, salt: NAME }),
  ).toBeNull()
})

test.each<readonly [string, () => Promise<unknown>]>([
  ['encode()', () => encode({ token: {}, secret: '', salt: NAME })],
  ['decode()', () => decode({ token: 'x', secret: '', salt: NAME })],
  ['getToken()', () => getToken({ req: { headers: {} } })],
])('%s without a secret throws an error that names it', async (name, call) => {
  await expect(call()).rejects.toThrow(name)
})

test('encode creates a token for thirty days by default', async () => {
  for (const [maxAge, seconds] of [
    [undefined, 2_592_000],
    [60, 60],
  ] as const) {
    const times = maxAge === undefined ? {} : { maxAge }
    const sealed = await encode({ token: {}, secret: SECRET, salt: NAME, ...times })
    const token = await decode({ token: sealed, secret: SECRET, salt: NAME })
    expect((token?.exp ?? 0) - (token?.iat ?? 0)).toBe(seconds)
  }
})
