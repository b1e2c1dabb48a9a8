import { describe, expect, it } from 'vitest'
import type { Callbacks } from '../types/callbacks.ts'
import { createLog } from '../logger/logger.ts'
import type { Context } from './context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import { rememberTarget, resolveTarget } from './return-to.ts'

const ORIGIN = { href: 'https://app.example.com', secure: true }

interface Setup {
  readonly errors: Error[]
  readonly notices: readonly string[]
  readonly warnings: readonly string[]
  readonly resolve: (target: unknown) => Promise<string>
}

function setup(
  redirect?: Callbacks['redirect'],
  actionBase = '/auth',
  mode: 'development' | 'production' = 'production',
): Setup {
  const errors: Error[] = []
  const notices: string[] = []
  const warnings: string[] = []
  const logger = {
    error: (error: Error) => errors.push(error),
    info: (code: string, detail: string) => notices.push(`${code}: ${detail}`),
    warn: (code: string, detail = '') => warnings.push(`${code}: ${detail}`),
  }
  const log = createLog(logger, false)
  const development = mode === 'development' ? { variables: [] } : undefined
  const config = { callbacks: redirect ? { redirect } : {}, log, actionBase, development }
  return { errors, notices, warnings, resolve: (target) => resolveTarget(config, ORIGIN, target) }
}

const HOSTILE: readonly unknown[] = [
  'https://evil.com',
  '//evil.com',
  '/\\evil.com',
  'javascript:alert(1)',
  `blob:${ORIGIN.href}/x`,
  '/\r\nSet-Cookie: a=b',
  '/\u0000',
  '/\ud800',
  'x',
  '',
  'x'.repeat(5_000),
  undefined,
  null,
  1,
  {},
  ['/a'],
]

describe('the target of a flow', () => {
  it.each(HOSTILE)('is the home page if %j is requested (RDR-01, RDR-06)', async (target) => {
    expect(await setup().resolve(target)).toBe(ORIGIN.href)
    // A callback gets nothing hostile except another site, which is its own to judge.
    const urls: string[] = []
    const { resolve } = setup(({ url, baseUrl }) => {
      urls.push(url)
      return baseUrl
    })
    expect(await resolve(target)).toBe(`${ORIGIN.href}/`)
    expect(urls).toEqual([target === 'https://evil.com' ? 'https://evil.com/' : ORIGIN.href])
  })

  it.each([
    ['https://evil.example/secret-path', 'names another origin'],
    ['//evil.example', 'names another origin'],
    ['/\u0000', 'has a control character'],
    ['page', 'begins with a slash'],
    [7, 'is no text'],
    ['x'.repeat(5_000), 'more than 2048 characters'],
  ])(
    'that is not followed, %j, is logged with the reason and without itself',
    async (target, reason) => {
      const { notices, resolve } = setup()
      await resolve(target)
      expect(notices).toHaveLength(1)
      expect(notices[0]).toMatch(/^redirect-target: /)
      expect(notices[0]).toContain(reason)
      expect(notices[0]).not.toContain('evil')
    },
  )

  it.each([
    ['/auth', ''],
    ['/api/auth', ''],
    ['/app/auth', '/app'],
    ['/app/api/auth', '/app'],
    ['/api/v1/auth', ''],
    ['/app/api/v1/auth', '/app'],
    ['/sign-in', ''],
  ])(
    'is the home page of the application, whose actions are at %s, if there is none',
    async (base, path) => {
      for (const redirect of [undefined, ({ url }: { readonly url: string }) => url]) {
        const { resolve } = setup(redirect, base)
        expect(await resolve('//evil.example')).toBe(
          new URL(path, ORIGIN.href).href.replace(/(?<=com)\/$/, redirect ? '/' : ''),
        )
      }
    },
  )

  it('is a page of the application as an absolute URL (RDR-02)', async () => {
    expect(await setup().resolve('/page?a=b')).toBe('https://app.example.com/page?a=b')
    expect(await setup().resolve('https://u:p@app.example.com/x')).toBe('https://app.example.com/x')
  })

  it.each([
    ['/page?a=b#c', '/page?a=b#c'],
    ['/a/./b/../c', '/a/c'],
    ['/%2e%2e/é', '/%C3%A9'],
    ['/x//y', '/x//y'],
    // As a path it would name a host.
    ['/.//evil.com', 'https://app.example.com//evil.com'],
    ['/..//evil.com/x', 'https://app.example.com//evil.com/x'],
    ['https://app.example.com', 'https://app.example.com/'],
    ['HTTPS://APP.example.com:443/x', 'https://app.example.com/x'],
    ['https://u:p@app.example.com/x', 'https://app.example.com/x'],
    ['https://u@other.example/x', 'https://other.example/x'],
    ['https://ότερ.example/', 'https://xn--qxayh5a.example/'],
  ])('passes %j to the callback as %s, whose result is used (RDR-02)', async (target, reported) => {
    const urls: string[] = []
    const { resolve } = setup(({ url }) => {
      urls.push(url)
      return url
    })
    expect(await resolve(target)).toBe(new URL(reported, ORIGIN.href).href)
    expect(urls).toEqual([reported])
  })

  it.each(HOSTILE.filter((target) => target !== 'https://evil.com'))(
    'is the home page when the callback returns %j (RDR-05)',
    async (result) => {
      const { resolve, errors } = setup(() => result as string) // what JavaScript may return
      expect(await resolve('/page')).toBe(ORIGIN.href)
      const isText = typeof result === 'string'
      expect(
        errors.map(({ message }) => message.startsWith('The `redirect` callback returned ')),
      ).toEqual(isText ? [] : [true])
    },
  )

  it('may be another site when the callback returns it (RDR-05)', async () => {
    const { resolve } = setup(() => 'https://u:p@other.example/x')
    expect(await resolve('/page')).toBe('https://other.example/x')
  })

  it('is the home page when the callback throws or rejects, and that is logged (RDR-06, LOG-05)', async () => {
    const thrown = (): never => {
      throw new Error('thrown')
    }
    for (const redirect of [thrown, () => Promise.reject(new Error('rejected'))]) {
      const { resolve, errors } = setup(redirect)
      expect(await resolve('/page')).toBe(ORIGIN.href)
      expect(errors.map((error) => error.name)).toEqual(['CallbackRouteError'])
      expect(errors[0]?.message).toBe('The `redirect` callback threw.')
      expect(errors[0]).toHaveProperty(
        'cause.err.message',
        redirect === thrown ? 'thrown' : 'rejected',
      )
    }
  })
})

