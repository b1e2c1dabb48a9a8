import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { AuthError, isAuthError } from '../errors/auth-error.ts'
import { MethodNotAllowed } from '../errors/classes.ts'
import type { AuthRequest, IncomingRequest } from '../types/request.ts'
import { ACTIONS } from '../actions/actions.ts'
import { fromRequest } from './incoming.ts'
import { findAction, type ActionRow } from './action.ts'
import { parseParameters, parseRequest, type ParsedRequest } from './request.ts'

const ORIGIN = 'https://app.example.com'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** Both steps in a row. */
const parseAll = async <A extends ActionRow<unknown>>(
  request: IncomingRequest | Request,
  basePath: string,
  actions: Readonly<Record<string, A>>,
): Promise<ParsedRequest<A>> => parseRequest(request, findAction(request, basePath, actions))

type Result = AuthRequest | string

/** The result of parsing a request: its parsed form, or the type of the error. Other failures fail the test. */
async function parse(request: Request, basePath = '/auth'): Promise<Result> {
  try {
    return (await parseAll(request, basePath, ACTIONS)).request
  } catch (error) {
    if (isAuthError(error)) return error.type
    throw error
  }
}

function get(target: string, method = 'GET'): Promise<Result> {
  return parse(new Request(ORIGIN + target, { method }))
}

function post(
  content: BodyInit | null,
  type?: string,
  headers: Record<string, string> = {},
): Promise<Result> {
  const init = { method: 'POST', body: content, duplex: 'half' }
  const request = new Request(`${ORIGIN}/auth/signout`, init)
  request.headers.delete('content-type')
  if (type !== undefined) request.headers.set('content-type', type)
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  return parse(request)
}

async function body(text: BodyInit | null, type?: string): Promise<unknown> {
  const result = await post(text, type)
  return typeof result === 'string' ? result : Object.fromEntries(result.body)
}

describe('request methods (INP-10)', () => {
  const ALLOWED = {
    csrf: 'GET',
    devices: 'GET, POST',
    error: 'GET',
    providers: 'GET',
    session: 'GET, POST',
    signin: 'GET, POST',
    signout: 'GET, POST',
    'verify-request': 'GET',
    'callback/github': 'GET, POST',
    'webauthn-options/passkey': 'GET',
  }
  const METHODS = [
    'GET',
    'POST',
    'HEAD',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    'PROPFIND',
    'get',
  ]

  const cases = Object.entries(ALLOWED).flatMap(([action, allow]) =>
    METHODS.map((method) => [method, action, allow] as const),
  )

  it.each(cases)('%s %s', async (method, action, allow) => {
    const request = new Request(`${ORIGIN}/auth/${action}`)
    // Some methods cannot be given to the constructor, but do arrive at servers.
    Object.defineProperty(request, 'method', { value: method })
    const head = method === 'HEAD' && !action.startsWith('callback')
    if (allow.split(', ').includes(method) || head) {
      await expect(parseAll(request, '/auth', ACTIONS)).resolves.toMatchObject({
        request: { method: head ? 'GET' : method },
      })
      return
    }
    const error: unknown = await parseAll(request, '/auth', ACTIONS).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(MethodNotAllowed)
    expect(error).toMatchObject({ allow: allow.split(', ') })
  })

  it('have no effect with HEAD of a callback (CSR-06, MAG-05)', async () => {
    expect(await get('/auth/callback/github?code=x', 'HEAD')).toBe('MethodNotAllowed')
  })

  it('of an action without GET are POST alone', async () => {
    const actions = { spend: { provider: 'none', POST: 'spent' } } as const
    const send = (method: string) =>
      parseAll(new Request(`${ORIGIN}/auth/spend`, { method }), '/auth', actions)
    expect((await send('POST')).route).toBe('spent')
    await expect(send('GET')).rejects.toMatchObject({ type: 'MethodNotAllowed', allow: ['POST'] })
  })

  it('are parsed together with the provider in the path', async () => {
    expect(await get('/auth/signin/github')).toMatchObject({ providerId: 'github' })
    expect(await get('/auth/session')).not.toHaveProperty('providerId')
  })

  it('are ignored for an unknown path', async () => {
    expect(await get('/auth/unknown', 'PUT')).toBe('UnknownAction')
  })

  it('are shortened in the error when they are long', async () => {
    const request = new Request(`${ORIGIN}/auth/csrf`, { method: 'X'.repeat(5_000) })
    const error: unknown = await parseAll(request, '/auth', ACTIONS).catch(
      (thrown: unknown) => thrown,
    )
    expect(String(error).length).toBeLessThan(100)
  })
})

