import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { InvalidRequest } from '../errors/classes.ts'
import type { NodeRequest } from '../types/node.ts'
import type { UnreadBody } from '../types/request.ts'
import { readBytes } from './incoming.ts'
import { fromNodeRequest, toScopeRequest } from './node-request.ts'

const URL_OF = '/auth/session'

/** A message that has what is given, and everything that happens to its body. */
function createMessage(
  members: Partial<NodeRequest> & Readonly<Record<string, unknown>>,
  chunks: readonly unknown[] = [],
) {
  const events: unknown[] = []
  let given = 0
  const message: NodeRequest = {
    method: 'GET',
    url: URL_OF,
    headers: { host: 'app.example' },
    readableDidRead: false,
    resume: () => events.push('resume'),
    iterator: (options) => {
      events.push(options)
      return {
        next: async () => {
          events.push('next')
          const value = chunks[given++]
          return value === undefined ? { done: true, value } : { done: false, value }
        },
        return: async () => {
          events.push('return')
          return { done: true, value: undefined }
        },
      }
    },
    ...members,
  }
  return { message, events }
}

function open(...given: Parameters<typeof createMessage>) {
  const { message, events } = createMessage(...given)
  return { incoming: fromNodeRequest(message), events }
}

describe('The peer of a request of Node.js', () => {
  test.each<readonly [string, Readonly<Record<string, unknown>>, string | undefined]>([
    ['a connected socket', { socket: { remoteAddress: '203.0.113.7' } }, '203.0.113.7'],
    ['a socket that has ended', { socket: { remoteAddress: undefined } }, undefined],
    ['a socket of another kind', { socket: { remoteAddress: 7 } }, undefined],
    ['no socket', {}, undefined],
  ])('with %s has the address that the socket names', (_, members, address) => {
    const { message } = createMessage(members)
    expect(fromNodeRequest(message).peerAddress).toBe(address)
    expect(toScopeRequest(message).peerAddress).toBe(address)
  })
})

describe('The URL of a request of Node.js', () => {
  test.each<readonly [string, NodeRequest['headers'], string]>([
    ['its host', { host: 'app.example:8080' }, 'app.example:8080'],
    ['its authority', { ':authority': 'app.example' }, 'app.example'],
    [
      'its host before its authority',
      { host: 'a.example', ':authority': 'b.example' },
      'a.example',
    ],
    ['a long host', { host: 'x'.repeat(255) }, 'x'.repeat(255)],
    ['no host', {}, 'host.invalid'],
    ...['', 'a b', ' a', 'a/b', '/a', 'a?b', 'a#b', 'a@b', 'a\\b', 'a:99999', 'x'.repeat(256)].map(
      (host) => [`no host for ${JSON.stringify(host)}`, { host }, 'host.invalid'] as const,
    ),
  ])('has %s (HST-03)', (_, headers, host) => {
    expect(open({ headers }).incoming.url).toBe(`http://${host}${URL_OF}`)
  })

  test.each<readonly [string, object | undefined, string]>([
    ['no socket', undefined, 'http'],
    ['a socket', {}, 'http'],
    ['a socket of TLS', { encrypted: true }, 'https'],
    ['a socket with another member', { encrypted: 'yes' }, 'http'],
  ])('with %s has the scheme of the connection (HST-03)', (_, socket, scheme) => {
    const members = socket === undefined ? {} : { socket }
    expect(open(members).incoming.url).toBe(`${scheme}://app.example${URL_OF}`)
  })

  test.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
    ['a path', { url: '/auth/signin?a=b' }, '/auth/signin?a=b'],
    [
      'a request whose path a router has changed',
      { url: '/', originalUrl: '/auth/signin' },
      '/auth/signin',
    ],
    ['a router that sets something other than a string', { originalUrl: 7 }, URL_OF],
    ['a complete URL', { url: 'http://app.example/auth/signin?a=b' }, '/auth/signin?a=b'],
    ['a complete URL in capitals', { url: 'HTTPS://APP.example/auth' }, '/auth'],
    ['a complete URL with dot segments', { url: 'http://app.example/a/../b?c' }, '/a/../b?c'],
    ['a complete URL with a backslash', { url: 'http://app.example\\a/../b' }, '/\\a/../b'],
    ['a complete URL without a path', { url: 'http://app.example' }, '/'],
    ['a complete URL with a query alone', { url: 'http://app.example?a=/b' }, '/?a=/b'],
    ['a URL with another scheme', { url: 'ftp://app.example/auth' }, '/auth'],
    ['a URL with a scheme of its own', { url: 'x-1+y.z://app.example/a/../b' }, '/a/../b'],
    ['a URL within another URL', { url: 'x:http://app.example/auth' }, '/%00'],
    ['an invalid URL', { url: 'http://[/auth' }, '/%00'],
    ['an asterisk', { url: '*' }, '/%00'],
    ['no slash at the beginning', { url: 'auth/' }, '/%00'],
    ['nothing', { url: undefined }, '/%00'],
  ])('has the path of %s', (_, members, path) => {
    expect(open(members).incoming.url).toBe(`http://app.example${path}`)
  })
})

