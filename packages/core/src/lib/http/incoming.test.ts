import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { BodyConsumed } from '../errors/classes.ts'
import { fromRequest, parseAddress, readBytes } from './incoming.ts'

const PLAIN = [
  ['http://app.example/auth/session', '/auth/session', ''],
  ['https://app.example/auth/session', '/auth/session', ''],
  ['https://app.example:8443/', '/', ''],
  ['https://[::1]:3000/a-b_c~d//E9', '/a-b_c~d//E9', ''],
  [
    'https://a/auth/signin?callbackUrl=%2Fa+b.c~d-e_f&x=',
    '/auth/signin',
    '?callbackUrl=%2Fa+b.c~d-e_f&x=',
  ],
] as const

const UNITS = [
  'a',
  'B',
  '7',
  '/',
  '.',
  '~',
  '-',
  '_',
  '?',
  '#',
  '%2e',
  '\\',
  ' ',
  'é',
  '&',
  '=',
  '+',
]

const pathAndSearch = ({ pathname, search }: { pathname: string; search: string }) => [
  pathname,
  search,
]

/** An error in between must not leave the test runner without the parser. */
function withoutParser<T>(work: () => T): T {
  vi.stubGlobal('URL', () => expect.fail('parsed'))
  try {
    return work()
  } finally {
    vi.unstubAllGlobals()
  }
}

describe('The path and query of a URL', () => {
  test.each(PLAIN)('of %s are found without the URL parser (PERF-13)', (url, path, query) => {
    expect(pathAndSearch(withoutParser(() => parseAddress(url)))).toEqual([path, query])
  })

  test.each([
    ...PLAIN.map(([url]) => url),
    'https://app.example',
    'https://app.example?a=b',
    'https://app.example/?',
    'https://app.example/auth/../session',
    'https://app.example/auth/%2e%2e/session',
    'https://app.example/auth\\session',
    'https://app.example\\auth/session',
    'https://app.example/auth/session#a?b',
    'https://app.example/auth/session?a=b#c',
    "https://app.example/auth/session?a='b'",
    'https://app.example/auth/ünï?ö=ä',
    'https://user:word@app.example/auth/session',
    'https://app.example/a?b?c',
    'HTTPS://app.example/auth/session',
    'https:/app.example/auth/session',
    'x:https://app.example/auth/session',
  ])('of %s are those that the URL parser finds', (url) => {
    expect(pathAndSearch(parseAddress(url))).toEqual(pathAndSearch(new URL(url)))
  })

  test('of any URL are those that the URL parser finds', () => {
    const part = fc.string({ unit: fc.constantFrom(...UNITS) })
    fc.assert(
      fc.property(part, (rest) => {
        const url = `https://app.example/${rest}`
        expect(pathAndSearch(parseAddress(url))).toEqual(pathAndSearch(new URL(url)))
      }),
    )
  })
})

describe('An incoming `Request`', () => {
  test('has the method, headers and URL of the request', async () => {
    const init = { method: 'POST', headers: { cookie: 'a=b' }, body: 'c=d' }
    const request = new Request('https://app.example/auth/signin?e=f', init)
    const incoming = fromRequest(request)
    expect(incoming.method).toBe('POST')
    expect(incoming.url).toBe('https://app.example/auth/signin?e=f')
    expect(incoming.headers.get('Cookie')).toBe('a=b')
    expect(incoming.request).toBe(request)
    expect(await readBytes(incoming.body, 3)).toEqual(new TextEncoder().encode('c=d'))
  })

  test('has no body where the request has none', () => {
    expect(fromRequest(new Request('https://app.example/auth/signin')).body).toBeNull()
  })

  test('has the body that the application parsed', async () => {
    const request = new Request('https://app.example/auth/signin', { method: 'POST', body: 'a=b' })
    await request.text()
    const { body } = fromRequest(request, { c: 'd' })
    expect(await readBytes(body, 3)).toEqual(new TextEncoder().encode('c=d'))
  })

  test.each<readonly [string, Parameters<typeof fromRequest>[1]]>([
    ['a body of its own', undefined],
    ['a body that the application parsed', { a: 'b' }],
  ])('with %s has the address of its peer where one is known', (_, parsed) => {
    const request = new Request('https://app.example/auth/signin', { method: 'POST' })
    expect(fromRequest(request, parsed, '203.0.113.7').peerAddress).toBe('203.0.113.7')
    expect(fromRequest(request, parsed).peerAddress).toBeUndefined()
  })

  test.each<readonly [string, (request: Request) => unknown]>([
    ['has been read', async (request) => request.text()],
    ['is being read', (request) => request.body?.getReader()],
  ])('throws an error for a body that %s', async (_, read) => {
    const request = new Request('https://app.example/auth/signin', { method: 'POST', body: 'a=b' })
    await read(request)
    const incoming = fromRequest(request)
    expect(incoming.url).toBe('https://app.example/auth/signin')
    expect(() => incoming.body).toThrow(BodyConsumed)
    expect(() => incoming.body).toThrow('The body of the request has been read before.')
  })
})

describe('The bytes of a body', () => {
  const text = async (...given: Parameters<typeof readBytes>) =>
    new TextDecoder().decode(await readBytes(...given))

  test.each([1, 2, 3, 64, 65_536])('are joined from pieces of %i', async (length) => {
    const bytes = new TextEncoder().encode('€'.repeat(21_000))
    let sent = 0
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(bytes.slice(sent, sent + length))
        sent += length
        if (sent >= bytes.length) controller.close()
      },
    })
    expect(await text(stream, bytes.length)).toBe('€'.repeat(21_000))
  })

  test('are copied, for their stream may use its memory again', async () => {
    const memory = new Uint8Array(3)
    const texts = ['a=b', '&c=', 'd&e']
    const reader = {
      cancel: async () => undefined,
      read: async () => {
        const next = texts.shift()
        if (next === undefined) return { done: true as const }
        memory.set(new TextEncoder().encode(next))
        return { done: false as const, value: memory }
      },
    }
    expect(await text({ getReader: () => reader }, 9)).toBe('a=b&c=d&e')
  })

  test('are those of any view, and no others of its memory', async () => {
    const { buffer } = new TextEncoder().encode('xa=by')
    const views = [new DataView(buffer, 1, 1), new Uint8Array(buffer, 2, 2)]
    const stream = new ReadableStream({
      pull: (controller) => {
        const view = views.shift()
        if (view === undefined) controller.close()
        else controller.enqueue(view)
      },
    })
    expect(await text(stream, 3)).toBe('a=b')
  })

  test.each<readonly [string, unknown]>([
    ['text', 'a=b'],
    ['memory without a view', new ArrayBuffer(3)],
    ['lists', [97]],
    ['nothing', null],
  ])('are asked for no more where there are others: %s (INP-03)', async (_, chunk) => {
    let given = 0
    let cancelled = false
    const stream = new ReadableStream({
      pull(controller) {
        given += 1
        if (given > 9) controller.close()
        else controller.enqueue(chunk)
      },
      cancel() {
        cancelled = true
      },
    })
    await expect(readBytes(stream, 9)).rejects.toThrow(
      'The body is a stream of something else than bytes.',
    )
    expect(given).toBeLessThan(3)
    expect(cancelled).toBe(true)
  })
})
