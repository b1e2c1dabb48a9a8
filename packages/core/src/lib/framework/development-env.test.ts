import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFrameworkAuth, deferFrameworkAuth } from '../../framework.ts'
import { createAuth } from '../../index.ts'
import { developmentEnv } from './development-env.ts'

const KEPT = Symbol.for('latchstring.development-secret')

const forget = (): void => void Reflect.deleteProperty(globalThis, KEPT)

beforeEach(forget)
afterEach(forget)

describe('The server library', () => {
  const set = { providers: [] }
  const make: readonly (() => unknown)[] = [
    () => createAuth(set),
    () => createFrameworkAuth(set, {}),
    () => deferFrameworkAuth(set, {}),
  ]

  test.each(make)('says in a page of a browser that it is there, and works on (%#)', (run) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    vi.stubGlobal('document', {})
    vi.stubGlobal('window', globalThis)
    run()
    // A test with a document.
    expect(warn).not.toHaveBeenCalled()
    vi.stubGlobal('process', { env: {}, versions: {} })
    run()
    vi.unstubAllGlobals()
    expect(warn.mock.calls).toEqual([[expect.stringContaining('in a file for the browser')]])
    run()
    expect(warn).toHaveBeenCalledOnce()
  })
})

describe('developmentEnv', () => {
  test('gives a development server a secret of 32 bytes in hexadecimal, and warns once', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const first = developmentEnv({ NODE_ENV: 'development', OTHER: 'kept' })
    const second = developmentEnv({ NODE_ENV: 'development' })
    expect(first['AUTH_SECRET']).toMatch(/^[\da-f]{64}$/)
    expect(first).toMatchObject({ NODE_ENV: 'development', OTHER: 'kept' })
    expect(second['AUTH_SECRET']).toBe(first['AUTH_SECRET'])
    expect(warn.mock.calls).toEqual([
      [
        '[auth][warn] AUTH_SECRET is not set. Without a `secret` in the configuration, ' +
          'sessions end when this development server stops.',
      ],
    ])
  })

  test('pads each byte of the generated secret to two digits', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    vi.spyOn(crypto, 'getRandomValues').mockImplementationOnce((bytes) => bytes)
    expect(developmentEnv({ NODE_ENV: 'development' })['AUTH_SECRET']).toBe('0'.repeat(64))
  })

  test('warns with the consequence that the framework adapter names', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const env = developmentEnv({ NODE_ENV: 'development' }, 'pages cannot be prerendered.')
    expect(warn).not.toHaveBeenCalled()
    expect(env['AUTH_SECRET']).toMatch(/./)
    expect(warn.mock.calls[0]?.[0]).toMatch(/in the configuration, pages cannot be prerendered\.$/)
  })

  test.each([
    ['a `secret`', { secret: 'a secret of the configuration, 1234' }, 0],
    ['no `secret`', {}, 1],
  ])(
    'with %s in the configuration, warns only if the generated one is used',
    async (_, config, times) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue()
      const env = developmentEnv({ NODE_ENV: 'development' })
      const auth = createFrameworkAuth({ providers: [], ...config }, { env })
      const url = 'http://localhost:3000/auth/csrf'
      expect(auth.owns(url)).toBe(true)
      expect((await auth.handle(new Request(url))).status).toBe(200)
      const about = warn.mock.calls.filter(([text]) =>
        String(text).includes('AUTH_SECRET is not set'),
      )
      expect(about).toHaveLength(times)
    },
  )

  test.each([
    'AUTH_SECRET',
    'AUTH_SECRET_1',
    'AUTH_SECRET_2',
    'AUTH_SECRET_3',
    'AUTH_SECRET_NEXT',
    'LEGACY_SECRET',
    'NEXTAUTH_SECRET',
  ])('adds nothing to an environment that has %s', (name) => {
    const env = { NODE_ENV: 'development', [name]: 'given' }
    expect(developmentEnv(env)).toBe(env)
  })

  test('generates a secret when the variable is empty', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { AUTH_SECRET } = developmentEnv({ NODE_ENV: 'development', AUTH_SECRET: '' })
    expect(AUTH_SECRET).toMatch(/^[\da-f]{64}$/)
  })

  test.each(['production', 'test', 'Development', '', undefined])(
    'generates no secret with NODE_ENV=%s',
    (NODE_ENV) => {
      const env = { NODE_ENV }
      expect(developmentEnv(env)).toBe(env)
    },
  )
})
