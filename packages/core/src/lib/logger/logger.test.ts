import { afterEach, describe, expect, it, vi } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import {
  AccessDenied,
  AdapterError,
  CredentialsSignin,
  EmailCreateAccountError,
  OAuthCallbackError,
  TooManyRequests,
  Verification,
  WeakSecret,
} from '../errors/classes.ts'
import { ERRORS } from '../errors/table.ts'
import type { LoggerInstance, WarningCode } from '../types/logger.ts'
import { createLog } from './logger.ts'

function consoleLines(): string[] {
  const lines: string[] = []
  for (const method of ['error', 'warn', 'log', 'info', 'debug', 'trace'] as const) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      lines.push(`${method}: ${args.map(String).join(' ')}`)
    })
  }
  return lines
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the console logger', () => {
  it('prints cause, fix and reference of a failure', () => {
    const lines = consoleLines()
    createLog(undefined, false).error(
      new AdapterError('The adapter failed in getUser().', {
        err: new Error('connection refused'),
        method: 'getUser',
      }),
      'ABCD2345',
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /^error: \[auth\]\[error\] AdapterError: The adapter failed in getUser\(\)\. \(ref ABCD2345\)\n {2}fix: Start the store, /,
    )
    expect(lines[0]).toContain('cause: Error: connection refused\n')
    expect(lines[0]).toContain('details: {"method":"getUser"}')
  })

  it('prints expected failures as information in one line, without stack entries', () => {
    const lines = consoleLines()
    const log = createLog(undefined, false)
    log.error(new CredentialsSignin('wrong', new Error('inner')), 'ABCD2345')
    log.error(new AccessDenied('no', new Error('inner')))
    log.error(new AccessDenied('no'))
    log.error(new Verification('old', new Error('inner')))
    log.error(new TooManyRequests('many', new Error('inner')))
    log.error(new OAuthCallbackError('cancelled', new Error('inner')), 'K7QX2MPA', {
      ordinary: true,
    })
    expect(lines).toEqual([
      'info: [auth][info] CredentialsSignin: wrong (ref ABCD2345)',
      // The callback threw, which may be a refusal or a bug.
      `error: [auth][error] AccessDenied: no\n  fix: ${ERRORS.AccessDenied.fix}`,
      'info: [auth][info] AccessDenied: no',
      'info: [auth][info] Verification: old',
      'info: [auth][info] TooManyRequests: many',
      'info: [auth][info] OAuthCallbackError: cancelled (ref K7QX2MPA)',
    ])
  })

  it('prints the fix of this very failure in place of that of its code', () => {
    const lines = consoleLines()
    createLog(undefined, false).error(new AdapterError('The store is away.'), undefined, {
      fix: 'Start it.',
    })
    expect(lines).toEqual([
      'error: [auth][error] AdapterError: The store is away.\n  fix: Start it.',
    ])
  })

  it('prints one line of an error without cause and reference, with a fix where there is one', () => {
    const lines = consoleLines()
    const log = createLog(undefined, false)
    log.error(new AdapterError('The store is away.'))
    log.error(new TypeError('x'), 'ABCD2345')
    expect(lines).toEqual([
      'error: [auth][error] AdapterError: The store is away.\n  fix: Start the store, or correct its address. If tables or columns are missing: npx @latchstring/cli migrate --apply, for tables that begin with `auth_` with --records all',
      'error: [auth][error] TypeError: x',
    ])
  })

  it('prints the complete chain of causes, each with its stack entry', () => {
    const lines = consoleLines()
    const chain = new Error('outer', { cause: new Error('middle', { cause: new Error('inner') }) })
    createLog(undefined, false).error(new AdapterError('The store is away.', chain))
    createLog(undefined, false).error(chain)
    for (const line of lines)
      expect(line).toMatch(/cause: Error: middle\n +at [^]*\n {2}cause: Error: inner\n +at /)
    expect(lines[0]).toMatch(/\n {2}cause: Error: outer\n +at /)
    expect(lines.join()).not.toContain('details')
  })

  it('prints the reason at the end of a chain, also below two AuthErrors (ERR-AuthError-cause)', () => {
    const lines = consoleLines()
    const reason = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    const failed = new AdapterError('The adapter failed in createUser().', { err: reason })
    createLog(undefined, false).error(new EmailCreateAccountError('No user.', { err: failed }))
    expect(lines[0]).toMatch(/cause: AdapterError: [^]*cause: TypeError: fetch failed\n/)
    expect(lines[0]).toContain('cause: Error: connect ECONNREFUSED\n')
  })

  it.each([
    ['text', 'socket closed', ''],
    ['nothing', null, ''],
    ['a list', ['x'], ''],
    ['an object without anything in it', {}, ''],
    ['an object', { status: 503 }, '\n  details: {"status":503}'],
  ])('prints an error whose cause is %s', (_what, cause, shown) => {
    const lines = consoleLines()
    createLog(undefined, false).error(new Error('x', { cause }))
    expect(lines).toEqual([`error: [auth][error] Error: x${shown}`])
  })

  it.each<[WarningCode, RegExp]>([
    ['adapter-capability', /adapter lacks capabilities/],
    ['adapter-keys', /store returned other records/],
    ['csrf-disabled', /`skipCSRFCheck` turns CSRF tokens off/],
    ['debug-enabled', /Turn it off in production/],
    ['deprecated-provider', /provider is deprecated/],
    ['env-url-basepath-mismatch', /remove the path from AUTH_URL/],
    ['env-url-basepath-redundant', /AUTH_URL has a path and `basePath` is set/],
    ['experimental-webauthn', /`experimental.enableWebAuthn` is on/],
    ['webauthn-host', /Passkeys cannot be used at the address/],
    ['provider-left-out', /cannot be used and is not offered/],
    ['redirect-proxy-origins', /Set `redirectProxyOrigins`/],
    ['texts', /Something in `texts` is not used/],
    ['theme-colour', /colour of `theme` is not used/],
    ['session-seconds', /in seconds, not in milliseconds/],
    ['unknown-option', /An option is unknown and has no effect/],
    ['trust-host', /Set AUTH_URL, or list `allowedHosts`/],
    ['session-in-public-response', /Remove `public` and `s-maxage` from its Cache-Control/],
    ['client-address', /then not limited by address, .* Set `clientAddress`/],
    ['limit-store', /each process counts by itself, with half of each budget/],
    ['limit-near', /budget of the application is four fifths used up/],
    ['form-lost', /posted form was lost/],
    ['limit-refund', /right attempts count like wrong ones/],
    ['revocation-adapter', /Make the adapter once for each database/],
    ['revocation-long-feed', /each session is looked up in the store/],
    ['revocation-store-went-back', /`latchstring revoke --all` ends them/],
  ])('prints the warning %s with problem or fix', (code, sentence) => {
    const lines = consoleLines()
    createLog(undefined, false).warn(code)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(sentence)
    expect(lines[0]).toMatch(new RegExp(`^warn: \\[auth\\]\\[warn\\]\\[${code}\\] [^]*\\.$`))
  })

  it('prints notices of development without another sentence before them', () => {
    const lines = consoleLines()
    const log = createLog(undefined, false)
    log.warn('development', 'Rename the variable.')
    log.info('started', 'http://localhost:3000/auth/')
    expect(lines).toEqual([
      'warn: [auth][warn][development] Rename the variable.',
      'info: [auth][info][started] Development: http://localhost:3000/auth/',
    ])
  })

  it('prints that a provider has no end-session endpoint before what to set', () => {
    const lines = consoleLines()
    createLog(undefined, false).info('no-end-session', 'Set it.')
    expect(lines).toEqual([
      'info: [auth][info][no-end-session] A provider has no end-session endpoint. Set it.',
    ])
  })

  it('prints a notice once for each masked detail, as information (LOG-01)', () => {
    const lines = consoleLines()
    const log = createLog(undefined, false)
    for (const detail of ['Write to ada@example.com', 'Write to ada@example.com', 'Other']) {
      log.info('register-address', detail)
    }
    const head =
      'info: [auth][info][register-address] A URL of this application has to be registered at a provider.'
    expect(lines).toEqual([`${head} Write to a…@example.com`, `${head} Other`])
  })

  it('prints a warning once for each configuration', () => {
    const lines = consoleLines()
    const log = createLog(undefined, false)
    for (const code of ['csrf-disabled', 'csrf-disabled', 'debug-enabled'] as const) log.warn(code)
    createLog(undefined, false).warn('csrf-disabled')
    expect(lines.map((line) => /\[([a-z-]+)\] /.exec(line)?.[1])).toEqual([
      'csrf-disabled',
      'debug-enabled',
      'csrf-disabled',
    ])
  })

  it('remembers a bounded number of warnings, and prints a forgotten one again', () => {
    const warn = vi.fn()
    const warned = new Set<string>()
    const log = createLog({ warn }, false, warned)
    for (let page = 0; page < 1_000; page += 1) {
      log.warn('session-in-public-response', `The response of /${page} says so.`)
    }
    expect(warned.size).toBe(256)
    log.warn('session-in-public-response', 'The response of /999 says so.')
    expect(warn).toHaveBeenCalledTimes(1_000)
    log.warn('session-in-public-response', 'The response of /0 says so.')
    expect(warn).toHaveBeenCalledTimes(1_001)
  })

  it('prints details of a warning once for each detail', () => {
    const lines = consoleLines()
    const log = createLog(undefined, false)
    for (const detail of ['"old": Use "new".', '"older": Use "new".', '"old": Use "new".'])
      log.warn('deprecated-provider', detail)
    expect(lines).toEqual([
      'warn: [auth][warn][deprecated-provider] A provider is deprecated. "old": Use "new".',
      'warn: [auth][warn][deprecated-provider] A provider is deprecated. "older": Use "new".',
    ])
  })

  it('prints no debug messages while debug is off', () => {
    const lines = consoleLines()
    createLog(undefined, false).debug('step', { a: 1 })
    expect(lines).toEqual([])
  })

  it('prints masked debug messages while debug is on (LOG-01)', () => {
    const lines = consoleLines()
    createLog(undefined, true).debug('step for ada@example.com', {
      password: 'canary',
      provider: 'x',
    })
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/canary|ada@/)
    expect(lines[0]).toContain('log: [auth][debug] step for ')
    expect(lines[0]).toContain('"provider":"x"')
  })

  it('prints a debug message without secrets unchanged, and no error of a logger (LOG-05)', () => {
    const debug = vi.fn(() => {
      throw new Error('a logger')
    })
    createLog({ debug }, false).step('request', { origin: 'https://app.example' })
    expect(debug).toHaveBeenCalledExactlyOnceWith('request', { origin: 'https://app.example' })
  })

  it('prints a debug message without details', () => {
    const lines = consoleLines()
    createLog(undefined, true).debug('step')
    expect(lines).toEqual(['log: [auth][debug] step '])
  })

  it.each([
    ['no logger', undefined, false, false],
    ['the console', undefined, true, true],
    ['a logger without `debug`', { warn: () => undefined }, true, false],
    ['a logger with `debug`', { debug: () => undefined }, false, true],
  ])(
    'reads debug messages by %s, as does a logger of the application',
    (_who, custom, debug, reads) => {
      expect(createLog(custom, debug).debugging).toBe(reads)
    },
  )

  it('prints no secret and no second line from a thrown string (LOG-01, LOG-02)', () => {
    const lines = consoleLines()
    const text = `https://x.example/?code=canary\n[auth][error] forged ada@example.com`
    createLog(undefined, true).error(new WeakSecret(text, new Error(text)))
    expect(lines[0]).not.toMatch(/canary|ada@|^\[auth\]\[error\] forged/m)
  })
})

