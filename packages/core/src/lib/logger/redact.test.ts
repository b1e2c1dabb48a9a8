import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import { CredentialsSignin, OAuthCallbackError } from '../errors/classes.ts'
import { redactError, redactText, redactValue } from './redact.ts'

const HEX = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const JWE = `eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0..${'aB3-_'.repeat(5)}.${'Zx9'.repeat(40)}.${'Qw8'.repeat(14)}`
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeS0xMjM0NTY3ODkw'
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const GITHUB = 'gho_16C7e42F292c6912E7710c838347Ae178B4a'
const ADDRESS = 'canary.person+tag@example.com'
const PASSWORD = 'canary'

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/

/** Everything of a value that a logger could print, also what is not enumerable. */
function printed(value: unknown, seen = new Set<object>()): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (seen.has(value)) return ''
  seen.add(value)
  const own = Reflect.ownKeys(value).map(
    (key) => `${String(key)}=${printed(Reflect.get(value, key), seen)}`,
  )
  return `${JSON.stringify(value)} ${value instanceof Error ? `${value.message} ${value.stack}` : ''} ${own.join(' ')}`
}

describe('text', () => {
  it.each([
    ['a hex token', HEX],
    ['a sealed value', JWE],
    ['an ID token', JWT],
    ['a verifier', VERIFIER],
    ['an access token', GITHUB],
    ['base64 with padding', 'c2VjcmV0LWNhbmFyeS1zZWNyZXQtMTIzNA=='],
  ])('never shows %s (LOG-01)', (_what, secret) => {
    for (const text of [
      secret,
      `Bearer ${secret}`,
      `invalid_grant: ${secret}.`,
      `{"access_token":"${secret}"}`,
      `code=${secret}&state=x`,
      `name=${secret}; Path=/`,
      `'${secret}'`,
      `(${secret})`,
      `https://idp.example/${secret}/x`,
      `https://idp.example/x#id_token=${secret}`,
      `ä${secret}ä`,
      `a\n${secret}\nb`,
    ]) {
      const shown = redactText(text)
      expect(shown).not.toContain(secret)
      for (const part of secret.split('.').filter((one) => one.length >= 24))
        expect(shown).not.toContain(part)
    }
  })

  it.each([
    ['a query', `https://idp.example/cb?code=${PASSWORD}&state=${PASSWORD}#x`],
    ['a query in a path', `GET /auth/callback/x?code=${PASSWORD} failed`],
    ['a second parameter', `a&token=${PASSWORD}`],
    ['user information', `https://user:${PASSWORD}@db.example/x`],
    ['a database URL', `postgres://app:${PASSWORD}@localhost:5432/app`],
    ['an SMTP URL', `smtps://me%40x:${PASSWORD}@mail.example`],
  ])('never shows what stands in %s (LOG-01)', (_what, text) => {
    expect(redactText(text)).not.toContain(PASSWORD)
  })

  it.each([
    ['JSON', '{"username":"ada","password":"canary"}'],
    ['JSON with spaces', '{ "password" : "ca nary canary" }'],
    ['JSON with quotes inside', '{"password":"x\\"canary","a":1}'],
    ['JSON in JSON', JSON.stringify({ body: '{"password":"x\\"canary"}' })],
    ['JSON in JSON in JSON', JSON.stringify(JSON.stringify({ b: '{"client_secret":"canary"}' }))],
    ['JSON with a list', '{"refresh_token":["x","canary"]}'],
    ['JSON with an object', '{"credentials":{"a":{"b":1},"pass":"canary"}}'],
    ['JSON with a number', '{"code":1234,"apiKey":canary}'],
    ['JSON that was cut off', '{"id_token":"canary'],
    ['what Node.js prints', "{ password: 'canary', headers: { cookie: 'canary' } }"],
    ['a short bearer token', 'sent Bearer canary to the API'],
    ['a header', 'Authorization: Basic canary'],
    ['a header of two words', 'authorization: Custom x canary'],
    ['a cookie header', 'Cookie: a=b; c=canary; d=e'],
    ['a set-cookie header', 'set-cookie=canary; Path=/'],
    ['a short code', 'grant_type=authorization_code code=canary'],
    ['a form', 'username=ada&password=canary&x=1'],
    ['an encoded form', 'body: username%3Dada%26password%3Dcanary%26x%3D1'],
    ['a form encoded twice', 'next=%252Fcb%253Faccess_token%253Dcanary%2526x'],
    ['encoded JSON', '%7B%22password%22%3A%22canary%22%7D'],
    ['an encoded query', 'https%3A%2F%2Fidp.example%2Fcb%3Fcode%3Dcanary'],
  ])('never shows what has a secret name in %s (LOG-01)', (_what, text) => {
    expect(redactText(text)).not.toContain('canary')
    expect(redactText(redactText(text))).not.toContain('canary')
  })

  it.each([
    '"canary person"@example.com',
    '\\"canary\\"@example.com',
    'canary@[192.0.2.1]',
    'canary%40example.com',
    'canary%2540example.com',
    'canäry@exämple.de',
    'канарейка@пример.рф',
    '金絲雀鳥@例子.公司',
  ])('shows no more of the unusual address %j than its beginning (LOG-01)', (text) => {
    expect(redactText(`no user ${text} here`)).not.toMatch(/anary|anäry|анарейка|絲雀鳥|person/)
  })

  it.each([
    ADDRESS,
    `to=${ADDRESS}`,
    `<${ADDRESS}>`,
    `mailto:${ADDRESS}`,
    `${ADDRESS},${ADDRESS}`,
    `"${ADDRESS}"`,
  ])('shows no more of the address in %j than its first letter and domain (LOG-01)', (text) => {
    expect(redactText(text)).not.toContain('anary')
    expect(redactText(text)).not.toContain('tag')
  })

  it.each([
    'The adapter failed in getUserByAccount().',
    'AUTH_URL is not an absolute http or https URL, such as https://app.example.com.',
    'The provider "microsoft-entra-id" has no `clientId`.',
    'OAuthCreateAccountError',
    'connect ECONNREFUSED 127.0.0.1:5432',
  ])('shows plain words: %s', (text) => {
    expect(redactText(text)).toBe(text)
  })

  it('is one line, without control sequences (LOG-02)', () => {
    const hostile =
      'a\r\n[auth][error] forged\u001b[31mred\u001b[0m\u0000\u0007\u009b1m\u2028\u2029\u0085\u007f'
    expect(redactText(hostile)).toMatch(/^[ -~]+$/)
    expect(redactText('a\nb')).toBe('a\\u000ab')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(redactText(text)).not.toMatch(CONTROL)
      }),
    )
  })

  it.each([
    'token',
    'token"',
    'token=',
    'cookie: ',
    '"',
    '\\"',
    '"@',
    '%40',
    'token%3D',
    'a',
    'a.',
    '@',
    'a@',
    '//',
    '//a:',
    '?a=',
    '?',
    '=',
    'aA',
    ' ',
    '\n',
  ])('of 100 kB of %j is short and soon done (RDS-01)', (piece) => {
    expect(redactText(piece.repeat(100_000)).length).toBeLessThan(20_000)
  })
})