const COOKIE = { name: 'callback-url', options: { path: '/' } }

/** The target in `Set-Cookie`, with or without an earlier cookie. */
function remembered(returnTo: string, known?: string): string | undefined {
  const header = known === undefined ? '' : `${COOKIE.name}=${encodeURIComponent(known)}`
  const context = {
    profile: { cookies: { callbackUrl: COOKIE } },
    jar: new CookieJar(header),
    origin: ORIGIN,
    returnTo,
    config: { actionBase: '/auth' },
  }
  // No more of a context is looked at.
  const jar = rememberTarget(context as unknown as Context)
  return jar.changes()[0]?.value
}

describe('the cookie of the target', () => {
  const page = `${ORIGIN.href}/page`

  it('is set to a page unless it already names that page', () => {
    expect(remembered(page)).toBe(page)
    expect(remembered(page, `${ORIGIN.href}/other`)).toBe(page)
    expect(remembered(page, page)).toBeUndefined()
  })

  it('is set to the home page only if it names another page', () => {
    expect(remembered(ORIGIN.href)).toBeUndefined()
    expect(remembered(ORIGIN.href, page)).toBe(ORIGIN.href)
    expect(remembered(ORIGIN.href, ORIGIN.href)).toBeUndefined()
  })

  it('holds a target of 600 encoded characters at most, and otherwise the home page', () => {
    const room = 600 - encodeURIComponent(`${ORIGIN.href}/`).length
    const longest = `${ORIGIN.href}/${'x'.repeat(room)}`
    expect(remembered(longest)).toBe(longest)
    expect(remembered(`${longest}x`)).toBeUndefined()
    expect(remembered(`${longest}x`, page)).toBe(ORIGIN.href)
    const escaped = `${ORIGIN.href}/${'%'.repeat(Math.ceil(room / 3) + 1)}`
    expect(escaped.length).toBeLessThan(longest.length)
    expect(remembered(escaped, page)).toBe(ORIGIN.href)
  })
})

describe('A `redirect` callback that lets every URL pass', () => {
  it('is named in development, with the origin alone, once', async () => {
    const { resolve, warnings } = setup(({ url }) => url, '/auth', 'development')
    expect(await resolve('https://evil.example/a?b=c')).toBe('https://evil.example/a?b=c')
    await resolve('https://evil.example/d')
    await resolve('/own')
    expect(warnings).toEqual([
      expect.stringMatching(
        /^development: The `redirect` callback .* to https:\/\/evil\.example, /,
      ),
    ])
  })

  it('is not named in production, where it may be meant', async () => {
    const { resolve, warnings } = setup(({ url }) => url)
    await resolve('https://evil.example/a')
    expect(warnings).toEqual([])
  })
})
