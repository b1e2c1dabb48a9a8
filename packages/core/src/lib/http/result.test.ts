import { describe, expect, test } from 'vitest'
import { CookieJar } from './cookie-jar.ts'
import { toResponseInternal } from './raw.ts'
import { type FlowResult, toResponse } from './result.ts'

const JAR = new CookieJar('')
const SET = JAR.set({ name: 'a', options: {} }, '1').set({ name: 'b', options: {} }, '2')
const TO = 'https://app.example.com/next'

const REDIRECT: FlowResult = { kind: 'redirect', to: TO, jar: JAR }
const JSON_RESULT: FlowResult = { kind: 'json', body: { a: 1 }, status: 201, jar: JAR }
const PAGE: FlowResult = {
  kind: 'page',
  html: '<p>',
  status: 400,
  policy: "default-src 'none'",
  jar: JAR,
}

const COMMON = {
  'cache-control': 'private, no-store',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

interface ReadResponse {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

async function readResponse(result: FlowResult, init: RequestInit = {}): Promise<ReadResponse> {
  const response = toResponse(result, new Request('https://app.example.com/auth/signin', init))
  const { status, headers } = response
  return { status, body: await response.text(), headers: Object.fromEntries(headers) }
}

describe('the response for a flow result', () => {
  test.each([302, 303, 307] as const)(
    'that redirects has the status %d and sends no referrer (OAU-21)',
    async (status) => {
      expect(await readResponse({ ...REDIRECT, status })).toEqual({
        status,
        body: '',
        headers: { ...COMMON, location: TO, 'referrer-policy': 'no-referrer' },
      })
    },
  )

  test('that redirects has status 302 by default', async () => {
    expect(await readResponse(REDIRECT)).toMatchObject({ status: 302 })
  })

  test('that redirects is JSON for a script', async () => {
    expect(await readResponse(REDIRECT, { headers: { 'X-Auth-Return-Redirect': '1' } })).toEqual({
      status: 200,
      body: JSON.stringify({ url: TO }),
      headers: { ...COMMON, 'content-type': 'application/json' },
    })
  })

  test('of JSON has the JSON as its body', async () => {
    expect(await readResponse(JSON_RESULT)).toEqual({
      status: 201,
      body: '{"a":1}',
      headers: { ...COMMON, 'content-type': 'application/json' },
    })
  })

  test('of a page has the headers of a page (PAG-04)', async () => {
    expect(await readResponse(PAGE)).toEqual({
      status: 400,
      body: '<p>',
      headers: {
        ...COMMON,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      },
    })
  })

  test('to HEAD has no body', async () => {
    expect(await readResponse(PAGE, { method: 'HEAD' })).toMatchObject({ status: 400, body: '' })
  })

  test('has its own headers besides those of every response', async () => {
    const headers = { Allow: 'GET', 'Cache-Control': 'public' }
    expect(await readResponse({ ...JSON_RESULT, headers })).toMatchObject({
      headers: { ...COMMON, allow: 'GET' },
    })
  })

  test('that sets cookies varies by Cookie', async () => {
    const response = toResponse({ ...PAGE, jar: SET }, new Request(TO))
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(response.headers.get('vary')).toBe('Cookie')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })
})

describe('the decision of a flow for frameworks', () => {
  const headers = { Allow: 'GET' }
  const cookies = SET.changes()

  test.each<readonly [string, FlowResult, object]>([
    ['a redirect', REDIRECT, { redirect: TO }],
    ['JSON', JSON_RESULT, { status: 201, body: { a: 1 } }],
    ['a page', PAGE, { status: 400, body: '<p>' }],
  ])('is %s with its cookies and headers', (_, result, expected) => {
    expect(toResponseInternal({ ...result, jar: SET, headers })).toEqual({
      ...expected,
      cookies,
      headers,
    })
  })
})