const SECRET_MEMBERS = [
  'secret',
  'clientSecret',
  'client_secret',
  'AUTH_SECRET',
  'password',
  'Password',
  'passwd',
  'access_token',
  'refreshToken',
  'id_token',
  'sessionToken',
  'token',
  'csrfToken',
  'Cookie',
  'set-cookie',
  'cookies',
  'Authorization',
  'codeVerifier',
  'code_verifier',
  'client_assertion',
  'credentials',
  'apiKey',
  'api_key',
  'x-api-key',
  'privateKey',
  'private-key',
  'code',
  'state',
  'nonce',
  'email',
  'identifier',
  'url',
]

describe('a value', () => {
  it.each(SECRET_MEMBERS)('never shows its member %s, however deep (LOG-01)', (name) => {
    for (const secret of [PASSWORD, [PASSWORD], { inner: PASSWORD }]) {
      const value = { a: { b: [{ [name]: secret, kept: 'shown' }] }, [name]: secret }
      expect(printed(redactValue(value))).not.toContain(PASSWORD)
      expect(printed(redactValue(value))).toContain('shown')
    }
  })

  it.each<[string, unknown]>([
    ['headers', new Headers({ authorization: `Bearer ${PASSWORD}`, cookie: PASSWORD })],
    ['parameters', new URLSearchParams({ x: PASSWORD })],
    [
      'an address with a query',
      new URL(`https://u:${PASSWORD}@x.example/?x=${PASSWORD}#${PASSWORD}`),
    ],
    [
      'a request',
      new Request('https://x.example/', {
        method: 'POST',
        body: PASSWORD,
        headers: { x: PASSWORD },
      }),
    ],
    ['a response', new Response(PASSWORD, { headers: { x: PASSWORD } })],
    ['a map', new Map([['x', PASSWORD]])],
    ['a set', new Set([PASSWORD])],
    ['a form', Object.assign(new FormData(), { x: undefined })],
    ['raw headers', ['Host', 'x', 'Cookie', PASSWORD, 'Authorization', PASSWORD]],
    ['pairs', [['cookie', PASSWORD]]],
    ['a cookie as an object', { name: 'session-token', value: PASSWORD }],
    ['a header as an object', [{ key: 'authorization', value: [PASSWORD] }]],
    ['a body', { body: `{"password":"${PASSWORD}"}` }],
    [
      'a chain of causes',
      new Error('a', { cause: new Error('b', { cause: { body: `{"token":"${PASSWORD}"}` } }) }),
    ],
    ['a function', Object.assign(() => PASSWORD, { x: PASSWORD })],
    ['a member named by an address', { [ADDRESS]: 1 }],
    ['a member named by a token', { [HEX]: 1 }],
    ['what is too deep', { a: { a: { a: { a: { a: { a: { a: PASSWORD } } } } } } }],
    ['an error in a member', { inner: new Error(`?x=${PASSWORD}`) }],
    ['an array', [[[`?x=${PASSWORD}`]]]],
    [
      'a class instance',
      new (class Token {
        readonly password = PASSWORD
      })(),
    ],
  ])('never shows what is in %s (LOG-01)', (_what, value) => {
    const shown = printed(redactValue(value))
    expect(shown).not.toContain(PASSWORD)
    expect(shown).not.toContain(HEX)
    expect(shown).not.toContain('anary')
  })

  it.each([
    new Uint8Array([112, 97, 115, 115]),
    Buffer.from('pass'),
    new Uint8Array([112, 97, 115, 115]).buffer,
    new DataView(new Uint8Array([112, 97, 115, 115]).buffer),
  ])('never shows bytes, of keys for example (LOG-01)', (bytes) => {
    const shown = JSON.stringify(redactValue({ key: bytes }))
    expect(shown).not.toContain('112')
    expect(shown).not.toContain('pass')
  })

  it('keeps what is harmless', () => {
    const date = new Date(0)
    const value = { a: 1, b: true, c: null, d: undefined, e: 'text', f: date, token: null, g: [1] }
    expect({ ...(redactValue(value) as object) }).toEqual(value) // a record, by what went in
  })

  it('can always be printed, also when it is circular or has a bigint', () => {
    const circular: Record<string, unknown> = { big: 1n }
    circular['self'] = circular
    expect(() => JSON.stringify(redactValue(circular))).not.toThrow()
  })

  it('is a copy, and pollutes nothing (INP-01)', () => {
    const value = JSON.parse('{"__proto__":{"polluted":1},"a":{"password":"x"}}') as object // parsed JSON object
    redactValue(value)
    expect('polluted' in {}).toBe(false)
    expect(JSON.stringify(value)).toContain('"password":"x"')
  })
})

