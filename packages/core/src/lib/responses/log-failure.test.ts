import { describe, expect, it } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import {
  AccountNotLinked,
  CallbackRouteError,
  EmailNotVerified,
  EmailSignInError,
  InvalidProvider,
  OAuthAccountNotLinked,
  OAuthCallbackError,
  SessionRequired,
  StepUpRequired,
} from '../errors/classes.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Log, Told } from '../logger/logger.ts'
import { logFailure } from './log-failure.ts'

interface Line {
  readonly error: Error
  readonly ref: string | undefined
  readonly told: Told | undefined
}

/** Logs a failure of which no request is known, or what is given. */
function write(error: AuthError, known: Partial<Parameters<typeof logFailure>[2]> = {}) {
  const lines: Line[] = []
  // Nothing else of a log is called.
  const log = {
    error: (logged: Error, ref?: string, told?: Told) => lines.push({ error: logged, ref, told }),
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
  ])('marks $type as ordinary, where a person caused it', (error) => {
    const { lines } = write(error)
    expect(lines).toMatchObject([{ error, ref: 'R-1', told: { ordinary: true } }])
  })

  it.each([
    new CallbackRouteError('x'),
    new EmailSignInError('x', new Error('The mail server is down.')),
    new OAuthCallbackError('x', { error: 'invalid_scope' }),
    new AuthError('x'),
  ])('does not mark $type as ordinary, where something is to be fixed', (error) => {
    expect(write(error).lines[0]?.told?.ordinary).toBe(false)
  })

  it('returns and logs what to do about this failure', () => {
    const mistyped = new EmailSignInError('x')
    const { fix, lines } = write(mistyped)
    expect(fix).toBe('Nothing: the person mistyped the address.')
    expect(lines[0]?.told?.fix).toBe(fix)
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
    expect(lines[0]?.told?.trace).toMatch(/^0 request GET signin; .*; 7 failed CallbackRouteError$/)
  })

  it.each(['original', 'config', 'origin', 'trace'] as const)(
    'logs no steps where the request has no %s yet',
    (name) => {
      const { lines } = write(new CallbackRouteError('x'), { ...request, [name]: undefined })
      expect(lines[0]?.told?.trace).toBeUndefined()
    },
  )
})

function cookieNames() {
  return {
    sessionToken: { name: 'session' },
    csrfToken: { name: 'csrf' },
    state: { name: 'state' },
  }
}