describe('The host of a request of Node.js', () => {
  const one = { host: 'a.example' }
  test.each<readonly [string, Partial<NodeRequest>, string]>([
    ['no header', { headers: {} }, ''],
    ['a host', { headers: one }, 'a.example'],
    ['an authority', { headers: { ':authority': 'a.example' } }, 'a.example'],
    ['the same twice', { headers: { ...one, ':authority': 'A.EXAMPLE' } }, 'a.example'],
    ['two', { headers: { ...one, ':authority': 'b.example' } }, 'a.example, b.example'],
    ['another in its target', { headers: one, url: 'http://b.example/' }, 'a.example, b.example'],
    [
      'one twice, and another',
      { headers: { ...one, ':authority': 'a.example' }, url: 'http://b.example/' },
      'a.example, a.example, b.example',
    ],
    ['one in its target only', { headers: {}, url: 'http://b.example/' }, 'b.example'],
    [
      'a repeated header',
      { headers: one, rawHeaders: ['Host', 'a.example', 'hOST', 'b.example'] },
      'a.example, a.example, b.example',
    ],
    [
      'a header repeated with the same',
      { headers: one, rawHeaders: ['Host', 'a.example', 'host', 'A.example'] },
      'a.example',
    ],
    [
      'a value that is the name',
      { headers: one, rawHeaders: ['Host', 'a.example', 'X-A', 'host', 'X-B', 'host'] },
      'a.example',
    ],
    [
      'a host that the application has changed',
      { headers: one, rawHeaders: ['Host', 'inner.example'] },
      'a.example',
    ],
  ])('with %s is a text or a list, and never `null` (HST-03)', (_, members, host) => {
    const { headers } = open(members).incoming
    expect(headers.get('host')).toBe(host)
    expect(headers.get('Host')).toBe(host)
    expect(headers.has('host')).toBe(true)
  })
})

describe('The headers of a request of Node.js', () => {
  const headers = {
    host: 'app.example',
    cookie: 'a=b',
    'x-forwarded-host': ['one.example', 'two.example'],
    accept: undefined,
  }

  test.each<readonly [string, string | null]>([
    ['cookie', 'a=b'],
    ['Cookie', 'a=b'],
    ['X-Forwarded-Host', 'one.example, two.example'],
    ['accept', null],
    ['x-nothing', null],
  ])('equal those of `Headers` for %s', (name, value) => {
    const { incoming } = open({ headers })
    expect(incoming.headers.get(name)).toBe(value)
    expect(incoming.headers.has(name)).toBe(value !== null)
    expect(incoming.request.headers.get(name)).toBe(value)
  })

  test('have one host, and no pseudo-headers of HTTP/2', () => {
    const pseudo = { ':method': 'GET', ':authority': 'app.example', cookie: 'a=b' }
    const { request } = open({ headers: pseudo }).incoming
    expect([...request.headers]).toEqual([
      ['cookie', 'a=b'],
      ['host', 'app.example'],
    ])
    expect(request.url).toBe(`http://app.example${URL_OF}`)
  })
})

