import { describe, expect, it } from 'vitest'
import type { AuthConfig } from '../types/config.ts'
import type { OriginPolicy } from '../http/origin.ts'
import type { Env } from '../types/utility.ts'
import { resolveAudience } from './audience.ts'
import { readEnv } from './env.ts'

type Input = Pick<AuthConfig, 'audience' | 'cookies'>

const FIXED: OriginPolicy = {
  kind: 'fixed',
  origin: { href: 'https://app.example.com:8443', secure: true },
}
const TRUSTED: OriginPolicy = { kind: 'trusted', by: 'trustHost' }
const LISTED: OriginPolicy = {
  kind: 'listed',
  hosts: new Set([
    'a.example.com',
    'b.example.org',
    'c.example.org',
    'd.example:4430',
    'e.example:8080',
  ]),
  forwarded: false,
}

/** Claims of every kind. */
const CLAIMS: readonly unknown[] = [
  'shop',
  'stage',
  'app.example.com:8443',
  'app.example.com',
  '.app.example.com',
  '.example.com',
  'example.com',
  '.ample.com',
  '.com.',
  '.other.example',
  'a.example.com',
  'b.example.org',
  'b.example.org:443',
  'c.example.org',
  'd.example:4430',
  'd.example',
  'd.example0',
  'e.example:8080',
  'e.example80',
  'vercel:p:production',
  '*',
  '',
  7,
  null,
  ['shop'],
]

function accepted(input: Input, policy: OriginPolicy, env: Env = {}): readonly unknown[] {
  const audience = resolveAudience(input, policy, readEnv(env))
  expect(audience.accepts(undefined)).toBe(true)
  return CLAIMS.filter((claim) => audience.accepts(claim))
}

function said(input: Input, policy: OriginPolicy, env: Env = {}): string {
  const origin = { href: 'https://a.example.com', secure: true }
  return resolveAudience(input, policy, readEnv(env)).of(origin)
}

const domain = (value: string): Input => ({
  cookies: { sessionToken: { options: { domain: value } } },
})

describe('(ALT-10) The audience of sealed values', () => {
  it.each<[string, readonly [Input, OriginPolicy, Env?], string, readonly unknown[]]>([
    ['its name', [{ audience: 'shop' }, FIXED], 'shop', ['shop']],
    [
      'the first of its names',
      [{ audience: ['stage', 'shop'] }, FIXED],
      'stage',
      ['shop', 'stage'],
    ],
    ['AUTH_AUDIENCE', [{}, FIXED, { AUTH_AUDIENCE: 'shop' }], 'shop', ['shop']],
    [
      'its name before AUTH_AUDIENCE and a domain',
      [{ audience: 'shop', ...domain('example.com') }, FIXED, { AUTH_AUDIENCE: 'stage' }],
      'shop',
      ['shop'],
    ],
    [
      'the domain of its session cookie',
      [domain('Example.com'), FIXED],
      '.example.com',
      ['.example.com'],
    ],
    [
      'that domain, with a dot before it',
      [domain('.example.com'), LISTED],
      '.example.com',
      ['.example.com'],
    ],
    [
      'its one host, and domains that this is in',
      [{}, FIXED],
      'app.example.com:8443',
      ['app.example.com:8443', '.app.example.com', '.example.com'],
    ],
    [
      'the host of a request, one of several, and domains that one of these is in',
      [{}, LISTED],
      'a.example.com',
      [
        '.example.com',
        'a.example.com',
        'b.example.org',
        'c.example.org',
        'd.example:4430',
        'e.example:8080',
      ],
    ],
    [
      'the name that its platform gives it',
      [{}, TRUSTED, { VERCEL: '1', VERCEL_ENV: 'production', VERCEL_PROJECT_ID: 'p' }],
      'vercel:p:production',
      ['vercel:p:production'],
    ],
    ['any deployment without a name', [{}, TRUSTED], '*', ['*']],
    ['any deployment where it trusts no host', [{}, { kind: 'untrusted', fix: '' }], '*', ['*']],
  ])('is %s', (_, given, name, claims) => {
    expect(said(...given)).toBe(name)
    expect(accepted(...given)).toEqual(claims)
  })

  it.each(['', ' ', [], [''], ['shop', ' '], [7], 7])('cannot be %j', (audience) => {
    // As JavaScript may have it.
    const input = { audience } as Input
    const attempt = (): unknown => said(input, FIXED)
    expect(attempt).toThrow(expect.objectContaining({ type: 'InvalidConfiguration' }))
    expect(attempt).toThrow(/^`audience` is empty\. Name the application/)
  })
})
