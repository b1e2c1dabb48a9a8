import { describe, expect, it, vi } from 'vitest'
import type { Fetch, SendVerificationRequestParams } from '../../types/provider.ts'
import { handOver, requireApiKey, requireOption, requiredToSend } from './mail-service.ts'

const request = { url: 'https://mail.example/send', headers: { 'x-key': 'k' }, body: { a: 1 } }

function paramsWith(
  fetch: Fetch,
  provider: Partial<SendVerificationRequestParams['provider']> = {},
): SendVerificationRequestParams {
  return {
    identifier: 'ada@example.com',
    url: 'https://app.example/auth/callback/x?token=t',
    expires: new Date(0),
    token: 't',
    code: 'ABCD-1234',
    theme: {},
    request: new Request('https://app.example/auth/signin/x'),
    fetch,
    provider: { id: 'x', name: 'X', type: 'email', sendVerificationRequest: vi.fn(), ...provider },
  }
}

function respondWith(status: number, body: BodyInit | null = null): Fetch {
  return () => Promise.resolve(new Response(body, { status }))
}

async function failure(status: number, body?: string): Promise<string> {
  try {
    await handOver('Mailer', paramsWith(respondWith(status, body)), request)
  } catch (error) {
    return String(error)
  }
  return ''
}

describe('sending a mail through a mail service', () => {
  it.each([200, 201, 202, 204])('succeeds with HTTP %i', async (status) => {
    await expect(
      handOver('Mailer', paramsWith(respondWith(status)), request),
    ).resolves.toBeUndefined()
  })

  it('sends an object as JSON with a user agent', async () => {
    const fetch = vi.fn<Fetch>(respondWith(200))
    await handOver('Mailer', paramsWith(fetch), request)
    expect(fetch).toHaveBeenCalledExactlyOnceWith('https://mail.example/send', {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-key': 'k',
      },
      body: '{"a":1}',
    })
  })

  it('leaves the media type of a form to `fetch`, which knows its boundary', async () => {
    const fetch = vi.fn<Fetch>(respondWith(200))
    await handOver('Mailer', paramsWith(fetch), { ...request, body: new FormData() })
    expect(fetch.mock.calls[0]?.[1]?.headers).not.toHaveProperty('content-type')
  })

  it.each([
    [401, /^Error: Mailer answered HTTP 401\. Check `apiKey`/],
    [403, /HTTP 403\. Check `apiKey`/],
    [422, /HTTP 422\. Check `from`/],
    [429, /HTTP 429\. Too many mails/],
    [499, /HTTP 499\. Check `from`/],
    [500, /HTTP 500\. The service failed/],
    [503, /HTTP 503\. The service failed/],
  ])('throws an error with a fix for HTTP %i', async (status, message) => {
    expect(await failure(status)).toMatch(message)
  })

  it.each([
    ['{"ErrorCode":406,"Message":"ada@example.com is inactive"}', 'HTTP 422 (406).'],
    ['{"name":"validation_error","message":"key re_1"}', 'HTTP 422 (validation_error).'],
    ['{"name":"forbidden"}', 'HTTP 422 (forbidden).'],
    ['{"name":"too_many_mails_of_a_day"}', 'HTTP 422 (too_many_mails_of_a_day).'],
    ['{"name":"a_sentence_with_words_of_any_kind"}', 'HTTP 422.'],
    ['{"name":"ada@example.com"}', 'HTTP 422.'],
    ['null', 'HTTP 422.'],
    ['"re_1"', 'HTTP 422.'],
    ['{"name":"re_A1b2C3"}', 'HTTP 422.'],
    ['{"message":"no such address: ada@example.com"}', 'HTTP 422.'],
    ['["ada@example.com"]', 'HTTP 422.'],
    ['Forbidden', 'HTTP 422.'],
  ])('shows at most the name of the error from %s', async (body, expected) => {
    const message = await failure(422, body)
    expect(message).toContain(expected)
    expect(message).not.toMatch(/ada|re_/)
  })
})

describe('the key of a mail service', () => {
  it.each(['re_1\n', ' re_1', 're_1 re_2', 'ré_1'])(
    '%j is refused without repeating it',
    (apiKey) => {
      const params = paramsWith(respondWith(200), { apiKey })
      expect(() => requireApiKey(params)).toThrow(/`apiKey` of the provider "x" has a space/)
      expect(() => requireApiKey(params)).not.toThrow(apiKey.trim())
    },
  )

  it('and the sender are named in the error when missing', () => {
    expect(() => requireApiKey(paramsWith(respondWith(200)))).toThrow('"x" has no `apiKey`')
    expect(() => requireOption(paramsWith(respondWith(200)), 'from')).toThrow('"x" has no `from`')
  })
})

describe('the required options of a mail provider', () => {
  it('are none where the application sends', () => {
    expect(requiredToSend({}, ['apiKey'])).toEqual(['apiKey'])
    expect(requiredToSend({ sendVerificationRequest: vi.fn() }, ['apiKey'])).toEqual([])
  })
})
