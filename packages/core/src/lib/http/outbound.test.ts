import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Fetch } from '../types/provider.ts'
import { createOutboundFetch, OutboundError, type Reach } from './outbound.ts'

const URL_OF_PROVIDER = 'https://idp.example/token?secret=in-the-query'
const OWN_NAME = 'latchstring (https://www.npmjs.com/package/@latchstring/core)'

/** A `fetch` that always answers the same, and remembers what it was asked. */
function respondWith(response: Response | (() => Response | Promise<Response>)) {
  const calls: { url: string; init: RequestInit | undefined }[] = []
  const fetch: Fetch = async (url, init) => {
    calls.push({ url, init })
    return typeof response === 'function' ? response() : response
  }
  return { fetch: createOutboundFetch({ fetch, insecureLoopback: false }), calls }
}

async function failure(work: Promise<unknown>): Promise<Error> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Error) return error
  throw new Error('It should have failed.')
}

function endless(onCancel: () => void, size = 65_536): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(size)),
    cancel: onCancel,
  })
}

afterEach(() => {
  vi.useRealTimers()
})

describe('an outgoing request', () => {
  it('passes on method, headers and body, and returns the response', async () => {
    const { fetch, calls } = respondWith(
      new Response('{"a":1}', { status: 400, headers: { 'content-type': 'application/json' } }),
    )
    const response = await fetch(URL_OF_PROVIDER, {
      method: 'POST',
      body: 'x',
      headers: { a: 'b' },
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ a: 1 })
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({
      url: URL_OF_PROVIDER,
      init: { method: 'POST', body: 'x', headers: { a: 'b' } },
    })
  })

  it.each([
    [undefined, OWN_NAME],
    [{ accept: '*/*' }, OWN_NAME],
    [new Headers({ accept: '*/*' }), OWN_NAME],
    // As a package has it that brings a `fetch` of its own.
    [new (class extends URLSearchParams {})({ accept: '*/*' }), OWN_NAME],
    [{ 'User-Agent': 'own' }, 'own'],
  ])('names itself to the service where the request %j does not', async (headers, expected) => {
    const { fetch, calls } = respondWith(new Response('{}'))
    // Any iterable of pairs is taken, whatever its type says.
    await fetch(URL_OF_PROVIDER, headers ? { headers: headers as Headers } : {})
    const sent = new Headers(calls[0]?.init?.headers)
    expect(sent.get('user-agent')).toBe(expected)
    const isAsked = headers !== undefined && expected !== 'own'
    expect(sent.get('accept')).toBe(isAsked ? '*/*' : null)
  })

  it.each([
    'http://idp.example/',
    'http://127.0.0.1.evil.com/',
    'ftp://idp.example/',
    'ftp://localhost/',
    'ws://127.0.0.1/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'blob:https://idp.example/x',
    'javascript:1',
  ])('to %s is not sent (OAU-16)', async (url) => {
    for (const insecureLoopback of [false, true]) {
      let asked = 0
      const fetch = createOutboundFetch({
        fetch: async () => {
          asked++
          return new Response()
        },
        insecureLoopback,
      })
      const error = await failure(fetch(url))
      expect(error).toBeInstanceOf(OutboundError)
      expect(error.message).toContain(' is not https. Providers are only asked over https.')
      expect(asked).toBe(0)
    }
  })

  it.each([
    'http://localhost:1/',
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://idp.localhost:1/',
  ])('to %s is sent only where the option allows it (OAU-16)', async (url) => {
    const own: Fetch = () => Promise.resolve(new Response('ok'))
    const allowed = createOutboundFetch({ fetch: own, insecureLoopback: true })
    expect(await (await allowed(url)).text()).toBe('ok')
    const refused = createOutboundFetch({ fetch: own, insecureLoopback: false })
    expect((await failure(refused(url))).message).toContain('AUTH_INSECURE_LOOPBACK')
  })

  it.each<[string, Partial<Reach>, boolean]>([
    ['http://keycloak:8080/t', {}, false],
    ['http://keycloak:8080/t', { insecureInternal: true }, true],
    ['http://10.0.0.5/t', { insecureInternal: true }, true],
    ['http://idp.example/t', { insecureInternal: true }, false],
    ['http://169.254.169.254/t', { insecureInternal: true }, false],
    ['http://keycloak:8080/t', { internalOrigins: new Set(['http://keycloak:8080']) }, true],
    ['http://keycloak/t', { internalOrigins: new Set(['http://keycloak:8080']) }, false],
    ['http://localhost:1/t', { internalOrigins: new Set(['http://localhost:1']) }, true],
    ['ftp://keycloak:8080/t', { insecureInternal: true }, false],
  ])('to %s with %j is sent: %s (OAU-16)', async (url, reach, sent) => {
    const own: Fetch = () => Promise.resolve(new Response('ok'))
    const fetch = createOutboundFetch({ fetch: own, insecureLoopback: false, ...reach })
    if (sent) return expect(await (await fetch(url)).text()).toBe('ok')
    return expect((await failure(fetch(url))).message).toContain(' is not https.')
  })

  it('over http that is refused names the option of a provider that has it (OAU-16)', async () => {
    const message = async (reach: Partial<Reach>): Promise<string> =>
      (await failure(createOutboundFetch({ insecureLoopback: true, ...reach })('http://dex:1/t')))
        .message
    expect(await message({})).toBe(
      'http://dex:1 is not https. Providers are only asked over https.',
    )
    expect(await message({ internalOrigins: new Set() })).toContain(
      "If it is inside a network that you trust, name it: `internalOrigins: ['http://dex:1']` of the provider.",
    )
  })

  it.each([301, 302, 303, 307, 308, 300, 304])(
    'is not redirected with status %d (OAU-15)',
    async (status) => {
      const { fetch, calls } = respondWith(
        new Response(null, { status, headers: { location: 'https://evil.example/' } }),
      )
      expect((await failure(fetch(URL_OF_PROVIDER))).message).toContain('redirect')
      expect(calls.map(({ init }) => init?.redirect)).toEqual(['manual'])
    },
  )

  it('follows no redirects, whatever its options (OAU-15)', async () => {
    const { fetch, calls } = respondWith(new Response('ok'))
    await fetch(URL_OF_PROVIDER, { redirect: 'follow' })
    expect(calls[0]?.init?.redirect).toBe('manual')
  })

  it('through a `fetch` that followed one anyway is refused (OAU-15, SRF-03)', async () => {
    const response = new Response('{"keys":[]}')
    Object.defineProperty(response, 'redirected', { value: true })
    expect((await failure(respondWith(response).fetch(URL_OF_PROVIDER))).message).toContain(
      'redirect',
    )
  })

  it('of the platform refuses a real redirect (OAU-15)', async () => {
    const paths: (string | undefined)[] = []
    const server = createServer((request, response) => {
      paths.push(request.url)
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    try {
      // A server that listens on a port has an address of this kind.
      const { port } = server.address() as AddressInfo
      const fetch = createOutboundFetch({ insecureLoopback: true })
      expect(await failure(fetch(`http://127.0.0.1:${port}/start`))).toBeInstanceOf(OutboundError)
      expect(paths).toEqual(['/start'])
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('is aborted when the response is longer than 1 MB, counted while reading (OAU-17, SRF-03)', async () => {
    const cap = 1_048_576
    expect(
      (
        await (
          await respondWith(new Response(new Uint8Array(cap))).fetch(URL_OF_PROVIDER)
        ).arrayBuffer()
      ).byteLength,
    ).toBe(cap)
    const over = new Response(new Uint8Array(cap + 1))
    expect((await failure(respondWith(over).fetch(URL_OF_PROVIDER))).message).toContain('more than')
    let cancelled = false
    // The length it claims does not matter.
    const response = new Response(
      endless(() => {
        cancelled = true
      }),
      { headers: { 'content-length': '2' } },
    )
    expect(await failure(respondWith(response).fetch(URL_OF_PROVIDER))).toBeInstanceOf(
      OutboundError,
    )
    expect(cancelled).toBe(true)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['no answer', () => new Promise<Response>(() => undefined)],
    [
      'a body that never ends',
      () => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) })),
    ],
    [
      'a body that drips',
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) =>
              new Promise<void>((resolve) => {
                setTimeout(() => {
                  controller.enqueue(Uint8Array.of(1))
                  resolve()
                }, 900)
              }),
          }),
        ),
    ],
  ])(
    'is aborted after 10 s in total with %s, also when `fetch` ignores the signal (OAU-17, SRF-03)',
    async (_what, respond) => {
      vi.useFakeTimers()
      // Timeouts of the platform do not know of the fake clock.
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
        const controller = new AbortController()
        setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
        return controller.signal
      })
      const { fetch } = respondWith(respond)
      let outcome: unknown
      const work = failure(fetch(URL_OF_PROVIDER)).then((error) => {
        outcome = error
      })
      await vi.advanceTimersByTimeAsync(9_999)
      expect(outcome).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      await work
      expect(outcome).toBeInstanceOf(OutboundError)
      expect(String(outcome)).toContain('10 s')
      expect(outcome).toHaveProperty('facts', { silent: new URL(URL_OF_PROVIDER).origin })
    },
  )

  it('aborts the signal of `fetch` at the deadline and when the caller aborts', async () => {
    const { fetch, calls } = respondWith(() => new Promise<Response>(() => undefined))
    const controller = new AbortController()
    const work = failure(fetch(URL_OF_PROVIDER, { signal: controller.signal }))
    const enough = new Error('enough')
    controller.abort(enough)
    // The log shows each of them.
    expect(await work).toMatchObject({
      name: 'OutboundError',
      message: 'https://idp.example could not be reached.',
      facts: { silent: 'https://idp.example' },
      cause: { message: 'Stopped waiting.', cause: enough },
    })
    expect(calls[0]?.init?.signal?.aborted).toBe(true)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    [
      'a refused connection',
      () => Promise.reject(new TypeError('fetch failed: secret=in-the-query')),
    ],
    [
      'a response that is cut off',
      () => new Response(new ReadableStream({ start: (c) => c.error(new Error('reset')) })),
    ],
    [
      'a `fetch` that throws',
      () => {
        throw new Error('own')
      },
    ],
  ])(
    'with %s fails with only the origin in its message (LOG-01, REL-03)',
    async (_what, respond) => {
      const error = await failure(respondWith(respond).fetch(URL_OF_PROVIDER))
      expect(error).toBeInstanceOf(OutboundError)
      expect(error.message).toContain('https://idp.example')
      expect(error.message).not.toContain('secret')
    },
  )

  it.each([204, 205])('with a response of status %d has no body', async (status) => {
    const response = await respondWith(new Response(null, { status })).fetch(URL_OF_PROVIDER)
    expect([response.status, response.body]).toEqual([status, null])
  })
})

