import { describe, expect, it, vi } from 'vitest'
import { InvalidConfiguration } from '../errors/classes.ts'
import type { Fetch } from '../types/provider.ts'
import {
  checkRedirectProxy,
  createRedirectProxy,
  type RedirectProxy,
  type RedirectProxyOptions,
} from './redirect-proxy.ts'

const SECRET = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'
const OTHER = 'W4nT7eKd0yRf2jHs6vLb9mQa3gPz8cXi5o1'
const BASE = 'https://login.example/auth'
const PREVIEW = 'https://pr-7.preview.example'
const ENV = { AUTH_SECRET: SECRET, AUTH_REDIRECT_PROXY_URL: BASE }

interface Watched extends RedirectProxy {
  readonly errors: readonly string[]
}

function watched(options: Partial<RedirectProxyOptions> = {}, env: object = ENV): Watched {
  const errors: string[] = []
  const logger = { error: (error: Error) => void errors.push(`${error.name}: ${error.message}`) }
  const origins = ['https://*.preview.example']
  const proxy = createRedirectProxy(
    { redirectProxyOrigins: origins, logger, ...options },
    { env: { ...env } },
  )
  return { ...proxy, errors }
}

const network =
  (proxy: RedirectProxy): Fetch =>
  (input, init) =>
    proxy.handle(new Request(input, init))

/** A callback with a `state` as `preview` would send it. */
async function callbackUrl(preview = PREVIEW, clock?: () => number): Promise<URL> {
  let seen = ''
  const proxy = watched({ redirectProxyOrigins: [preview] })
  await checkRedirectProxy(
    { url: `${preview}/auth`, provider: 'harbour' },
    {
      env: ENV,
      ...(clock ? { clock } : {}),
      fetch: (input, init) => {
        seen = input
        return network(proxy)(input, init)
      },
    },
  ).catch(() => undefined)
  return new URL(seen)
}

const get = (proxy: RedirectProxy, url: URL | string): Promise<Response> =>
  proxy.handle(new Request(url))