describe('The body of a request of Node.js', () => {
  /** Everything that is left of a body. */
  const read = async (body: UnreadBody | null) =>
    new TextDecoder().decode(await readBytes(body, 100))

  test('is read without a `Request`, and one that is made afterwards says that it was read', async () => {
    const headers = {
      host: 'app.example',
      'content-type': 'application/x-www-form-urlencoded',
    }
    const { incoming } = open({ method: 'POST', headers }, [Buffer.from('a=b')])
    expect(incoming.body).toBe(incoming.body)
    expect(await read(incoming.body)).toBe('a=b')
    const { request } = incoming
    expect(request).toMatchObject({
      method: 'POST',
      url: `http://app.example${URL_OF}`,
      bodyUsed: true,
    })
    expect(request.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    await expect(request.text()).rejects.toThrow(TypeError)
    expect(await read(incoming.body)).toBe('')
  })

  test('that is read a second time throws an error about that', async () => {
    const { message } = createMessage({ method: 'POST' }, ['a=b'])
    const [first, second] = [fromNodeRequest(message), fromNodeRequest(message)].map(
      ({ body }) => body,
    )
    Object.assign(message, { readableDidRead: true })
    for (const body of [first, second]) {
      expect(() => body?.getReader()).toThrow('The body of the request has been read before.')
    }
  })

  test('is that of a `Request` that was made before', async () => {
    const { incoming } = open({ method: 'POST' }, [Buffer.from('a=b')])
    const { request } = incoming
    expect(incoming.body).toBe(request.body)
    expect(await request.text()).toBe('a=b')
  })

  test.each(['GET', 'HEAD', undefined])('of %s does not exist', (method) => {
    for (const readableDidRead of [true, false]) {
      const { incoming, events } = open({ method, body: 'a=b', readableDidRead }, ['a=b'])
      expect(incoming.method).toBe(method ?? 'GET')
      expect(incoming.body).toBeNull()
      expect(events).toEqual([])
    }
  })

  const bytes = new TextEncoder().encode('a=ü')
  const chunks = [bytes.subarray(0, 3), bytes.subarray(3), '&c=ü']

  test('is read piece by piece', async () => {
    const { incoming, events } = open({ method: 'POST' }, chunks)
    const reader = incoming.body?.getReader()
    expect(await reader?.read()).toEqual({ done: false, value: chunks[0] })
    expect(events).toEqual([{ destroyOnReturn: false }, 'next'])
    expect(await reader?.read()).toEqual({ done: false, value: chunks[1] })
    const last = { done: false, value: new TextEncoder().encode('&c=ü') }
    expect(await reader?.read()).toEqual(last)
    expect(await reader?.read()).toMatchObject({ done: true })
  })

  test('is streamed to a function of the application on demand', async () => {
    const { incoming, events } = open({ method: 'POST' }, chunks)
    const { request } = incoming
    expect(incoming.request).toBe(request)
    await setImmediate()
    expect(events).toEqual([{ destroyOnReturn: false }])
    expect(await read(incoming.body)).toBe('a=ü&c=ü')
    expect(events).toEqual([
      { destroyOnReturn: false },
      ...Array.from(chunks, () => 'next'),
      'next',
    ])
  })

  test('that is no longer read keeps the connection open', async () => {
    const { incoming, events } = open({ method: 'POST' }, ['a=b', 'c=d'])
    await incoming.body?.getReader().cancel()
    expect(events).toEqual([{ destroyOnReturn: false }, 'return', 'resume'])
  })

  test('that a function of the application no longer reads keeps the connection open', async () => {
    const { incoming, events } = open({ method: 'POST' }, ['a=b', 'c=d'])
    await incoming.request.body?.cancel()
    expect(events).toEqual([{ destroyOnReturn: false }, 'return', 'resume'])
  })

  test('that cannot be ended early is released', async () => {
    const events: unknown[] = []
    const { incoming } = open({
      method: 'POST',
      resume: () => events.push('resume'),
      iterator: () => ({ next: async () => ({ done: true, value: undefined }) }),
    })
    await incoming.body?.getReader().cancel()
    expect(events).toEqual(['resume'])
  })

  test.each<readonly [string, unknown, NodeRequest['headers'], string]>([
    ['a form', { a: 'b' }, {}, 'a=b'],
    ['JSON', { a: 1 }, { 'content-type': 'application/json' }, '{"a":1}'],
  ])('that was read before is taken from %s', async (_, body, headers, text) => {
    const message = { method: 'POST', readableDidRead: true, body, headers }
    const { incoming, events } = open(message, ['other'])
    expect(await read(incoming.body)).toBe(text)
    expect(events).toEqual([])
  })

  test('of a method that `Request` refuses is refused with the reason', () => {
    const { incoming } = open({ method: 'TRACE' })
    try {
      expect.fail(`${incoming.request.method} was taken`)
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidRequest)
      expect(error).toHaveProperty('message', 'The request cannot be converted to a `Request`.')
      expect(error).toHaveProperty('cause.err.name', 'TypeError')
    }
  })
})

describe('The request of Node.js that a session is read from', () => {
  test.each(['GET', 'POST'])(
    'has no body for the method %s, which the application reads',
    (method) => {
      const headers = { host: 'app.example', cookie: 'a=b', ':scheme': 'https' }
      const { message, events } = createMessage({ method, headers, url: '/page?c=d' }, ['e=f'])
      const { url, request, headers: read } = toScopeRequest(message)
      expect(url).toBe('http://app.example/page?c=d')
      expect(read?.get('cookie')).toBe('a=b')
      expect(request).toMatchObject({ method, url, body: null })
      expect([...(request?.headers ?? [])]).toEqual([
        ['cookie', 'a=b'],
        ['host', 'app.example'],
      ])
      expect(events).toEqual([])
    },
  )

  test('has one `Request`, created on demand', () => {
    const source = toScopeRequest(createMessage({ method: 'TRACE' }).message)
    expect(() => source.request).toThrow('TRACE')
    const { message } = createMessage({})
    const other = toScopeRequest(message)
    expect(other.request).toBe(other.request)
  })
})