describe('request queries', () => {
  it('are decoded, and the first of a name counts (INP-05)', async () => {
    const request = await get('/auth/signin?a=1&b=%C3%A9+x&a=2&c&=d&__proto__=e')
    if (typeof request === 'string') throw new Error(request)
    expect([...request.query]).toEqual([
      ['a', '1'],
      ['b', 'é x'],
      ['c', ''],
      ['', 'd'],
      ['__proto__', 'e'],
    ])
    expect([...request.duplicates]).toEqual(['a'])
    expect('e' in {}).toBe(false)
  })

  const malformed = [
    '%',
    '%a',
    '%zz',
    '%u0041',
    'x%',
    '%00',
    'a%00b',
    '%ff',
    '%c3',
    '%c0%af',
    '%ed%a0%80',
    '%f5%80%80%80',
  ]

  it.each(malformed)('with the value %j are refused (INP-06)', async (text) => {
    expect(await get(`/auth/signin?a=${text}`)).toBe('InvalidRequest')
    expect(await body(`a=${text}`, FORM)).toBe('InvalidRequest')
  })

  it.each(malformed)('with the name %j are refused (INP-06)', async (text) => {
    expect(await get(`/auth/signin?${text}=a`)).toBe('InvalidRequest')
    expect(await body(`${text}=a`, FORM)).toBe('InvalidRequest')
  })

  it('may have 8,192 characters and 100 names (INP-03, INP-04)', async () => {
    expect(await get(`/auth/signin?a=${'x'.repeat(8_189)}`)).toMatchObject({ action: 'signin' })
    expect(await get(`/auth/signin?a=${'x'.repeat(8_190)}`)).toBe('PayloadTooLarge')
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `p${index}=`).join('&')
    expect(await get(`/auth/signin?${many(100)}`)).toMatchObject({ action: 'signin' })
    expect(await get(`/auth/signin?${many(101)}`)).toBe('InvalidRequest')
  })

  it('are parsed as by URLSearchParams where well-formed', () => {
    const pairs = fc.array(fc.tuple(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 })), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(pairs, (given) => {
        const clean = given.filter(([name, value]) => !/[\0\ufffd]/.test(name + value))
        const text = new URLSearchParams(clean).toString()
        const { values, duplicates } = parseParameters(text)
        const names = clean.map(([name]) => name)
        for (const [name, value] of values) expect(value).toBe(new URLSearchParams(text).get(name))
        expect(new Set(values.keys())).toEqual(new Set(names))
        expect(duplicates).toEqual(new Set(names.filter((name, at) => names.indexOf(name) !== at)))
      }),
    )
  })

  it('are not read when a long cookie header is refused first (INP-03)', async () => {
    const ask = (length: number) =>
      parse(
        new Request(`${ORIGIN}/auth/session`, { headers: { cookie: `a=${'x'.repeat(length)}` } }),
      )
    expect(await ask(16_382)).toMatchObject({ action: 'session' })
    expect(await ask(16_383)).toBe('PayloadTooLarge')
  })

  it('are read for a sign-out in spite of a long cookie header (CKI-04)', async () => {
    const cookie = `a=${'x'.repeat(100_000)}`
    expect(await post('', undefined, { cookie })).toMatchObject({ action: 'signout' })
    // Signing out takes a token.
    const csrf = new Request(`${ORIGIN}/auth/csrf`, { headers: { cookie } })
    expect(await parse(csrf)).toMatchObject({ action: 'csrf' })
  })
})

