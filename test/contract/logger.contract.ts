import type { LoggerInstance, WarningCode } from '@latchstring/core/types'
import { expect, expectTypeOf, vi } from 'vitest'
import { ENV } from '@latchstring/test-kit/app'
import { ANY_OBJECT, containing, including } from '@latchstring/test-kit/matchers'
import { passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'

/** What goes to the log. */
export function logger(suite: Suite): void {
  const { proves, open } = suite

  proves(
    [
      'RES-LOGGER-debug',
      'RES-LOGGER-error',
      'RES-LOGGER-warn',
      'OPT-logger',
      'ERR-AuthError-logged',
      'RES-LOGGER-extra',
    ],
    'a configured logger gets every message, and the console none',
    async () => {
      const consoles = [
        vi.spyOn(console, 'error'),
        vi.spyOn(console, 'warn'),
        vi.spyOn(console, 'log'),
      ]
      const flush = vi.fn()
      type Report = (this: { readonly flush: () => void }, error: Error) => void
      const error = vi.fn<Report>(function report() {
        this.flush()
      })
      const own = { error, warn: vi.fn(), debug: vi.fn(), flush }
      const visitor = open({ providers: [passwords()], logger: own, debug: true }).visit()
      await visitor.submitPassword('unknown')
      expect(own.error).toHaveBeenCalledExactlyOnceWith(
        including({ name: 'CredentialsSignin', type: 'CredentialsSignin' }),
      )
      expect(own.error.mock.calls[0]?.[0]).toBeInstanceOf(Error)
      // The other members are those of the application, and its methods reach them.
      expect(flush).toHaveBeenCalledExactlyOnceWith()
      expect(own.warn.mock.calls).toEqual([['debug-enabled']])
      expect(own.debug).toHaveBeenCalledWith('request', ANY_OBJECT)
      for (const method of consoles) expect(method).not.toHaveBeenCalled()
      expectTypeOf<LoggerInstance['error']>().toEqualTypeOf<(error: Error) => void>()
      // The detail is this library's own, and comes with its own code only.
      expectTypeOf<LoggerInstance['warn']>().toEqualTypeOf<
        (code: WarningCode, detail?: string) => void
      >()
      expectTypeOf<(code: WarningCode) => void>().toExtend<LoggerInstance['warn']>()
      expectTypeOf<LoggerInstance['debug']>().toEqualTypeOf<
        (message: string, metadata?: unknown) => void
      >()
      expectTypeOf<LoggerInstance[string]>().toBeFunction()
    },
  )

  proves(
    ['RES-LOGGER-partial'],
    'the console logs what a configured logger has no method for',
    async () => {
      const warn = vi.fn()
      const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
      const authorize = ({ username }: { readonly username?: unknown }): null => {
        if (username === 'unknown') return null
        throw new TypeError('the list of people is away')
      }
      const providers = [passwords({ authorize })]
      const visitor = open({ providers, logger: { warn }, debug: true }).visit()
      // The logger that the application has is taken as it is.
      await visitor.submitPassword('ada')
      expect(warn).toHaveBeenCalledExactlyOnceWith('debug-enabled')
      expect(error).toHaveBeenCalledExactlyOnceWith(containing('CallbackRouteError'))
      await visitor.submitPassword('unknown')
      expect(error).toHaveBeenCalledOnce()
      expect(info).toHaveBeenCalledExactlyOnceWith(containing('CredentialsSignin'))
      const onlyErrors = vi.fn()
      const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      const other = open({ providers: [passwords()], logger: { error: onlyErrors }, debug: true })
      await other.visit().submitPassword('unknown')
      expect(onlyErrors).toHaveBeenCalledTimes(1)
      expect(warned).toHaveBeenCalledExactlyOnceWith(containing('debug-enabled'))
    },
  )

  /** Signs in with the console as the log: the function gives a configuration without a logger. */
  async function signInQuietly(debug = false): Promise<void> {
    const adapter = await suite.world.store()
    const providers = [suite.world.oidc()]
    const visitor = open(() => ({ adapter, providers, ...(debug && { debug }) })).visit()
    await visitor.signInWith('harbour')
  }

  proves(
    ['OPT-debug', 'WARN-debug-enabled'],
    'debug logs steps of sign-in and store, and is off by default',
    async () => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
      const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
      await signInQuietly()
      expect(log).not.toHaveBeenCalled()
      expect(warn).not.toHaveBeenCalled()
      await signInQuietly(true)
      const lines = log.mock.calls.map((line) => line.join(' '))
      expect(lines).toEqual(expect.arrayContaining([containing('"action":"callback"')]))
      expect(lines).toEqual(expect.arrayContaining([containing('adapter.createUser')]))
      expect(warn).toHaveBeenCalledWith(containing('debug-enabled'))
    },
  )

  proves(['OPT-debug-logger'], 'debug does not affect a configured logger', async () => {
    const calls: (readonly unknown[])[] = []
    for (const debug of [false, true]) {
      const own = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
      await open({ providers: [passwords()], logger: own, debug })
        .visit()
        .open('providers')
      calls.push(own.debug.mock.calls)
    }
    expect(calls[0]).not.toHaveLength(0)
    expect(calls[1]).toEqual(calls[0])
    const log = vi.spyOn(console, 'log')
    const error = vi.fn()
    await open({ providers: [passwords()], logger: { error, warn: vi.fn() }, debug: true })
      .visit()
      .open('providers')
    expect(log).not.toHaveBeenCalled()
  })

  proves(
    ['WARN-env-url-basepath-redundant'],
    'a warning is logged when AUTH_URL and basePath have the same path',
    async () => {
      const env = { ...ENV, AUTH_URL: 'https://app.example/account' }
      const app = open({ providers: [], basePath: '/account' }, { env })
      expect((await app.visit().open('providers')).status).toBe(200)
      expect(app.warnings).toEqual(['env-url-basepath-redundant'])
      const quiet = open({ providers: [], basePath: '/account' })
      expect((await quiet.visit().open('providers')).status).toBe(200)
      expect(quiet.warnings).toEqual([])
    },
  )

  proves(
    ['WARN-env-url-basepath-mismatch'],
    'a warning is logged when AUTH_URL and basePath differ, and basePath is used',
    async () => {
      const env = { ...ENV, LEGACY_URL: 'https://app.example/elsewhere', AUTH_URL: '' }
      const app = open({ providers: [passwords()], basePath: '/account' }, { env })
      const response = await app.visit().open('providers')
      expect(await response.json()).toMatchObject({
        credentials: { signinUrl: 'https://app.example/account/signin/credentials' },
      })
      expect(app.warnings).toEqual(['env-url-basepath-mismatch'])
      // There are further ones, that the contract does not know.
      type Known =
        | 'debug-enabled'
        | 'csrf-disabled'
        | 'env-url-basepath-redundant'
        | 'env-url-basepath-mismatch'
        | 'experimental-webauthn'
      expectTypeOf<Extract<WarningCode, Known>>().toEqualTypeOf<Known>()
    },
  )

  proves(
    [
      'WARN-experimental-webauthn',
      'OPT-experimental-enableWebAuthn',
      'OPT-experimental',
      'VER-unstable',
    ],
    'WebAuthn is off by default, and logs a warning when it is enabled',
    async () => {
      const passkey = { id: 'passkey', name: 'Passkey', type: 'webauthn' } as const
      const adapter = await suite.world.store()
      const off = open({ adapter, providers: [passkey] })
      expect((await off.visit().open('csrf')).status).toBe(500)
      expect(off.errors.map(({ type }) => type)).toContain('ExperimentalFeatureNotEnabled')
      expect(off.warnings).toEqual([])
      const on = open({ adapter, providers: [passkey], experimental: { enableWebAuthn: true } })
      expect((await on.visit().open('csrf')).status).toBe(200)
      expect(on.warnings).toEqual(['experimental-webauthn'])
    },
  )
}
