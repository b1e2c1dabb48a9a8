import { describe, expect, it, vi } from 'vitest'
import GitHub from '../../providers/github.ts'
import { createResolver, onlySession } from './resolver.ts'
import type { AnyConfig } from '../config/resolved-config.ts'

const SECRET = 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe'
const ORIGIN = 'http://localhost:3000'

function record() {
  const warn = vi.fn()
  const error = vi.fn()
  return { warn, error, logger: { warn, error } }
}

function open(config: AnyConfig | (() => AnyConfig), NODE_ENV = 'production') {
  const env = {
    NODE_ENV,
    AUTH_SECRET: SECRET,
    AUTH_URL: ORIGIN,
    // Nothing listens there.
    LATCHSTRING_DEV: 'http://127.0.0.1:1',
  }
  return createResolver(config, { env, clock: Date.now, basePath: '/auth' })
}

const source = () => {
  const request = new Request(`${ORIGIN}/auth/session`, { headers: { host: 'localhost:3000' } })
  return { request, headers: request.headers, url: request.url }
}

/** The module for texts is loaded when it is needed. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 30_000 })

const FORMS = {
  object: (config: AnyConfig) => config,
  function: (config: AnyConfig) => () => ({ ...config }),
}

describe.each(Object.entries(FORMS))('The resolver of a configuration as %s', (_, toForm) => {
  it('warns of a text that no page has', async () => {
    const { warn, error, logger } = record()
    const texts = { en: { signIn: { titel: 'Hello' } } }
    // A mistake that no type would let through.
    const { resolve } = open(toForm({ providers: [], logger, texts } as AnyConfig))
    await resolve(source())
    await resolve(source())
    await soon(() => expect(warn).toHaveBeenCalledWith('texts', expect.any(String)))
    expect(warn.mock.calls.map(([, detail]: unknown[]) => detail)).toEqual([
      expect.stringContaining('titel'),
    ])
    expect(error).not.toHaveBeenCalled()
  })

  it('logs what reading a text throws', async () => {
    const { error, logger } = record()
    const texts = {
      en: {
        get signIn(): never {
          throw new Error('No texts today.')
        },
      },
    }
    const { resolve } = open(toForm({ providers: [], logger, texts }))
    await resolve(source())
    await soon(() => expect(error).toHaveBeenCalledOnce())
    expect(error.mock.lastCall?.[0]).toMatchObject({ message: 'No texts today.' })
  })

  it('asks for emulators in development, and not to read a session', async () => {
    const { logger } = record()
    const fetch = vi.fn(() => Promise.reject(new TypeError('Nothing listens.')))
    vi.stubGlobal('fetch', fetch)
    const { resolve } = open(toForm({ providers: [GitHub], logger }), 'development')
    await resolve(source(), onlySession)
    expect(fetch).not.toHaveBeenCalled()
    await resolve(source())
    expect(fetch).toHaveBeenCalledOnce()
    await resolve(source(), () => false)
    expect(fetch).toHaveBeenCalledTimes(2)
  })
})

describe('The resolver of a configuration function', () => {
  const down = new Error('The store of tenants is away.')
  const throwing = (): never => {
    throw down
  }
  const attempt = async (given: () => unknown): Promise<unknown> =>
    // A function without types may return any value.
    open(given as () => AnyConfig).resolve(source())

  it.each([throwing, () => Promise.reject(down)])(
    'names it when it throws or rejects',
    async (given) => {
      await expect(attempt(given)).rejects.toMatchObject({
        type: 'AuthError',
        message: 'The configuration function threw.',
        cause: { err: down },
      })
    },
  )

  it.each<[string, () => unknown]>([
    ['undefined', () => undefined],
    ['null', async () => null],
    ['a list', () => []],
    ['a string', () => 'config'],
  ])('names it when it returns %s', async (kind, given) => {
    await expect(attempt(given)).rejects.toMatchObject({
      type: 'AuthError',
      message: `The configuration function returned ${kind}. Return the configuration.`,
    })
  })
})

describe('The settings of a store', () => {
  it('are asked about once for each store, of a function that makes one for each request a few times only', async () => {
    const findProblems = vi.fn(() => ['It loses rows.'])
    const { logger, error } = record()
    const same = { findProblems }
    const config: AnyConfig = { providers: [], session: { strategy: 'jwt' }, logger }
    const kept = open(() => ({ ...config, adapter: same }))
    for (let count = 0; count < 5; count += 1) await kept.resolve(source())
    expect(findProblems).toHaveBeenCalledTimes(1)
    const made = open(() => ({ ...config, adapter: { findProblems } }))
    for (let count = 0; count < 30; count += 1) await made.resolve(source())
    expect(findProblems.mock.calls.length).toBeLessThan(12)
    // In the log of each application once.
    await soon(() => expect(error).toHaveBeenCalledTimes(2))
  })
})