describe('request bodies', () => {
  it.each([
    [FORM, 'a=1&b=%C3%A9', { a: '1', b: 'é' }],
    [`${FORM}; charset=utf-8`, 'a=1', { a: '1' }],
    [FORM, '', {}],
    [JSON_TYPE, '{"a":1,"b":{"c":[true,null,"é"]}}', { a: 1, b: { c: [true, null, 'é'] } }],
    ['Application/JSON ;charset=UTF-8', '{}', {}],
    [undefined, '', {}],
  ])('of %s are read', async (type, text, expected) => {
    expect(await body(text, type)).toEqual(expected)
  })

  it.each([
    'text/plain',
    'text/plain; application/json',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/json-patch+json',
    'application/ld+json',
    'text/json',
    'xapplication/json',
    'application/x-www-form-urlencoded-not',
    'application /json',
    '',
    'text/html',
    'application/xml',
    '*/*',
  ])('of the type %j are refused (CSR-07)', async (type) => {
    expect(await body('{"a":1}', type)).toBe('UnsupportedMediaType')
  })

  it('that are empty are refused for their type (CSR-07)', async () => {
    expect(await body('', 'text/plain')).toBe('UnsupportedMediaType')
  })

  it.each(['9007199254740991', '-9007199254740991', '0.5', '1e3', '-0'])(
    'keep the number %s',
    async (text) => {
      expect(await body(`{"a":${text}}`, JSON_TYPE)).toEqual({ a: Number(text) })
    },
  )

  it.each(['9007199254740992', '-9007199254740992', '1e17', '1e400', '-1e400'])(
    'with the number %s, which cannot be read exactly, are refused (INP-04)',
    async (text) => {
      for (const json of [`{"a":${text}}`, `{"a":[{"b":${text}}]}`]) {
        expect(await body(json, JSON_TYPE)).toBe('InvalidRequest')
      }
    },
  )

  it.each(['{"a":1,"a":2}', '{"a":{"b":1,"b":1}}', '{"a":[{"":1,"":2}]}', '{"a":1,"\\u0061":2}'])(
    'with a repeated member are refused: %s (INP-05)',
    async (text) => {
      expect(await body(text, JSON_TYPE)).toBe('InvalidRequest')
    },
  )

  it('may have colons, quotes and backslashes in names and texts', async () => {
    const value = { 'a:b': ':', c: '"x":"y"', d: '\\":', 'e"': ['{"f":1}'] }
    expect(await body(JSON.stringify(value), JSON_TYPE)).toEqual(value)
  })

  it('without a type are refused (CSR-07)', async () => {
    expect(await body('a=1')).toBe('UnsupportedMediaType')
  })

  it.each([
    'null',
    '[]',
    '[{"a":1}]',
    '"a"',
    '1',
    'true',
    '',
    '{',
    '{"a":1}x',
    '{a:1}',
    "{'a':1}",
    '\u0000',
    'NaN',
  ])('of the JSON %j are refused (INP-04)', async (text) => {
    expect(await body(text, JSON_TYPE)).toBe('InvalidRequest')
  })

  it('may be nested 32 deep and no deeper (INP-04)', async () => {
    const nested = (depth: number) => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1)
    const array = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect(await post(nested(32), JSON_TYPE)).toMatchObject({ action: 'signout' })
    expect(await post(nested(33), JSON_TYPE)).toBe('InvalidRequest')
    expect(await post(array(32), JSON_TYPE)).toMatchObject({ action: 'signout' })
    expect(await post(array(33), JSON_TYPE)).toBe('InvalidRequest')
    expect(await post(array(30_000), JSON_TYPE)).toBe('InvalidRequest')
    expect(await post('['.repeat(60_000), JSON_TYPE)).toBe('InvalidRequest')
  })

  it('may have 100 members in one object or array and no more (INP-04)', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, 1]))
    expect(await post(JSON.stringify(many(100)), JSON_TYPE)).toMatchObject({ action: 'signout' })
    for (const value of [many(101), { a: many(101) }, { a: Object.keys(many(101)) }]) {
      expect(await post(JSON.stringify(value), JSON_TYPE)).toBe('InvalidRequest')
    }
  })

  it('with __proto__ and constructor members do not pollute prototypes (INP-01)', async () => {
    const text =
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":{"__proto__":{"polluted":1}}}'
    const request = await post(text, JSON_TYPE)
    if (typeof request === 'string') throw new Error(request)
    expect([...request.body.keys()]).toEqual(['__proto__', 'constructor', 'a'])
    expect(request.body.get('polluted')).toBeUndefined()
    expect('polluted' in {}).toBe(false)
    const form = await post('__proto__=1&constructor=2', FORM)
    if (typeof form === 'string') throw new Error(form)
    expect([...form.body]).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })

  it.each([
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"a":"x\\udc00x"}',
    '{"\\u0000":1}',
    '{"a":["\\ud83d"]}',
    '{"a":{"\\udfff":1}}',
  ])('with NUL or an unpaired surrogate are refused: %s (INP-06)', async (text) => {
    expect(await body(text, JSON_TYPE)).toBe('InvalidRequest')
  })

  it('keep characters beyond the Basic Multilingual Plane (INP-06)', async () => {
    expect(await body('{"a":"😀","b":"\\ud83d\\ude00"}', JSON_TYPE)).toEqual({ a: '😀', b: '😀' })
  })

  it.each([[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0x80]])(
    'with the bytes %j, which are not UTF-8, are refused (INP-06)',
    async (...bytes) => {
      for (const type of [JSON_TYPE, FORM]) {
        const around = [...Buffer.from('{"a":"'), ...bytes, ...Buffer.from('"}')]
        expect(await body(new Uint8Array(around), type)).toBe('InvalidRequest')
        expect(await body(new Uint8Array(bytes), type)).toBe('InvalidRequest')
      }
    },
  )

  it('are joined from chunks that split a character', async () => {
    const bytes = new TextEncoder().encode('{"a":"€😀"}')
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await body(stream, JSON_TYPE)).toEqual({ a: '€😀' })
  })

  it('that end within a character are refused, and leave nothing behind for the next body (INP-06)', async () => {
    const half = Uint8Array.of(...Buffer.from('{"a":"'), 0xe2, 0x82)
    for (const type of [JSON_TYPE, FORM]) {
      expect(await body(half, type)).toBe('InvalidRequest')
      expect(await body('{"a":"b"}', JSON_TYPE)).toEqual({ a: 'b' })
    }
  })

  it('may have 64 kB and not a byte more, with or without Content-Length (INP-03)', async () => {
    const text = (length: number) => `a=${'x'.repeat(length - 2)}`
    expect(await post(text(65_536), FORM)).toMatchObject({ action: 'signout' })
    expect(await post(text(65_537), FORM)).toBe('PayloadTooLarge')
    expect(await post(text(65_537), FORM, { 'content-length': '10' })).toBe('PayloadTooLarge')
    expect(await post(text(10), FORM, { 'content-length': '65537' })).toBe('PayloadTooLarge')
    expect(await post(text(10), FORM, { 'content-length': '65536' })).toMatchObject({
      action: 'signout',
    })
    expect(await post(text(10), FORM, { 'content-length': 'many' })).toMatchObject({
      action: 'signout',
    })
    expect(await post(text(65_537), 'text/plain')).toBe('PayloadTooLarge')
    // Counted in bytes, not in characters.
    expect(await post(`a=${'€'.repeat(22_000)}`, FORM)).toBe('PayloadTooLarge')
  })

  it.each<readonly [string, BodyInit, string | undefined]>([
    ['of another content type', 'a=b', 'text/plain'],
    ['without a content type', 'a=b', undefined],
    ['that is too long', 'x'.repeat(65_537), FORM],
    ['with malformed percent-encoding', 'a=%zz', FORM],
    ['that is not UTF-8', Uint8Array.of(0xff), FORM],
    ['that is not JSON', '{', JSON_TYPE],
  ])('%s are as none for an action that takes any', async (_, content, type) => {
    const headers = type === undefined ? {} : { 'content-type': type }
    const init = { method: 'POST', headers, body: content }
    const any = new Request(`${ORIGIN}/auth/backchannel-logout/acme`, init)
    if (type === undefined) any.headers.delete('content-type')
    const parsed = await parse(any)
    expect(parsed).toMatchObject({ body: new Map(), providerId: 'acme' })
    expect(typeof parsed === 'object' && parsed.unreadable).toBeInstanceOf(AuthError)
    expect(await body(content, type)).toMatch(/^(?:InvalidRequest|.*TooLarge|.*MediaType)$/)
  })

  it('that something else has read are said to be, also for an action that takes any (LGO-14)', async () => {
    for (const path of ['backchannel-logout/acme', 'signout']) {
      const request = new Request(`${ORIGIN}/auth/${path}`, { method: 'POST', body: 'a=b' })
      await request.text()
      const parsed = parseAll(fromRequest(request), '/auth', ACTIONS)
      await expect(parsed).rejects.toMatchObject({ type: 'BodyConsumed' })
    }
  })

  it('without end are aborted at the limit (INP-03)', async () => {
    let sent = 0
    let cancelled = false
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 8_192
        controller.enqueue(new Uint8Array(8_192).fill(97))
      },
      cancel() {
        cancelled = true
      },
    })
    expect(await post(stream, FORM)).toBe('PayloadTooLarge')
    expect(cancelled).toBe(true)
    expect(sent).toBeLessThan(65_536 + 4 * 8_192)
  })

  it('of a GET are not read', async () => {
    const request = await get('/auth/session')
    expect(request).toMatchObject({ method: 'GET', body: new Map() })
    const headers = { 'content-type': 'text/plain', 'content-length': '70000' }
    const typed = await parse(new Request(`${ORIGIN}/auth/session`, { headers }))
    expect(typed).toMatchObject({ method: 'GET', body: new Map() })
  })

  it('report repeated parameters (INP-05)', async () => {
    const request = await post('a=1&b=2&a=3', FORM)
    expect(request).toMatchObject({ duplicates: new Set(['a']) })
  })
})