describe('a `fetch` of the application', () => {
  const returning = (value: unknown): Promise<Response> =>
    // As a program without types has it.
    respondWith(() => value as Response).fetch(URL_OF_PROVIDER)

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'ok'],
    ['an object', {}],
    ['an object', { headers: new Headers() }],
    ['an object', { headers: new Headers(), clone: true }],
    ['an object', { clone: () => undefined }],
    ['a function', Object.assign(() => undefined, { clone: () => undefined, headers: {} })],
  ])('is named where it returned %s and no response: %j', async (kind, value) => {
    const error = await failure(returning(value))
    expect(error).toBeInstanceOf(OutboundError)
    expect(error.message).toBe(
      `\`customFetch\` returned ${kind} for https://idp.example. Return the \`Response\`.`,
    )
  })

  it('may return a response of another class', async () => {
    const { status, headers, body } = new Response('ok')
    const other = { status, headers, body, type: 'default', redirected: false, clone: () => other }
    expect(await (await returning(other)).text()).toBe('ok')
  })
})

describe('a response of a provider', () => {
  it('that is received in chunks is joined in order', async () => {
    const pieces = ['{"access', '_token":', '"abc"}'].map((piece) =>
      new TextEncoder().encode(piece),
    )
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
    const response = await respondWith(new Response(body)).fetch(URL_OF_PROVIDER)
    expect(await response.json()).toEqual({ access_token: 'abc' })
  })

  it('that is an opaque redirect is refused (OAU-15)', async () => {
    // No constructor makes one: its status is 0, and only its type tells.
    const opaque = Object.defineProperty(new Response('{}'), 'type', { value: 'opaqueredirect' })
    const error = await failure(respondWith(opaque).fetch(URL_OF_PROVIDER))
    expect(error.message).toBe('https://idp.example answered with a redirect.')
  })

  it('is not requested by a caller whose signal is aborted', async () => {
    const { fetch } = respondWith(() => new Promise<Response>(() => undefined))
    const error = await failure(fetch(URL_OF_PROVIDER, { signal: AbortSignal.abort() }))
    expect(error).toBeInstanceOf(OutboundError)
  })
})