describe('OAU-29 The redirect proxy', () => {
  it('passes only protocol parameters on, to a listed deployment', async () => {
    const url = await callbackUrl()
    const state = url.searchParams.get('state') ?? ''
    const parameters = {
      code: 'c',
      state,
      iss: 'https://i.example',
      scope: 'x',
      session_state: 'y',
    }
    url.search = new URLSearchParams(parameters).toString()
    const response = await get(watched(), url)
    expect(response.status).toBe(302)
    const to = new URL(response.headers.get('location') ?? '')
    expect(to.origin + to.pathname).toBe(`${PREVIEW}/auth/callback/harbour`)
    expect(Object.fromEntries(to.searchParams)).toEqual({ code: 'c', state, iss: parameters.iss })
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('passes a form post on with 307, without its parameters in the URL', async () => {
    const url = await callbackUrl()
    const body = new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' })
    url.search = ''
    const response = await watched().handle(new Request(url, { method: 'POST', body }))
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe(`${PREVIEW}/auth/callback/harbour`)
  })

  it('accepts a state sealed with an older secret during a rotation', async () => {
    const proxy = watched({ secret: [OTHER, SECRET] })
    expect((await get(proxy, await callbackUrl())).status).toBe(302)
  })
})

describe('OAU-29 The redirect proxy refuses', () => {
  it.each<[string, Partial<RedirectProxyOptions>, RegExp]>([
    ['a secret of its own', { secret: OTHER }, /^InvalidCheck: .*another secret/],
    [
      'another list',
      { redirectProxyOrigins: ['https://preview.example'] },
      /^InvalidCheck: .*https:\/\/pr-7\.preview\.example.*does not list/,
    ],
  ])('every response when configured with %s', async (_, options, why) => {
    const proxy = watched(options)
    const response = await get(proxy, await callbackUrl())
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(proxy.errors).toEqual([expect.stringMatching(why)])
  })

  it.each<[string, (url: string) => string]>([
    ['without a state', (url) => url.replace('state=', 'other=')],
    ['with a state of another format', (url) => url.replace(/state=.*/, 'state=x')],
    ['with two states', (url) => `${url}&state=x`],
    ['with two codes', (url) => `${url}&code=a&code=b`],
    ['at the callback of another provider', (url) => url.replace('/harbour?', '/island?')],
    ['at a longer provider id', (url) => url.replace('/harbour?', '/xharbour?')],
    ['at an escaped provider id', (url) => url.replace('/harbour?', '/%68arbour?')],
    ['at no provider id', (url) => url.replace('/harbour?', '/?')],
  ])('a response %s', async (_, bend) => {
    const { href } = await callbackUrl()
    const bent = bend(href)
    expect(bent).not.toBe(href)
    const response = await get(watched(), bent)
    expect([400, 404]).toContain(response.status)
    expect(response.headers.get('location')).toBeNull()
    expect(await response.text()).not.toContain('preview')
  })

  it('a response whose state is older than 15 minutes', async () => {
    const url = await callbackUrl(PREVIEW, () => Date.now() - 901_000)
    expect((await get(watched(), url)).status).toBe(400)
  })

  it('every path except a callback with 404, without a log entry', async () => {
    const proxy = watched()
    const paths = ['/', '/auth', '/auth/', '/auth/signin', '/auth/session', '/auth/callback']
    for (const path of [
      ...paths,
      '/callback/harbour',
      '/auth/callback/harbour/x',
      '/authx/callback/y',
    ]) {
      expect((await get(proxy, `https://login.example${path}`)).status, path).toBe(404)
    }
    expect(proxy.errors).toEqual([])
  })

  it('a path that does not exist with JSON, also to a browser, and without writing to the console', async () => {
    const written = (['error', 'warn', 'log'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    )
    const headers = { accept: 'text/html' }
    const response = await watched().handle(new Request('https://login.example/', { headers }))
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ error: 'UnknownAction' })
    for (const spy of written) expect(spy).not.toHaveBeenCalled()
  })

  it.each(['HEAD', 'PUT', 'DELETE', 'OPTIONS'])('the method %s', async (method) => {
    const response = await watched().handle(new Request(await callbackUrl(), { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, POST')
    expect(response.headers.get('location')).toBeNull()
  })
})

describe('createRedirectProxy throws for a configuration that cannot work', () => {
  it.each<[string, Partial<RedirectProxyOptions>, object, RegExp]>([
    ['no secret', {}, { AUTH_REDIRECT_PROXY_URL: BASE, NODE_ENV: 'development' }, /AUTH_SECRET/],
    ['a weak secret', { secret: 'secret' }, ENV, /can be guessed/],
    ['an empty secret in a list', { secret: [SECRET, ''] }, ENV, /`secret`/],
    ['no address', {}, { AUTH_SECRET: SECRET }, /AUTH_REDIRECT_PROXY_URL/],
    ['an address without scheme', { redirectProxyUrl: 'login.example/auth' }, ENV, /https URL/],
    ['plain http', { redirectProxyUrl: 'http://login.example/auth' }, ENV, /https URL/],
    ['an address with a query', { redirectProxyUrl: `${BASE}?x=1` }, ENV, /https URL/],
    ['no origin', { redirectProxyOrigins: [] }, ENV, /`redirectProxyOrigins` is empty/],
    ['every origin', { redirectProxyOrigins: ['*'] }, ENV, /`redirectProxyOrigins`/],
  ])('such as %s', (_, options, env, why) => {
    expect(() => watched(options, env)).toThrow(why)
  })
})

describe('the check that redirect proxy and deployment agree', () => {
  const end = { url: `${PREVIEW}/auth/`, provider: 'harbour' }

  it.each(['/auth', '/auth/', '/'])('passes at %s when they agree', async (path) => {
    const env = { ...ENV, AUTH_REDIRECT_PROXY_URL: `https://login.example${path}` }
    await checkRedirectProxy(end, { env, fetch: network(watched({}, env)) })
  })

  it('sends an error instead of a code, follows no redirect, and has a deadline', async () => {
    const asked: Parameters<Fetch>[] = []
    const proxy = watched()
    await checkRedirectProxy(end, {
      env: ENV,
      fetch: (...request) => {
        asked.push(request)
        return network(proxy)(...request)
      },
    })
    const [[url, init] = ['']] = asked
    expect(new URL(url).searchParams.get('error')).toBe('temporarily_unavailable')
    expect(new URL(url).searchParams.has('code')).toBe(false)
    expect(init?.redirect).toBe('manual')
    expect(init?.signal).toBeInstanceOf(AbortSignal)
    expect(proxy.errors).toEqual([])
  })

  it.each<[string, Partial<RedirectProxyOptions>]>([
    ['another secret', { secret: OTHER }],
    ['an origin that is not listed', { redirectProxyOrigins: ['https://pr-8.preview.example'] }],
    ['another path', { redirectProxyUrl: 'https://login.example/api/auth' }],
  ])('reports a difference for %s', async (_, options) => {
    const check = checkRedirectProxy(end, { env: ENV, fetch: network(watched(options)) })
    await expect(check).rejects.toThrow(InvalidConfiguration)
    await expect(check).rejects.toThrow(`${PREVIEW}/auth/callback/harbour`)
  })

  it('reports a URL that redirects elsewhere', async () => {
    const elsewhere = `${PREVIEW}/auth/callback/harbour.evil?state=x`
    const check = checkRedirectProxy(end, {
      env: ENV,
      fetch: () => Promise.resolve(Response.redirect(elsewhere)),
    })
    await expect(check).rejects.toThrow(/does not forward responses/)
  })

  it('reports that the proxy cannot be reached', async () => {
    const check = checkRedirectProxy(end, {
      env: ENV,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    })
    await expect(check).rejects.toThrow('at https://login.example/auth cannot be reached')
    await expect(check).rejects.toHaveProperty('cause.err.message', 'fetch failed')
  })
})