describe('the log entry about', () => {
  interface Wrong {
    readonly path?: string
    readonly method?: string
    readonly body?: BodyInit
    readonly type?: string
    readonly headers?: Readonly<Record<string, string>>
  }

  /** The first piece comes, and then the client goes away. */
  const broken = (): ReadableStream<Uint8Array> =>
    new ReadableStream({ pull: (controller) => controller.error(new Error('socket hang up')) })

  const cases: readonly (readonly [string, Wrong])[] = [
    ['No action at this path; actions are under /auth/.', { path: '/auth/x' }],
    ['The action "csrf" takes no further path segment.', { path: '/auth/csrf/x' }],
    ['The action "callback" needs the id of a provider in its path.', { path: '/auth/callback' }],
    [
      'What follows the action in the path is not the id of a provider.',
      { path: '/auth/signin/a@b' },
    ],
    ['The action "csrf" does not take PUT.', { path: '/auth/csrf', method: 'PUT' }],
    ['The query string is too long.', { path: `/auth/csrf?${'x'.repeat(9_000)}` }],
    [
      'The cookies of the request are too long.',
      { path: '/auth/session', headers: { cookie: `a=${'x'.repeat(17_000)}` } },
    ],
    ['Malformed percent-encoding.', { body: '%' }],
    ['A parameter is not valid UTF-8, or has a NUL.', { body: '%00' }],
    [
      'Too many parameters.',
      { body: Array.from({ length: 101 }, (_, index) => `p${index}=`).join('&') },
    ],
    ['The body is larger than 64 kB.', { body: 'a', headers: { 'content-length': '65537' } }],
    ['The body has more than 65536 bytes.', { body: 'x'.repeat(65_537) }],
    ['The body has the content type "text/plain".', { body: 'a', type: 'text/plain' }],
    [`The body has the content type "${'x'.repeat(64)}".`, { body: 'a', type: 'x'.repeat(100) }],
    ['The body is not JSON.', { body: '{', type: JSON_TYPE }],
    ['The JSON body is not an object.', { body: '[]', type: JSON_TYPE }],
    ['The JSON body has a member twice.', { body: '{"a":1,"a":1}', type: JSON_TYPE }],
    [
      'The JSON body has text that is not Unicode, or a NUL.',
      { body: '{"a":"\\u0000"}', type: JSON_TYPE },
    ],
    [
      'The JSON body has a number that cannot be read exactly. Send it as text.',
      { body: '{"a":1e17}', type: JSON_TYPE },
    ],
    [
      'The JSON body is nested too deeply or has too many members.',
      { body: `{"a":${'['.repeat(40)}${']'.repeat(40)}}`, type: JSON_TYPE },
    ],
  ]

  const send = ({ path = '/auth/signout', headers = {}, ...wrong }: Wrong): Promise<unknown> => {
    const { body: content, type = FORM, method = content === undefined ? 'GET' : 'POST' } = wrong
    const all = content === undefined ? headers : { 'content-type': type, ...headers }
    const init = { method, headers: all, duplex: 'half', ...(content && { body: content }) }
    return parseAll(new Request(ORIGIN + path, init), '/auth', ACTIONS)
  }

  it.each(cases)('a request: %s', async (message, wrong) => {
    await expect(send(wrong)).rejects.toMatchObject({ message })
  })

  it.each([
    ['The body is not UTF-8.', TypeError, (): BodyInit => Uint8Array.of(0xff)],
    ['The request body ended unexpectedly.', Error, broken],
  ])('a body, and why: %s', async (message, cause, content) => {
    const error: unknown = await send({ body: content() }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ type: 'InvalidRequest', message })
    // It has just been seen to be an error of the library.
    expect((error as { readonly cause?: { readonly err?: unknown } }).cause?.err).toBeInstanceOf(
      cause,
    )
  })
})
