import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeBasePath } from './config/base-path.ts'
import { actionUrl } from './context.ts'

/** As `ResolvedConfig` has them: of a configuration, an address needs no more. */
function context(origin: string, actionBase: string): Parameters<typeof actionUrl>[0] {
  // No test of addresses looks at the rest.
  return { config: { actionBase }, origin: { href: origin } } as Parameters<typeof actionUrl>[0]
}

function normalizes(path: string): boolean {
  try {
    return normalizeBasePath(path) === path
  } catch {
    return false
  }
}

describe('the URL of an action', () => {
  it.each([
    ['https://app.example', '/auth', 'signin', 'https://app.example/auth/signin'],
    ['http://localhost:3000', '', 'csrf', 'http://localhost:3000/csrf'],
    ['https://a.example', '/a/b-c.d', 'callback/x_y~z', 'https://a.example/a/b-c.d/callback/x_y~z'],
    ['https://a.example', '/förr', 'signout', 'https://a.example/f%C3%B6rr/signout'],
    ['https://a.example', '/"<>`{}', 'error', 'https://a.example/%22%3C%3E%60%7B%7D/error'],
  ])('of %s, %s and %s is %s', (origin, base, action, expected) => {
    expect(actionUrl(context(origin, base), action)).toBe(expected)
  })

  it('is what the URL parser makes of it, whatever the base path', () => {
    const unit = fc.constantFrom(...Array.from('/aZ9-._~!$&\'()*+,;=:@"<>^`{|}[]é漢😀'))
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 12 }), (text) => {
        const base = `/base${text}`.replace(/\/+/g, '/').replace(/\/$/, '')
        fc.pre(normalizes(base))
        const { href } = new URL(`${base}/signin/x`, 'https://app.example')
        expect(actionUrl(context('https://app.example', base), 'signin/x')).toBe(href)
      }),
    )
  })

  it('has the query parameters that are not undefined', () => {
    const parameters = { error: 'a b&c', none: undefined, empty: '' }
    expect(actionUrl(context('https://app.example', '/auth'), 'error', parameters)).toBe(
      'https://app.example/auth/error?error=a+b%26c&empty=',
    )
    expect(actionUrl(context('https://app.example', '/auth'), 'error', { none: undefined })).toBe(
      'https://app.example/auth/error',
    )
  })
})
