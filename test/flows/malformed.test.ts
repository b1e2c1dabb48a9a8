import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ORIGIN } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { signInWithPassword, passwords, PEOPLE } from '@latchstring/test-kit/people'
import { readSession } from '@latchstring/test-kit/story'

let app: App
let browser: Browser
let cookie: string

const rejections: unknown[] = []
const remember = (reason: unknown): void => void rejections.push(reason)

beforeEach(async () => {
  process.on('unhandledRejection', remember)
  app = createApp({ providers: [passwords()] })
  browser = await signInWithPassword(app.openBrowser())
  await browser.csrf(BASE)
  cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})

afterEach(async () => {
  expect((await readSession(browser))?.user?.name).toBe(PEOPLE.ada.name)
  process.off('unhandledRejection', remember)
  expect(rejections).toEqual([])
})

const SAME_ORIGIN = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

function post(path: string, type: string, body: Body): Promise<Response> {
  const headers = { ...SAME_ORIGIN, cookie, 'content-type': type, accept: JSON_TYPE }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  return app.auth.handle(new Request(`${BASE}/${path}`, init))
}

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

function members(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"a${index}":1`).join(',')}}`
}

describe('INP-04 A JSON body', () => {
  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[{"csrfToken":"x"}]'],
    ['a number', '7'],
    ['a string', '"csrfToken"'],
    ['half an object', '{"csrfToken":'],
    ['two objects', '{}{}'],
    ['a comment', '{/* */}'],
    ['single quotes', "{'csrfToken':'x'}"],
    ['33 levels', nested(33)],
    ['5,000 levels', nested(5_000)],
    ['101 members', members(101)],
    ['101 members further in', `{"data":${members(101)}}`],
    ['a list of 101', `{"data":[${Array.from({ length: 101 }, () => '0').join(',')}]}`],
  ])('of %s gets 400', async (_, body) => {
    const response = await post('session', JSON_TYPE, body)
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'InvalidRequest' }),
    ])
  })

  test.each([
    ['32 levels', nested(32)],
    ['100 members', members(100)],
    ['a charset', '{}'],
  ])('of %s is parsed, and refused only for the CSRF token', async (_, body) => {
    const response = await post('session', `${JSON_TYPE}; charset=utf-8`, body)
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ error: 'MissingCSRF' }),
    ])
  })
})

describe('A request that cannot be parsed', () => {
  /** Ways of a request to be refused before the code of its action runs. */
  const WRONG = {
    'a query that is not one': [400, { query: '?a=%zz' }],
    'a query of 9,000 characters': [413, { query: `?a=${'a'.repeat(9_000)}` }],
    'a body that was read': [500, { read: true }],
    'a body of another type': [415, { type: 'text/plain' }],
  } as const

  async function refused(
    path: string,
    {
      query = '',
      type = FORM_TYPE,
      read = false,
    }: { query?: string; type?: string; read?: boolean },
  ): Promise<readonly [number, string | null]> {
    const headers = { ...SAME_ORIGIN, cookie, 'content-type': type, accept: 'text/html' }
    const request = new Request(`${BASE}/${path}${query}`, { method: 'POST', headers, body: 'a=b' })
    if (read) await request.text()
    const { status, headers: answered } = await app.auth.handle(request)
    return [status, answered.get('content-type')]
  }

  const ways = Object.entries(WRONG)

  test.each(ways)(
    'gets JSON from an action that answers in JSON, whatever the caller accepts: %s',
    async (_, [status, how]) => {
      expect(await refused('session', how)).toEqual([status, 'application/json'])
    },
  )

  test.each(ways)('gets a page from actions that are pages: %s', async (_, [status, how]) => {
    // A server that has lost a body cannot say more than that, on the page of errors.
    const expected = status === 500 ? [302, null] : [status, 'text/html; charset=utf-8']
    expect(await refused('signin/credentials', how)).toEqual(expected)
  })

  test('gets JSON for a method that the action does not have', async () => {
    const headers = { ...SAME_ORIGIN, cookie, accept: 'text/html' }
    const response = await app.auth.handle(
      new Request(`${BASE}/csrf`, { method: 'DELETE', headers }),
    )
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
    expect(await response.json()).toMatchObject({ error: 'MethodNotAllowed' })
  })
})

describe('INP-06 Invalid text', () => {
  test.each([
    ['a byte that is not UTF-8', JSON_TYPE, new Uint8Array([0x7b, 0xff, 0x7d])],
    [
      'such a byte in a string',
      JSON_TYPE,
      new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x30, 0x7d]),
    ],
    ['an unfinished character', JSON_TYPE, new Uint8Array([0x7b, 0xe2, 0x82])],
    ['a surrogate in UTF-8', FORM_TYPE, new Uint8Array([0x61, 0x3d, 0xed, 0xa0, 0x80])],
    ['an overlong slash', FORM_TYPE, new Uint8Array([0x61, 0x3d, 0xc0, 0xaf])],
    ['half an escape', FORM_TYPE, 'a=%'],
    ['an escape of no digits', FORM_TYPE, 'a=%zz'],
    ['an escape that is not UTF-8', FORM_TYPE, 'a=%ff'],
    ['a NUL', FORM_TYPE, 'a=%00'],
    [
      '101 parameters',
      FORM_TYPE,
      Array.from({ length: 101 }, (_, index) => `a${index}=1`).join('&'),
    ],
  ])('%s in a body gets 400', async (_, type, body) => {
    expect((await post('signout', type, body)).status).toBe(400)
  })

  test.each(['a=%', 'a=%zz', 'a=%ff', 'a=%00', 'error=%c0%af', 'callbackUrl=%ed%a0%80'])(
    '%j in a query gets 400',
    async (query) => {
      for (const path of ['signin', 'session', 'error', 'callback/credentials', 'verify-request']) {
        const response = await browser.open(`${BASE}/${path}?${query}`)
        expect([path, response.status]).toEqual([path, 400])
      }
    },
  )
})

