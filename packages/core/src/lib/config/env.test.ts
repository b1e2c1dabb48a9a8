import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDevelopment, readEnv, readProviderEnv } from './env.ts'

describe('the environment', () => {
  it('gives no settings by default', () => {
    expect(readEnv({})).toEqual({ secrets: [], insecureLoopback: false, production: true })
  })

  it('treats an empty variable as not set', () => {
    const empty = Object.fromEntries(
      [
        'AUTH_URL',
        'AUTH_SECRET',
        'AUTH_SECRET_1',
        'AUTH_TRUST_HOST',
        'AUTH_INSECURE_LOOPBACK',
        'AUTH_REDIRECT_PROXY_URL',
        'VERCEL',
        'NEXTAUTH_URL',
      ].flatMap((name) => [[name, ''] as const]),
    )
    expect(readEnv(empty)).toEqual(readEnv({}))
    expect(readEnv({ AUTH_URL: '  ', AUTH_SECRET: '\t' })).toEqual(readEnv({}))
    expect(readEnv({ AUTH_SECRET: '', NEXTAUTH_SECRET: 'older' }).secrets).toEqual(['older'])
    expect(readProviderEnv({ AUTH_GITHUB_ID: '' }, 'github')).toEqual({})
  })

  it.each(['true', 'TRUE', '1', 'yes', 'on', ' true '])(
    'reads AUTH_TRUST_HOST=%j as true',
    (value) => {
      expect(readEnv({ AUTH_TRUST_HOST: value, AUTH_INSECURE_LOOPBACK: value })).toMatchObject({
        trustHost: true,
        insecureLoopback: true,
      })
    },
  )

  it.each(['false', 'False', '0', 'no', 'off'])('reads AUTH_TRUST_HOST=%j as false', (value) => {
    expect(readEnv({ AUTH_TRUST_HOST: value })).toMatchObject({ trustHost: false })
  })

  it.each(['maybe', '2', 'truee', 'null', 'undefined'])('refuses AUTH_TRUST_HOST=%j', (value) => {
    for (const name of ['AUTH_TRUST_HOST', 'AUTH_INSECURE_LOOPBACK']) {
      const read = () => readEnv({ [name]: value })
      expect(read).toThrow(expect.objectContaining({ type: 'InvalidConfiguration' }))
      expect(read).toThrow(name)
    }
  })

  it.each(['URL', 'SECRET'])('reads AUTH_%s, then LEGACY_, then NEXTAUTH_', (name) => {
    const value = (prefix: string) => (name === 'URL' ? `https://${prefix}.example` : prefix)
    const all = {
      [`AUTH_${name}`]: value('a'),
      [`LEGACY_${name}`]: value('l'),
      [`NEXTAUTH_${name}`]: value('n'),
    }
    const read = (env: Record<string, string | undefined>) => {
      const { url, secrets } = readEnv(env)
      return name === 'URL' ? url?.origin : secrets.join()
    }
    expect(read(all)).toBe(value('a'))
    expect(read({ ...all, [`AUTH_${name}`]: undefined })).toBe(value('l'))
    expect(read({ [`NEXTAUTH_${name}`]: value('n') })).toBe(value('n'))
  })

  it('reads AUTH_SECRET_NEXT behind all others, so that it opens and does not seal (MIX-01)', () => {
    const env = { AUTH_SECRET_NEXT: 'n', AUTH_SECRET: 's', AUTH_SECRET_1: '1' }
    expect(readEnv(env).secrets).toEqual(['1', 's', 'n'])
  })

  it('reads AUTH_SECRET_3 to _1 before AUTH_SECRET (JWE-07)', () => {
    expect(
      readEnv({ AUTH_SECRET: 's', AUTH_SECRET_1: '1', AUTH_SECRET_2: '2', AUTH_SECRET_3: '3' })
        .secrets,
    ).toEqual(['3', '2', '1', 's'])
    expect(readEnv({ AUTH_SECRET: 's', AUTH_SECRET_1: '1' }).secrets).toEqual(['1', 's'])
    expect(readEnv({ AUTH_SECRET_2: '2' }).secrets).toEqual(['2'])
  })

  it.each([
    'app.example.com',
    '/auth',
    'ftp://x',
    'javascript:1',
    'https://',
    'https://[',
    'localhost:3000',
  ])('refuses AUTH_URL=%s', (value) => {
    expect(() => readEnv({ AUTH_URL: value })).toThrow(/AUTH_URL/)
  })

  it.each([
    ['production', true],
    ['development', false],
    ['test', false],
    ['staging', true],
    ['', true],
    [undefined, true],
  ])('NODE_ENV=%s is production: %s', (value, production) => {
    expect(readEnv({ NODE_ENV: value }).production).toBe(production)
  })

  it.each([
    ['github', 'AUTH_GITHUB_'],
    ['microsoft-entra-id', 'AUTH_MICROSOFT_ENTRA_ID_'],
    ['my.idp~2', 'AUTH_MY_IDP_2_'],
  ])('reads the variables %s, %sID and so on of a provider', (id, prefix) => {
    const env = {
      [`${prefix}ID`]: 'i',
      [`${prefix}SECRET`]: 's',
      [`${prefix}ISSUER`]: 'u',
      [`${prefix}KEY`]: 'k',
    }
    expect(readProviderEnv(env, id)).toEqual({
      clientId: 'i',
      clientSecret: 's',
      issuer: 'u',
      apiKey: 'k',
    })
  })

  it.each([
    [{}, undefined, undefined],
    [{ VERCEL: '1' }, 'Vercel', undefined],
    [{ VERCEL: '1', VERCEL_ENV: 'preview' }, 'Vercel', 'vercel::preview'],
    [
      { VERCEL: '1', VERCEL_ENV: 'production', VERCEL_PROJECT_ID: 'p' },
      'Vercel',
      'vercel:p:production',
    ],
    [
      { VERCEL: '1', VERCEL_ENV: 'preview', VERCEL_TARGET_ENV: 'staging', VERCEL_PROJECT_ID: 'p' },
      'Vercel',
      'vercel:p:staging',
    ],
    [{ VERCEL_ENV: 'preview', VERCEL_PROJECT_ID: 'p' }, undefined, undefined],
    [{ CF_PAGES: '1' }, 'Cloudflare Pages', undefined],
    [{ CF_PAGES: '1', CF_PAGES_BRANCH: 'main' }, 'Cloudflare Pages', 'cloudflare-pages:main'],
    [{ CF_PAGES_BRANCH: 'main' }, undefined, undefined],
  ])('recognizes %j as the platform %s with the host %s (ALT-10)', (env, platform, deployment) => {
    const settings = readEnv(env)
    expect([settings.platform, settings.deployment]).toEqual([platform, deployment])
  })

  it.each([
    ['AUTH_AUDIENCE', 'audience'],
    ['AUTH_REDIRECT_PROXY_URL', 'redirectProxyUrl'],
  ])('reads %s without surrounding white space', (name, setting) => {
    expect(readEnv({ [name]: ' x ' })).toMatchObject({ [setting]: 'x' })
  })

  it.each(['http://localhost:3000', 'https://app.example.com/auth'])(
    'accepts AUTH_URL=%s',
    (url) => {
      expect(readEnv({ AUTH_URL: url }).url?.href).toBe(new URL(url).href)
    },
  )

  it('is never changed', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('AUTH_SECRET', 'AUTH_SECRET_1', 'X', 'NODE_ENV'),
          fc.string(),
        ),
        (env) => {
          const frozen = Object.freeze({ ...env })
          readEnv(frozen)
          readProviderEnv(frozen, 'x')
          expect(frozen).toEqual(env)
        },
      ),
    )
  })
})

describe('development', () => {
  it('is what NODE_ENV says, letter by letter', () => {
    expect(isDevelopment({ NODE_ENV: 'development' })).toBe(true)
  })

  it.each([{}, { NODE_ENV: '' }, { NODE_ENV: 'production' }, { NODE_ENV: 'test' }])(
    'is not what %j says',
    (env) => {
      expect(isDevelopment(env)).toBe(false)
    },
  )
})