describe('a logger of the application', () => {
  it('is called with its own `this`', () => {
    class Recorder {
      readonly lines: unknown[] = []
      error(error: Error): void {
        this.lines.push(error.message)
      }
      warn(code: string): void {
        this.lines.push(code)
      }
      debug(message: string, metadata?: unknown): void {
        this.lines.push([message, metadata])
      }
    }
    const recorder = new Recorder()
    // A class has no index signature; that is all that is missing.
    const log = createLog(recorder as unknown as LoggerInstance, false)
    log.error(new Error('a'))
    log.warn('debug-enabled')
    log.debug('b', { c: 1 })
    log.debug('d')
    expect(recorder.lines).toEqual(['a', 'debug-enabled', ['b', { c: 1 }], ['d', undefined]])
  })

  it('gets masked copies, never the thrown error (LOG-01)', () => {
    const got: unknown[] = []
    const log = createLog(
      { error: (error) => got.push(error), debug: (_m, metadata) => got.push(metadata) },
      false,
    )
    const error = new Error('for ada@example.com')
    log.error(error, 'REF')
    log.debug('x', { token: 'canary' })
    expect(got[0]).not.toBe(error)
    expect(got[0]).toMatchObject({ message: 'for a…@example.com', ref: 'REF' })
    expect(JSON.stringify(got)).not.toContain('canary')
  })

  it('gets the code of a warning, and a masked detail where there is one (LOG-01)', () => {
    const calls: unknown[][] = []
    const log = createLog({ warn: (...args) => calls.push(args) }, false)
    log.warn('debug-enabled')
    log.warn('deprecated-provider', 'Write to ada@example.com\n[auth]')
    expect(calls).toEqual([
      ['debug-enabled'],
      ['deprecated-provider', 'Write to a…@example.com\\u000a[auth]'],
    ])
  })

  it('gets the notices when it has a method for them, and the console then gets none (LOG-01, LOG-05)', () => {
    const lines = consoleLines()
    const calls: unknown[][] = []
    const info = (...args: unknown[]): void => {
      calls.push(args)
    }
    const log = createLog({ info }, false)
    log.info('register-address', 'Write to ada@example.com')
    log.info('register-address', 'Write to ada@example.com')
    createLog({ error: () => undefined }, false).info('register-address', 'Other')
    expect(calls).toEqual([['register-address', 'Write to a…@example.com']])
    expect(lines).toEqual([])
  })

  it.each([
    ['one that has `info`, by that', { info: true, error: true }, ['info']],
    ['one that has only `info`, by that', { info: true, error: false }, ['info']],
    [
      'one that has no `info`, by `error`: nothing is lost',
      { info: false, error: true },
      ['error'],
    ],
  ])('gets what people cause every day: %s', (_which, has, expected) => {
    const lines = consoleLines()
    const calls: [string, ...unknown[]][] = []
    const logger = {
      ...(has.info ? { info: (...args: unknown[]) => calls.push(['info', ...args]) } : {}),
      ...(has.error ? { error: (...args: unknown[]) => calls.push(['error', ...args]) } : {}),
    }
    createLog(logger, false).error(new CredentialsSignin('of ada@example.com'), 'ABCD2345')
    expect(calls.map(([method]) => method)).toEqual(expected)
    const [[, ...args] = []] = calls
    expect(args.at(-1)).toMatchObject({ type: 'CredentialsSignin', ref: 'ABCD2345' })
    if (has.info) {
      expect(args.slice(0, 2)).toEqual(['CredentialsSignin', 'of a…@example.com (ref ABCD2345)'])
    }
    expect(lines).toEqual([])
  })

  it('that has neither `error` nor `info` leaves what people cause every day to the console', () => {
    const lines = consoleLines()
    createLog({ warn: () => undefined }, false).error(new CredentialsSignin('wrong'))
    expect(lines).toEqual(['info: [auth][info] CredentialsSignin: wrong'])
  })

  it('replaces only the methods it has', () => {
    const lines = consoleLines()
    const codes: string[] = []
    const log = createLog({ warn: (code) => codes.push(code) }, false)
    log.warn('debug-enabled')
    log.error(new Error('x'))
    log.debug('step')
    log.step('step', {})
    expect(codes).toEqual(['debug-enabled'])
    expect(lines.map((line) => line.split(':', 1)[0])).toEqual(['error'])
  })

  it.each([
    [
      'throws',
      (): never => {
        throw new Error('of ada@example.com')
      },
    ],
    ['rejects', () => Promise.reject(new Error('of ada@example.com'))],
  ])(
    'that %s is reported on the console once for each method, and its lines are printed there (LOG-01, LOG-05)',
    async (_how, fail) => {
      const lines = consoleLines()
      const logger = { error: fail, warn: fail, info: fail, debug: fail }
      const log = createLog(logger, false)
      log.error(new AuthError('first', { password: 'canary' }))
      await Promise.resolve()
      log.error(new AuthError('second'))
      log.error(new CredentialsSignin('wrong'))
      log.warn('debug-enabled')
      log.info('register-address', 'Other')
      log.step('request', { origin: 'https://app.example' })
      log.debug('step')
      await new Promise((resolve) => setTimeout(resolve, 0))
      expect(lines.map((line) => line.split('\n', 1)[0])).toEqual([
        'error: [auth][error] AuthError: The `logger.error` function threw.',
        'error: [auth][error] AuthError: first',
        'error: [auth][error] AuthError: second',
        'error: [auth][error] AuthError: The `logger.info` function threw.',
        'info: [auth][info] CredentialsSignin: wrong',
        'error: [auth][error] AuthError: The `logger.warn` function threw.',
        expect.stringMatching(/^warn: \[auth\]\[warn\]\[debug-enabled\]/),
        expect.stringMatching(/^info: \[auth\]\[info\]\[register-address\]/),
        'error: [auth][error] AuthError: The `logger.debug` function threw.',
      ])
      expect(lines.join('\n')).not.toMatch(/canary|ada@/)
      expect(lines[0]).toContain('\n  cause: Error: of a…@example.com')
    },
  )

  it('is the console, which is asked once for each line even where it throws (LOG-05)', () => {
    const fail = () => {
      throw new Error('console')
    }
    const methods = (['error', 'warn', 'info', 'log'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(fail),
    )
    const log = createLog(undefined, true)
    log.error(new Error('x'))
    log.warn('debug-enabled')
    log.info('started', 'x')
    log.step('x', {})
    expect(methods.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1, 1])
  })

  it('that throws has no effect on the request, not even where the console throws as well (LOG-05)', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {
      throw new Error('console')
    })
    const fail = () => {
      throw new Error('logger')
    }
    const log = createLog({ error: fail, warn: fail, debug: fail }, true)
    expect(() => {
      log.error(new Error('x'))
      log.warn('debug-enabled')
      log.debug('x', { a: 1 })
    }).not.toThrow()
  })

  it('that rejects later causes no unhandled rejection (LOG-05, REL-01)', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    try {
      const fail = () => Promise.reject(new Error('logger'))
      const logger = Object.assign({}, { error: fail, warn: fail, debug: fail })
      const log = createLog(logger, false)
      log.error(new Error('x'))
      log.warn('debug-enabled')
      log.debug('x')
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  })

  it('never gets a value that cannot be printed', () => {
    const log = createLog({ debug: (_message, metadata) => void JSON.stringify(metadata) }, false)
    const circular: Record<string, unknown> = { big: 1n }
    circular['self'] = circular
    expect(() => log.debug('x', circular)).not.toThrow()
  })
})
