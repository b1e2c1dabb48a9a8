import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeBasePath } from '../config/base-path.ts'
import type { ResolvedProvider } from '../config/providers.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import {
  actionUrl,
  createSessionContext,
  requestedProvider,
  requireProvider,
  toContext,
  type Context,
} from './context.ts'
import { InvalidConfiguration, InvalidProvider } from '../errors/classes.ts'

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
  ])('for the base path, action and rest %s, %s and %s is %s', (origin, base, action, expected) => {
    expect(actionUrl(context(origin, base), action)).toBe(expected)
  })

  it('is normalized by the URL parser, whatever the base path', () => {
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

  it('includes the query parameters that are not undefined', () => {
    const parameters = { error: 'a b&c', none: undefined, empty: '' }
    expect(actionUrl(context('https://app.example', '/auth'), 'error', parameters)).toBe(
      'https://app.example/auth/error?error=a+b%26c&empty=',
    )
    expect(actionUrl(context('https://app.example', '/auth'), 'error', { none: undefined })).toBe(
      'https://app.example/auth/error',
    )
  })
})

describe('The context of a session', () => {
  const origin = { href: 'https://app.example', secure: true }
  // Of a configuration, no more is looked at.
  const config = { origin: { kind: 'fixed', origin }, secure: {}, plain: {} } as ResolvedConfig
  const headers = new Headers({ cookie: 'a=b' })

  it.each([
    ['can set cookies unless the caller says otherwise', undefined, false],
    ['can set cookies when the caller says so', false, false],
    ['cannot set cookies when the caller says so', true, true],
  ])('%s', (_, readOnly, expected) => {
    const source = readOnly === undefined ? { headers } : { headers, readOnly }
    const session = createSessionContext(config, source)
    expect(session.readOnly).toBe(expected)
    expect(session.jar.get('a')).toBe('b')
    // The other members of the context are passed on unchanged.
    const rest = { request: { headers }, returnTo: '/' } as unknown as Context
    expect(toContext(session, rest).readOnly).toBe(expected)
  })
})

type Known = Pick<ResolvedConfig, 'providers' | 'skipped'>

function configured(skipped: Known['skipped'] = []): ResolvedConfig {
  // No more of a provider than its id is looked at,
  const providers = new Map(['github', 'mail'].map((id) => [id, { id } as ResolvedProvider]))
  // and no more of a configuration than its providers.
  return { providers, skipped } as unknown as ResolvedConfig
}

function failure(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('requireProvider of an id', () => {
  it('returns the provider with that id', () => {
    expect(requireProvider(configured(), 'mail')).toEqual({ id: 'mail' })
  })

  it.each([
    ['an id', 'unknown', ' "unknown"'],
    ['an id of 64 characters', 'x'.repeat(64), ` "${'x'.repeat(64)}"`],
    ['an id that is longer', 'x'.repeat(65), ' of the request'],
    ['a text that begins with something else', '<b>unknown', ' of the request'],
    ['a text that ends with something else', 'unknown</b>', ' of the request'],
    ['no text', '', ' of the request'],
  ])('names the configured providers for %s', (_, id, shown) => {
    const error = failure(() => requireProvider(configured(), id))
    expect(error).toBeInstanceOf(InvalidProvider)
    expect(error).toHaveProperty(
      'message',
      `The provider${shown} is not configured. Configured: github, mail.`,
    )
  })

  it('throws the problem of a provider that was left out, and mentions providers without an id', () => {
    const [own, other] = [
      new InvalidConfiguration('One has no client id.'),
      new InvalidConfiguration('Another could not be made.'),
    ]
    const config = configured([{ id: 'island', error: own }, { error: other }])
    expect(failure(() => requireProvider(config, 'island'))).toBe(own)
    expect(failure(() => requireProvider(config, 'unknown'))).toHaveProperty(
      'message',
      'The provider "unknown" is not configured. Configured: github, mail. Another could not be made.',
    )
  })
})

describe('requestedProvider', () => {
  it('returns the provider that the request names, and refuses a request without one', () => {
    const config = configured()
    // Of a request, no more than the id is looked at.
    const named = { providerId: 'github' } as Context['request']
    expect(requestedProvider({ config, request: named })).toEqual({ id: 'github' })
    const unnamed = {} as typeof named // The same holds here.
    const error = failure(() => requestedProvider({ config, request: unnamed }))
    expect(error).toBeInstanceOf(InvalidProvider)
    expect(error).toHaveProperty('message', 'The request names no provider.')
  })
})
