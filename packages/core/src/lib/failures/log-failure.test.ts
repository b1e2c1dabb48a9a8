import { describe, expect, it } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import {
  AccountNotLinked,
  CallbackRouteError,
  CredentialsSignin,
  EmailNotVerified,
  EmailSignInError,
  InvalidProvider,
  OAuthAccountNotLinked,
  OAuthCallbackError,
  SessionRequired,
  StepUpRequired,
  UnknownAction,
  TooManyRequests,
} from '../errors/classes.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Log, ErrorDetails } from '../logger/logger.ts'
import { logFailure } from './log-failure.ts'

interface Line {
  readonly error: Error
  readonly ref: string | undefined
  readonly details: ErrorDetails | undefined
}

/** Logs a failure of which no request is known, or what is given. */
function write(error: AuthError, known: Partial<Parameters<typeof logFailure>[2]> = {}) {
  const lines: Line[] = []
  // Nothing else of a log is called.
  const log = {
    error: (logged: Error, ref?: string, details?: ErrorDetails) =>
      lines.push({ error: logged, ref, details }),
  } as unknown as Log
  const fix = logFailure(log, error, { headers: new Headers(), ref: 'R-1', ...known })
  return { fix, lines }
}

describe('logFailure', () => {
  it.each([
    new AccountNotLinked('x'),
    new EmailNotVerified('x'),
    new OAuthAccountNotLinked('x'),
    new SessionRequired('x'),
    new StepUpRequired('x'),
    new EmailSignInError('x'),
    new OAuthCallbackError('x', { error: 'access_denied' }),
  ])('marks $type as ordinary, where a visitor caused it', (error) => {
    const { lines } = write(error)
    expect(lines).toMatchObject([{ error, ref: 'R-1', details: { ordinary: true } }])
  })

  it('marks a request for an unknown action as ordinary in production, where scanners make them, alone', () => {
    const config = (development: object | undefined) =>
      // Nothing else of a configuration is read.
      ({ development }) as unknown as ResolvedConfig
    const isOrdinary = (development: object | undefined) =>
      write(new UnknownAction('x'), { config: config(development) }).lines[0]?.details?.ordinary
    expect([isOrdinary(undefined), isOrdinary({})]).toEqual([true, false])
  })

  it.each([
    new CallbackRouteError('x'),
    new EmailSignInError('x', new Error('The mail server is down.')),
    new OAuthCallbackError('x', { error: 'invalid_scope' }),
    new AuthError('x'),
  ])('does not mark $type as ordinary, where something is to be fixed', (error) => {
    expect(write(error).lines[0]?.details?.ordinary).toBe(false)
  })

  it('returns and logs what to do about this failure', () => {
    const mistyped = new EmailSignInError('x')
    const { fix, lines } = write(mistyped)
    expect(fix).toBe('Nothing: the person mistyped the address.')
    expect(lines[0]?.details?.fix).toBe(fix)
    expect(write(new InvalidProvider('x')).fix).toBeUndefined()
  })

  const request = {
    original: { method: 'GET', url: 'https://app.example/auth/signin', headers: new Headers() },
    // No more of a configuration is looked at.
    config: {
      steady: () => 7,
      secure: { cookies: cookieNames() },
      origin: {},
    } as unknown as ResolvedConfig,
    origin: { href: 'https://app.example', secure: true },
    trace: { from: 0, steps: [] },
  }

  it('logs the steps of the request', () => {
    const { lines } = write(new CallbackRouteError('x'), request)
    expect(lines[0]?.details?.trace).toMatch(
      /^0 request GET signin; .*; 7 failed CallbackRouteError$/,
    )
  })

  it.each(['original', 'config', 'origin', 'trace'] as const)(
    'logs no steps where the request has no %s yet',
    (name) => {
      const { lines } = write(new CallbackRouteError('x'), { ...request, [name]: undefined })
      expect(lines[0]?.details?.trace).toBeUndefined()
    },
  )
})

describe('logFailure of tries that a budget refused', () => {
  type Budget = Readonly<Record<'action' | 'subject', unknown>>
  const budget = { action: 'password', subject: 'account' }
  const flood =
    'flood: More than 100 tries were refused by the budget "account" of "password" within a minute. Those that follow have no line of their own.'

  /** No more of a configuration is looked at, in an application of its own. */
  const configure = () => ({ application: {}, clock: () => 0 }) as unknown as ResolvedConfig

  /** The log lines of a number of failures. */
  function writeAll(times: number, error: AuthError, config?: ResolvedConfig): readonly Line[] {
    return Array.from({ length: times }, () => write(error, { config }).lines).flat()
  }

  it.each([new TooManyRequests('x', { budget }), new CredentialsSignin('x', { budget })])(
    'writes 100 lines of $type, and then one about the others (LIM-15)',
    (error) => {
      const lines = writeAll(200, error, configure())
      expect(lines).toHaveLength(101)
      for (const line of lines.slice(0, 100)) {
        expect(line).toEqual({
          error,
          ref: 'R-1',
          details: { fix: undefined, trace: undefined, ordinary: false },
        })
      }
      expect(lines[100]).toEqual({ error: new TooManyRequests(flood), ref: undefined })
    },
  )

  it('counts each action and each subject by itself, whatever the type of the error (LIM-15)', () => {
    const config = configure()
    const refuse = (times: number, given: Budget): number =>
      writeAll(times, new TooManyRequests('x', { budget: given }), config).length
    expect(refuse(150, budget)).toBe(101)
    expect(refuse(150, { action: 'code', subject: 'account' })).toBe(101)
    expect(refuse(150, { action: 'password', subject: 'address' })).toBe(101)
    expect(refuse(150, budget)).toBe(0)
    expect(writeAll(150, new CredentialsSignin('x', { budget }), config)).toEqual([])
  })

  it('returns what to do also where there is no line', () => {
    const config = configure()
    const error = new CallbackRouteError('The `challenge` function threw.', { budget })
    writeAll(150, error, config)
    const { fix, lines } = write(error, { config })
    expect(fix).toBe('Correct the `challenge` function; what it threw is below.')
    expect(lines).toEqual([])
  })

  it('writes all of them without a configuration, which has the counter', () => {
    expect(writeAll(150, new TooManyRequests('x', { budget }))).toHaveLength(150)
  })

  it.each<[string, Readonly<Record<string, unknown>> | undefined]>([
    ['without a cause', undefined],
    ['with another cause', { err: new Error('x') }],
    ['with a budget that is a text', { budget: 'account' }],
    ['with a budget that is null', { budget: null }],
    ['with a budget that is a list', { budget: [budget] }],
    ['with an unknown action', { budget: { ...budget, action: 'download' } }],
    [
      'with a member that every object has as action',
      { budget: { ...budget, action: 'toString' } },
    ],
    ['with an unknown subject', { budget: { ...budget, subject: 'ada@example.com' } }],
    ['without an action', { budget: { subject: 'account' } }],
    ['without a subject', { budget: { action: 'password' } }],
    ['with an object as action', { budget: { ...budget, action: { toString: undefined } } }],
    ['with a list as subject', { budget: { ...budget, subject: ['account'] } }],
  ])('writes all that an application throws %s', (_what, cause) => {
    const error = new CredentialsSignin('x', cause)
    const lines = writeAll(150, error, configure())
    expect(lines).toHaveLength(150)
    expect(lines.every((line) => line.error === error)).toBe(true)
  })
})

function cookieNames() {
  return {
    sessionToken: { name: 'session' },
    csrfToken: { name: 'csrf' },
    state: { name: 'state' },
  }
}