describe('an error', () => {
  it('keeps class, type, code and chain of causes', () => {
    const cause = Object.assign(new TypeError('inner'), {
      code: 'ECONNREFUSED',
      errno: -111,
      syscall: 'connect',
    })
    const copy = redactError(
      new OAuthCallbackError('outer', { err: cause, provider: 'x' }),
      0,
      'REF',
    )
    expect(copy).toBeInstanceOf(OAuthCallbackError)
    expect(copy).toMatchObject({
      name: 'OAuthCallbackError',
      type: 'OAuthCallbackError',
      ref: 'REF',
      message: 'outer',
    })
    const { cause: inner } = copy as AuthError // made with the prototype of one
    expect(inner?.['provider']).toBe('x')
    expect(inner?.err).toBeInstanceOf(TypeError)
    expect(inner?.err).toMatchObject({
      message: 'inner',
      code: 'ECONNREFUSED',
      errno: -111,
      syscall: 'connect',
    })
  })

  it('of one’s own class keeps its methods, and the original stays as it was', () => {
    class Wrong extends CredentialsSignin {
      override code = 'locked'
    }
    const error = new Wrong(`for ${ADDRESS}`)
    const copy = redactError(error)
    expect(copy).toBeInstanceOf(Wrong)
    expect(copy).toMatchObject({ code: 'locked' })
    expect(error.message).toBe(`for ${ADDRESS}`)
    expect(error.ref).toBeUndefined()
  })

  it('shows nothing of what others attach (LOG-01)', () => {
    const error = Object.assign(new Error(`Failed for ${ADDRESS}`), {
      response: { headers: { cookie: PASSWORD } },
      request: PASSWORD,
      config: { auth: PASSWORD },
      parameters: [PASSWORD],
      query: `select '${PASSWORD}'`,
      detail: PASSWORD,
      body: PASSWORD,
      code: `${PASSWORD}?x=${PASSWORD}`.replace(`${PASSWORD}?`, '?'),
    })
    const chain = new AuthError('outer', {
      err: new Error('middle', { cause: error }),
      token: PASSWORD,
    })
    const shown = printed(redactError(chain))
    expect(shown).not.toContain(PASSWORD)
    expect(shown).not.toContain('person')
    expect(shown).toContain('middle')
  })

  it('shows no text of its message in its stack, whatever lines it has (LOG-01, LOG-02)', () => {
    const hostile = `x\n    at ${PASSWORD} (forged.js:1:1)\r\n\tat ${ADDRESS}\u001b[31m`
    for (const error of [
      new Error(hostile),
      new AuthError(hostile),
      new AuthError('outer', { err: new TypeError(hostile) }),
      new Error('outer', { cause: new Error('inner', { cause: hostile }) }),
    ]) {
      const copy = redactError(error)
      for (let one: unknown = copy; one instanceof Error;) {
        const lines = (one.stack ?? '').split('\n').slice(1)
        expect(lines.filter((line) => line.includes(PASSWORD))).toEqual([])
        expect(one.stack).not.toContain('\u001b')
        const { cause } = one
        one = cause instanceof Error ? cause : (cause as { err?: unknown } | undefined)?.err // cause of an AuthError
      }
      expect(printed(copy)).not.toContain('person')
    }
  })

  it('says where it came from', () => {
    expect(redactError(new Error('x')).stack).toMatch(/^Error: x\n\s+at .*redact\.test/)
  })

  it('without a stack, or with causes in a circle, is shown all the same', () => {
    const error = new Error('x')
    delete error.stack
    error.cause = error
    expect(redactError(error).stack).toBe('Error: x')
    expect(() => JSON.stringify(redactError(error))).not.toThrow()
  })

  it('with a cause that is text or an object is masked as any value (LOG-01)', () => {
    for (const cause of [`?x=${PASSWORD}`, { password: PASSWORD }, [`?x=${PASSWORD}`], HEX]) {
      const shown = printed(redactError(new Error('x', { cause })))
      expect(shown).not.toContain(PASSWORD)
      expect(shown).not.toContain(HEX)
    }
  })
})
