import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { developmentEnv } from './development-env.ts'

const KEPT = Symbol.for('latchstring.development-secret')

const forget = (): void => void Reflect.deleteProperty(globalThis, KEPT)

beforeEach(forget)
afterEach(forget)

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
    developmentEnv({ NODE_ENV: 'development' }, 'pages cannot be prerendered.')
    expect(warn.mock.calls[0]?.[0]).toMatch(/in the configuration, pages cannot be prerendered\.$/)
  })

  test.each([
    'AUTH_SECRET',
    'AUTH_SECRET_1',
    'AUTH_SECRET_2',
    'AUTH_SECRET_3',
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
