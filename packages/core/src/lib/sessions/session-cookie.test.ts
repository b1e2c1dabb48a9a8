import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import type { SessionContext } from '../request/context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { AuthConfig } from '../types/config.ts'
import { foreignCookies, isMigrating } from './foreign-cookie.ts'
import { clearSessionCookie } from './session-cookie.ts'

const UNTIL = Date.UTC(2030, 0, 1)

interface Setup {
  readonly cookie?: string
  readonly secure?: boolean
  readonly now?: number
  readonly domain?: string
  readonly config?: Partial<AuthConfig>
}

function contextOf({
  cookie = '',
  secure = true,
  now = UNTIL - 1,
  ...more
}: Setup): SessionContext {
  const domain = more.domain === undefined ? {} : { domain: more.domain }
  const config = resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      migrate: { from: 'next-auth', until: new Date(UNTIL).toISOString(), ...domain },
      ...more.config,
    },
    { env: {}, clock: () => now, basePath: '/auth' },
  )
  const origin = { href: `http${secure ? 's' : ''}://app.example.com`, secure }
  const profile = secure ? config.secure : config.plain
  return { config, origin, profile, jar: new CookieJar(cookie) }
}

const FOREIGN = 'authjs.session-token'

/** The cookies that are deleted, with what tells one from another of the same name. */
function deleted(setup: Setup): readonly string[] {
  const headers = clearSessionCookie(contextOf(setup), 'ended').toHeaders()
  return headers.map((header) => {
    expect(header).toContain('Max-Age=0')
    const [name = '', ...attributes] = header.split('; ')
    const kept = attributes.filter((one) => one === 'Secure' || one.startsWith('Domain='))
    return [name.replace(/=.*/, ''), ...kept].join(' ')
  })
}

test('Sessions of another library are accepted before the configured date only', () => {
  expect(isMigrating(contextOf({}))).toBe(true)
  expect(isMigrating(contextOf({ now: UNTIL }))).toBe(false)
  const names = { cookie: `${FOREIGN}=a`, secure: false }
  expect(foreignCookies(contextOf(names))).toEqual([{ name: FOREIGN, value: 'a' }])
  expect(foreignCookies(contextOf({ ...names, now: UNTIL }))).toEqual([])
})

test.each([
  [true, { name: `__Secure-${FOREIGN}`, value: 'b' }],
  [false, { name: FOREIGN, value: 'a' }],
])('Only the cookie of the protocol is read; https: %s', (secure, expected) => {
  const cookie = `${FOREIGN}=a; __Secure-${FOREIGN}=b`
  expect(foreignCookies(contextOf({ cookie, secure }))).toEqual([expected])
})

describe('The cookie of the other library is deleted with the session cookie', () => {
  test.each<readonly [string, Setup, readonly string[]]>([
    [
      'over https, where browsers take no change without Secure',
      { cookie: `__Secure-${FOREIGN}=a` },
      [`__Secure-${FOREIGN} Secure`],
    ],
    [
      'over http, where they take none with it',
      { cookie: `${FOREIGN}=a`, secure: false },
      [FOREIGN],
    ],
    [
      'for no domain and for the one it was set for',
      { cookie: `${FOREIGN}=a`, secure: false, domain: 'example.com' },
      [FOREIGN, `${FOREIGN} Domain=example.com`],
    ],
    [
      'once where both have one name and one domain',
      {
        cookie: `${FOREIGN}=a`,
        secure: false,
        domain: 'example.com',
        config: {
          cookies: { sessionToken: { name: FOREIGN, options: { domain: 'example.com' } } },
        },
      },
      [`${FOREIGN} Domain=example.com`, FOREIGN],
    ],
    ['no more after the day named', { cookie: `__Secure-${FOREIGN}=a`, now: UNTIL }, []],
  ])('%s', (_, setup, expected) => {
    expect(deleted(setup)).toEqual(expected)
  })
})
