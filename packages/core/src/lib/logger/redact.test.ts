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

describe('redacting a text', () => {
  const TENANT = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490'

  it.each([
    `https://login.microsoftonline.com/${TENANT}/v2.0`,
    `https://login.microsoftonline.us/${TENANT}/v2.0`,
    `https://sts.windows.net/${TENANT}/`,
    `https://${TENANT}.ciamlogin.com/${TENANT}/v2.0`,
    `https://contoso.b2clogin.com/${TENANT}/v2.0/`,
  ])('keeps the tenant of the issuer %s, which is the value to configure (LOG-01)', (issuer) => {
    const text = `its discovery document says "${issuer}". They have to be equal.`
    expect(redactText(text)).toBe(text)
  })

  it.each([
    TENANT,
    `https://app.example/${TENANT}/v2.0`,
    `https://login.microsoftonline.com.evil.example/${TENANT}/v2.0`,
    `https://login.microsoftonline.com/x/${TENANT}`,
    `https://login.microsoftonline.com/${TENANT}${HEX}`,
    `https://login.microsoftonline.com/?code=${TENANT}`,
    `https://app.example/${TENANT}.ciamlogin.com`,
    `https://blobs.windows.net/${TENANT}/`,
  ])('masks an id elsewhere: %s (LOG-01)', (text) => {
    expect(redactText(text)).not.toContain(TENANT)
  })

  it.each([
    ['a hex token', HEX],
    ['a sealed value', JWE],
    ['an ID token', JWT],
    ['a verifier', VERIFIER],
    ['a token that begins as a variable does', 'AUTH_X9f8e7d6c5b4a39281706f5e4d'],
    ['letters in changing case', 'aBcDeFgHiJkLmNoPqRsTuVwXyZaB'],
    ['letters in rarely changing case', 'abcdeFghijkLmnopqRstuvwXyzab'],
    ['an access token', GITHUB],
    ['base64 with padding', 'c2VjcmV0LWNhbmFyeS1zZWNyZXQtMTIzNA=='],
  ])('masks %s (LOG-01)', (_what, secret) => {
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
  ])('hides the content of %s (LOG-01)', (_what, text) => {
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
    ['settings of a mail server as JSON', '{"auth":{"user":"ada","pass":"canary"}}'],
    ['settings of a mail server in Node.js', "{ auth: { user: 'ada', pass: 'canary' } }"],
    ['JSON with a number', '{"code":1234,"apiKey":canary}'],
    ['JSON that was cut off', '{"id_token":"canary'],
    ['output of Node.js', "{ password: 'canary', headers: { cookie: 'canary' } }"],
    ['output of Node.js with both quotes inside', '{ clientSecret: `x\'"canary` }'],
    ['output of PHP', "['refresh_token' => 'canary']"],
    ['output of Ruby', '{:code=>"canary", "state"=>"canary"}'],
    ['a short bearer token', 'sent Bearer canary to the API'],
    ['a header', 'Authorization: Basic canary'],
    ['a header of two words', 'authorization: Custom x canary'],
    ['a cookie header', 'Cookie: a=b; c=canary; d=e'],
    ['a header with spaces', 'Authorization : Custom x canary'],
    ['a header without spaces', 'authorization:Custom x canary'],
    ['a set-cookie header', 'set-cookie=canary; Path=/'],
    ['a short code', 'grant_type=authorization_code code=canary'],
    ['a form', 'username=ada&password=canary&x=1'],
    ['an encoded form', 'body: username%3Dada%26password%3Dcanary%26x%3D1'],
    ['a form encoded twice', 'next=%252Fcb%253Faccess_token%253Dcanary%2526x'],
    ['encoded JSON', '%7B%22password%22%3A%22canary%22%7D'],
    ['an encoded query', 'https%3A%2F%2Fidp.example%2Fcb%3Fcode%3Dcanary'],
  ])('hides values with secret names in %s (LOG-01)', (_what, text) => {
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
  ])('shows only the beginning of the unusual address %j (LOG-01)', (text) => {
    expect(redactText(`no user ${text} here`)).not.toMatch(/anary|anäry|анарейка|絲雀鳥|person/)
  })

  it.each([
    ADDRESS,
    `to=${ADDRESS}`,
    `<${ADDRESS}>`,
    `mailto:${ADDRESS}`,
    `${ADDRESS},${ADDRESS}`,
    `"${ADDRESS}"`,
  ])('shows only first letter and domain of the address in %j (LOG-01)', (text) => {
    expect(redactText(text)).not.toContain('anary')
    expect(redactText(text)).not.toContain('tag')
  })

  it.each([
    'The adapter failed in getUserByAccount().',
    'AUTH_URL is not an absolute http or https URL, such as https://app.example.com.',
    'The provider "microsoft-entra-id" has no `clientId`.',
    'OAuthCreateAccountError',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'two sizes @ home',
    'two sizes@ home',
  ])('keeps plain words: %s', (text) => {
    expect(redactText(text)).toBe(text)
  })

  it.each([
    ['GET /cb?x=canary&y=canary#z', 'GET /cb?x=[redacted]&y=[redacted]#z'],
    ['GET /cb?user.name=canary&sort-by=canary', 'GET /cb?user.name=[redacted]&sort-by=[redacted]'],
    ['ada@example.com and bob@example.org', 'a…@example.com and b…@example.org'],
    ['sent Bearer canary, twice', 'sent Bearer [redacted], twice'],
    ['sent  DPoP   canary', 'sent  DPoP [redacted]'],
    ['postgres://app:canary@db.example/app', 'postgres://[redacted]@db.example/app'],
    ['postgres://:canary@db.example/app', 'postgres://[redacted]@db.example/app'],
    ['password%3Dcanary%26x%3D1', 'password%3D[redacted]%26x%3D1'],
    ['{"password":"ca nary","x":1}', '{"password":[redacted],"x":1}'],
    ['password=canary, x=1', 'password=[redacted], x=1'],
    ["'code' => 'canary', x", "'code' => [redacted], x"],
    ['Cookie: a=b; c=canary', 'Cookie: [redacted]'],
    [`of ${HEX}, made now`, 'of [redacted], made now'],
    [`${JWT} is old`, '[redacted] is old'],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.', '[redacted].'],
    ['WebAuthnVerificationError', 'WebAuthnVerificationError'],
    ['AUTH_MICROSOFT_ENTRA_ID_SECRET_2', 'AUTH_MICROSOFT_ENTRA_ID_SECRET_2'],
    ['for canary.person+tag@example.com.', 'for c…@example.com.'],
    ['for \\"canary person\\"@example.com', 'for c…@example.com'],
    ['for "canary@person"@example.com', 'for c…@example.com'],
  ])('keeps the subject of %j: %j (LOG-01)', (text, shown) => {
    expect(redactText(text)).toBe(shown)
  })

  it('returns one line without control sequences (LOG-02)', () => {
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
  ])('is fast and returns a short text for 100 kB of %j (RDS-01)', (piece) => {
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
  'private_key',
  'code',
  'state',
  'nonce',
  'pass',
  'email',
  'identifier',
  'url',
]

describe('redacting a value', () => {
  it.each(SECRET_MEMBERS)('hides its member %s at any depth (LOG-01)', (name) => {
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
    ['values nested too deep', { a: { a: { a: { a: { a: { a: { a: PASSWORD } } } } } } }],
    ['an error in a member', { inner: new Error(`?x=${PASSWORD}`) }],
    ['an array', [[[`?x=${PASSWORD}`]]]],
    [
      'a class instance',
      new (class Token {
        readonly password = PASSWORD
      })(),
    ],
  ])('hides the content of %s (LOG-01)', (_what, value) => {
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
  ])('hides bytes, for example of keys (LOG-01)', (bytes) => {
    const shown = JSON.stringify(redactValue({ key: bytes }))
    expect(shown).not.toContain('112')
    expect(shown).not.toContain('pass')
  })

  it.each([
    'statusCode',
    'codec',
    'estate',
    'states',
    'announce',
    'nonces',
    'bypass',
    'passkeys',
    'webmail',
    'emailVerified',
    'identifiers',
    'my_identifier',
    'xnonce',
    'byemail',
    'curl',
    'urls',
  ])('shows its member %s, whose name only resembles that of a secret', (name) => {
    expect(redactValue({ [name]: 'shown' })).toEqual({ [name]: 'shown' })
  })

  const NAME = `${'x'.repeat(59)}token`

  it.each<[string, unknown, unknown]>([
    ['a function', () => PASSWORD, '[function]'],
    ['a bigint', 1n, '1'],
    ['headers', new Headers({ x: PASSWORD }), '[Headers]'],
    ['parameters', new URLSearchParams({ x: PASSWORD }), '[URLSearchParams]'],
    ['bytes', new Uint8Array(2), '[bytes]'],
    ['a buffer', new ArrayBuffer(2), '[bytes]'],
    ['an address', new URL('https://u:p@x.example:1/a?b#c'), 'https://x.example:1/a'],
    ['plain text in a list', ['a', 'b', null, 'c'], ['a', 'b', null, 'c']],
    ['a sentence about a token', ['the token', 'shown'], ['the token', 'shown']],
    ['a secret name of 64 characters', [NAME, PASSWORD], [NAME, '[redacted]']],
    ['text that is too long for a name', [`x${NAME}`, 'shown'], [`x${NAME}`, 'shown']],
    [
      'a cookie',
      { name: 'session-token', value: PASSWORD, path: '/' },
      { name: 'session-token', value: '[redacted]', path: '/' },
    ],
    ['another cookie', { name: 'theme', value: 'dark' }, { name: 'theme', value: 'dark' }],
    [
      'members deep inside',
      { a: { a: { a: { a: { a: { a: 1 } } } } } },
      { a: { a: { a: { a: { a: { a: 1 } } } } } },
    ],
    [
      'values nested too deep',
      { a: { a: { a: { a: { a: { a: {} } } } } } },
      { a: { a: { a: { a: { a: { a: '[…]' } } } } } },
    ],
    ['lists that are too deep', [[[[[[[]]]]]]], [[[[[['[…]']]]]]]],
  ])('shows %s unmasked', (_what, value, shown) => {
    expect(redactValue(value)).toEqual(shown)
  })

  it('shows at most fifty members of a list', () => {
    expect(redactValue(Array.from({ length: 51 }, () => 1))).toHaveLength(50)
  })

  it('terminates for a list that contains itself', () => {
    const circular: unknown[] = []
    circular.push(circular)
    expect(JSON.stringify(redactValue(circular))).toBe('[[[[[["[…]"]]]]]]')
  })

  it('does not change a value without secrets', () => {
    const date = new Date(0)
    const value = { a: 1, b: true, c: null, d: undefined, e: 'text', f: date, token: null, g: [1] }
    expect({ ...(redactValue(value) as object) }).toEqual(value) // a record, by what went in
  })

  it('returns a printable value, also for circular values and bigints', () => {
    const circular: Record<string, unknown> = { big: 1n }
    circular['self'] = circular
    expect(() => JSON.stringify(redactValue(circular))).not.toThrow()
  })

  it('returns a copy without polluting prototypes (INP-01)', () => {
    const value = JSON.parse('{"__proto__":{"polluted":1},"a":{"password":"x"}}') as object // parsed JSON object
    redactValue(value)
    expect('polluted' in {}).toBe(false)
    expect(JSON.stringify(value)).toContain('"password":"x"')
  })
})

describe('redacting an error', () => {
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

  it('keeps the methods of a class of the application without changing the original', () => {
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

  it('hides members that other code attached (LOG-01)', () => {
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

  it('hides the message in the stack for any lines in it (LOG-01, LOG-02)', () => {
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

  it('shows the file of a stack entry', () => {
    expect(redactError(new Error('x')).stack).toMatch(/^Error: x\n\s+at .*redact\.test/)
  })

  it('keeps every stack entry of the original, also where the message has changed', () => {
    const places = ({ stack }: Error): number => stack?.match(/\n\s+at /g)?.length ?? 0
    const error = new Error('The adapter failed in getUserByAccount().')
    const all = places(error)
    expect(all).toBeGreaterThan(2)
    expect(places(redactError(error))).toBe(all)
    error.message = 'x'.repeat(10_000)
    expect(places(redactError(error))).toBe(all)
  })

  it('hides lines of a stack that are not entries (LOG-01)', () => {
    const error = new Error('x')
    error.stack = `Error: x\nlooked at ${PASSWORD}\n    at f (a.js:1:1)`
    expect(redactError(error).stack).toBe('Error: x\n    at f (a.js:1:1)')
  })

  it('keeps reference and cause, and adds none', () => {
    const copy = redactError(new Error('x'))
    expect(Reflect.ownKeys(copy)).toEqual(['name', 'message', 'stack'])
    const known = Object.assign(new Error('x'), { ref: 'ABCD2345' })
    expect(redactError(known)).toMatchObject({ ref: 'ABCD2345' })
    expect(redactError(known, 0, 'EFGH2345')).toMatchObject({ ref: 'EFGH2345' })
  })

  it('returns an error that a logger can change', () => {
    const copy = redactError(new Error('x'))
    copy.message = 'mine'
    expect(copy.message).toBe('mine')
    expect(Reflect.deleteProperty(copy, 'stack')).toBe(true)
  })

  it('handles an error without a stack and circular causes', () => {
    const error = new Error('x')
    delete error.stack
    error.cause = error
    expect(redactError(error).stack).toBe('Error: x')
    expect(() => JSON.stringify(redactError(error))).not.toThrow()
  })

  it('masks a cause that is a string or an object (LOG-01)', () => {
    for (const cause of [`?x=${PASSWORD}`, { password: PASSWORD }, [`?x=${PASSWORD}`], HEX]) {
      const shown = printed(redactError(new Error('x', { cause })))
      expect(shown).not.toContain(PASSWORD)
      expect(shown).not.toContain(HEX)
    }
  })
})

describe('what identifies a person', () => {
  const CLAIMS = {
    sub: 'x',
    name: 'Ada canary',
    given_name: 'canary',
    family_name: 'canary',
    preferred_username: 'canary',
    nickname: 'canary',
    picture: 'https://x.example/canary.png',
    birthdate: '1815-canary',
    phone_number: 'canary',
    address: { locality: 'canary' },
    amr: ['pwd'],
  }

  it.each([
    ['claims', CLAIMS],
    [
      'claims in the cause of an error',
      new Error('x', { cause: { err: new Error('y'), claims: CLAIMS } }).cause,
    ],
    ['a user', { id: '1', email: null, name: 'Ada canary', image: 'https://x.example/canary' }],
    ['claims as JSON', JSON.stringify(CLAIMS)],
    [
      'claims as JSON in JSON',
      JSON.stringify({ body: JSON.stringify({ sub: 'x', name: 'canary' }) }),
    ],
  ])('is masked in %s (LOG-01)', (_where, value) => {
    expect(JSON.stringify(redactValue(value))).not.toContain('canary')
  })

  it.each([
    ['{"sub":"x","name":"Ada canary","amr":"pwd"}', '{"sub":"x","name":[redacted],"amr":"pwd"}'],
    ['{ "sub" : "x", "name" : "Ada" }', '{ "sub" : "x", "name" : [redacted] }'],
  ])('is all that is masked of claims written as %s', (text, masked) => {
    expect(redactText(text)).toBe(masked)
  })

  it('is not what other things are called', () => {
    const described = { name: 'TypeError', table: 'users', constraint_name: 'users_pkey' }
    expect(redactValue(described)).toEqual(described)
    expect(redactText('{"name":"TypeError"}')).toBe('{"name":"TypeError"}')
  })
})
