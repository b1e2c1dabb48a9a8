import { beforeEach, expect, test, vi } from 'vitest'
import { readEnv } from './environment.ts'

const SECRET = Symbol.for('latchstring.development-secret')

beforeEach(() => {
  for (const name of ['AUTH_SECRET', 'LEGACY_SECRET', 'NEXTAUTH_SECRET']) vi.stubEnv(name, '')
  Reflect.deleteProperty(globalThis, SECRET)
})

test('a development server without a secret shares one generated secret among its bundles', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubEnv('NODE_ENV', 'development')
  const secret = readEnv()['AUTH_SECRET']
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(readEnv()['AUTH_SECRET']).toBe(secret)
  expect(warn).toHaveBeenCalledOnce()
  expect(warn.mock.calls.join()).toContain('AUTH_SECRET is not set')
  expect(warn.mock.calls.join()).not.toContain(secret)
})

test('a secret that another bundle of the process generated is used without another warning', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubEnv('NODE_ENV', 'development')
  Reflect.set(globalThis, SECRET, 'of another bundle')
  expect(readEnv()['AUTH_SECRET']).toBe('of another bundle')
  expect(warn).not.toHaveBeenCalled()
})

test.each([
  ['edge', 'set it in .env.local, or use proxy.ts'],
  ['nodejs', 'sessions end when this development server stops'],
])('readEnv warns about a generated secret in the runtime %s', (runtime, consequence) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubEnv('NODE_ENV', 'development')
  vi.stubEnv('NEXT_RUNTIME', runtime)
  expect(readEnv()['AUTH_SECRET']).toMatch(/^[0-9a-f]{64}$/)
  expect(warn.mock.calls).toEqual([[expect.stringContaining(consequence)]])
})

test('readEnv replaces no secret that the environment has', () => {
  vi.stubEnv('NODE_ENV', 'development')
  vi.stubEnv('NEXTAUTH_SECRET', 'given')
  expect(readEnv()['NEXTAUTH_SECRET']).toBe('given')
  expect(readEnv()['AUTH_SECRET']).toBe('')
})

test.each(['production', 'test'])('readEnv creates no secret in %s', (mode) => {
  vi.stubEnv('NODE_ENV', mode)
  expect(readEnv()['AUTH_SECRET']).toBe('')
  expect(Reflect.has(globalThis, SECRET)).toBe(false)
})

test('readEnv reads variables at each call', () => {
  vi.stubEnv('AUTH_URL', 'https://one.test')
  expect(readEnv()['AUTH_URL']).toBe('https://one.test')
  vi.stubEnv('AUTH_URL', 'https://two.test')
  expect(readEnv()['AUTH_URL']).toBe('https://two.test')
})

test('readEnv has the mode that a bundler writes, and a generated secret where that is development', () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const server = { ...process.env, NODE_ENV: 'test' } as const
  const written = { ...server, NODE_ENV: 'development' } as const
  // A bundler replaces `process.env.NODE_ENV` with its value, and does not change the environment.
  vi.spyOn(process, 'env', 'get').mockReturnValueOnce(server).mockReturnValue(written)
  const env = readEnv()
  expect(env['NODE_ENV']).toBe('development')
  expect(env['AUTH_SECRET']).toMatch(/^[0-9a-f]{64}$/)
  expect(server.NODE_ENV).toBe('test')
})

test('readEnv returns the environment itself where its mode is that of the bundler', () => {
  vi.stubEnv('NODE_ENV', 'production')
  expect(readEnv()).toBe(process.env)
})