describe('INP-03 A request that is too large', () => {
  function stream(
    chunks: number,
    size: number,
  ): { body: ReadableStream<Uint8Array>; sent: () => number } {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === chunks) {
          controller.close()
          return
        }
        sent += 1
        controller.enqueue(new Uint8Array(size).fill(0x61))
      },
    })
    return { body, sent: () => sent }
  }

  test('with a body without a length is not read beyond 64 kB', async () => {
    const { body, sent } = stream(10_000, 8_192)
    const response = await post('signout', FORM_TYPE, body)
    expect(response.status).toBe(413)
    expect(sent()).toBeLessThan(20)
  })

  test('with a wrong Content-Length does not raise the limit', async () => {
    const headers = { ...SAME_ORIGIN, cookie, 'content-type': FORM_TYPE, 'content-length': '10' }
    const body = 'a'.repeat(65_537)
    const request = new Request(`${BASE}/signout`, { method: 'POST', headers, body })
    expect((await app.auth.handle(request)).status).toBe(413)
  })

  test('with an incomplete body is refused', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error('ECONNRESET')),
    })
    const response = await post('signout', FORM_TYPE, body)
    expect(response.status).toBe(400)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('with a query over 8 kB or cookies over 16 kB is refused', async () => {
    expect((await browser.open(`${BASE}/signin?a=${'x'.repeat(8_200)}`)).status).toBe(413)
    const headers = { cookie: `a=${'x'.repeat(16_400)}; ${cookie}` }
    const response = await app.auth.handle(new Request(`${BASE}/session`, { headers }))
    expect([response.status, response.headers.getSetCookie()]).toEqual([413, []])
  })
})

test.each([
  '/auth',
  '/auth/',
  '/authsession',
  '/auth//session',
  '//auth/session',
  '/auth/session/',
  '/auth/session/x',
  '/auth/%73ession',
  '/auth/session%2f',
  '/auth%2fsession',
  '/Auth/session',
  '/auth/SESSION',
  '/auth/session;x',
  '/auth/session.json',
  '/auth/__proto__',
  '/auth/constructor',
  '/auth/toString',
  '/auth/hasOwnProperty',
  '/auth/signin/a/b',
  '/auth/signin/',
  '/auth/csrf/credentials',
  '/api/auth/session',
  '/x/auth/session',
  '/auth/\u0000',
  '/auth/session%00',
])('INP-07 The path %j gets 404', async (path) => {
  const response = await app.auth.handle(new Request(ORIGIN + path, { headers: { cookie } }))
  expect([response.status, await response.json()]).toEqual([
    404,
    expect.objectContaining({ error: 'UnknownAction' }),
  ])
  expect(response.headers.getSetCookie()).toEqual([])
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])(
  'INP-01 INP-02 The name %s is not a provider, error or page',
  async (name) => {
    for (const action of ['signin', 'callback', 'webauthn-options']) {
      const response = await browser.open(`${BASE}/${action}/${name}`, { accept: JSON_TYPE })
      expect(response.status).toBeLessThan(500)
      const body = { csrfToken: await browser.csrf(BASE) }
      expect((await browser.submit(`${BASE}/${action}/${name}`, body)).status).toBeLessThan(500)
    }
    const query = `error=${name}&provider=${name}&callbackUrl=${name}&${name}=x`
    for (const action of ['signin', 'error', 'verify-request', 'signout']) {
      expect((await browser.open(`${BASE}/${action}?${query}`)).status).toBe(200)
    }
    expect(Reflect.get({}, 'x')).toBeUndefined()
  },
)

test('INP-05 The first value of a repeated parameter is used', async () => {
  const html = await (
    await browser.open(`${BASE}/signout?callbackUrl=/one&callbackUrl=/two`)
  ).text()
  expect(html).toContain(`${ORIGIN}/one`)
  expect(html).not.toContain('/two')
})

describe('REL-01 Any request', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('session', 'csrf', 'signin', 'callback', 'credentials', '%', '..', '__proto__'),
  )

  test('gets a response, never 500, and keeps the session', async () => {
    const requests = fc.record({
      path: fc.array(word, { maxLength: 4 }),
      query: word,
      method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'OPTIONS'),
      type: fc.constantFrom(JSON_TYPE, FORM_TYPE, 'text/plain', ''),
      body: fc.oneof(word, fc.json({ maxDepth: 3 })),
      extra: fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
      accept: fc.constantFrom('text/html', '*/*'),
    })
    await fc.assert(
      fc.asyncProperty(requests, async ({ path, query, method, type, body, extra, accept }) => {
        const url = `${BASE}/${path.map(encodeLoosely).join('/')}?${encodeLoosely(query)}`
        const headers = { cookie: `${extra}; ${cookie}`, 'content-type': type, accept }
        const init = method === 'POST' ? { method, headers, body } : { method, headers }
        const response = await app.auth.handle(new Request(url, init))
        expect(response.status).toBeLessThan(500)
        const cookies = response.headers.getSetCookie()
        expect(cookies.filter((one) => one.includes('session-token'))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

/** Keeps characters that a URL can carry as they are, so that the parser sees them. */
function encodeLoosely(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]|#/gu, (character) =>
    encodeURIComponent(character.replaceAll(/\p{Cs}/gu, '?')),
  )
}
