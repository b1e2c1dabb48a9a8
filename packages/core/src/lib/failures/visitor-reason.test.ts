import { describe, expect, it } from 'vitest'
import { AuthError, type AuthErrorCause } from '../errors/auth-error.ts'
import {
  CallbackRouteError,
  CredentialsSignin,
  EmailCreateAccountError,
  EmailSignInError,
  InvalidCheck,
  MissingCSRF,
  OAuthCallbackError,
  OAuthCreateAccountError,
  OAuthProfileParseError,
  OAuthSignInError,
} from '../errors/classes.ts'
import { OutboundError } from '../http/outbound.ts'
import { findReason, isCancelled } from './visitor-reason.ts'

const responded = (cause?: AuthErrorCause | Error) => new OAuthCallbackError('It failed.', cause)
const mailed = (cause?: AuthErrorCause | Error) => new EmailSignInError('It failed.', cause)

class OwnError extends AuthError {
  static override type: string = 'toString'
}

describe('A sign-in that fails', () => {
  it.each([
    'access_denied',
    'user_denied',
    'user_canceled',
    'user_cancelled',
    'user_cancelled_login',
    'user_cancelled_authorize',
  ])('with the code %s in the authorization response was cancelled', (error) => {
    expect(findReason(responded({ error }))).toBe('cancelled')
    expect(isCancelled(responded({ error }))).toBe(true)
  })

  it.each(['not_access_denied', 'access_denied_by_policy', 'user_cancelled.', ''])(
    'with the code "%s" was not cancelled',
    (error) => {
      expect(isCancelled(responded({ error }))).toBe(false)
      expect(findReason(responded({ error }))).toBe('ours')
    },
  )

  it('with the code `access_denied` of a token response was not cancelled', () => {
    const error = responded({ error: 'access_denied', status: 400 })
    expect(isCancelled(error)).toBe(false)
    expect(findReason(error)).toBe('ours')
  })

  it('was cancelled where the message of the error has that sentence', () => {
    const error = responded(new Error('The person cancelled the sign-in at "harbour".'))
    expect(isCancelled(error)).toBe(true)
    expect(findReason(error)).toBe('cancelled')
  })

  it('before the redirect to the service was not cancelled, whatever the code', () => {
    const error = new OAuthSignInError('It failed.', { error: 'access_denied' })
    expect(isCancelled(error)).toBe(false)
    expect(findReason(error)).toBe('ours')
  })

  it.each([
    [{ error: 'server_error' }, 'service'],
    [{ error: 'temporarily_unavailable' }, 'service'],
    [{ error: 'no_server_error' }, 'ours'],
    [{ error: 'server_error_x' }, 'ours'],
    [{ status: 500 }, 'service'],
    [{ status: 503, error: 'login_required' }, 'service'],
    [{ status: 499 }, 'ours'],
    [{ error: 'login_required' }, undefined],
    [{ error: 'account_selection_required' }, undefined],
    [{ error: 'required_login' }, 'ours'],
    [{ error: 'login_required_x' }, 'ours'],
    [{ error: 'login_required', status: 400 }, 'ours'],
    [{ error: 'invalid_grant', status: 400 }, 'expired'],
    [{ error: 'bad_verification_code', status: 200 }, 'expired'],
    [{ error: 'not_invalid_grant', status: 400 }, 'ours'],
    [{ error: 'invalid_grant_type', status: 400 }, 'ours'],
    [{ error: 'invalid_grant' }, 'ours'],
    [undefined, 'ours'],
    [new OutboundError('x', { facts: { silent: 'https://idp.example' } }), 'service'],
  ])('at the service with %j has the reason %s', (cause, reason) => {
    expect(findReason(responded(cause))).toBe(reason)
    expect(findReason(new OAuthSignInError('It failed.', cause))).toBe(reason)
  })

  it.each([
    [undefined, undefined],
    [{ command: 'RCPT TO' }, undefined],
    [new Error('The mail server rejected the recipient'), undefined],
    [{ command: 'DATA' }, 'ours'],
    [new Error('The mail server rejected the recipient and the sender'), 'ours'],
  ])('with a mail that could not be sent because of %j has the reason %s', (cause, reason) => {
    expect(findReason(mailed(cause))).toBe(reason)
  })

  it.each([
    [new CallbackRouteError('x'), 'ours'],
    [new EmailCreateAccountError('x'), 'ours'],
    [new OAuthCreateAccountError('x'), 'ours'],
    [new InvalidCheck('x'), 'expired'],
    [new MissingCSRF('x'), 'expired'],
    [new OAuthProfileParseError('x', new Error('thrown')), 'ours'],
    [new OAuthProfileParseError('x', { returned: 'a promise' }), 'ours'],
    [new OAuthProfileParseError('x', { member: 'id' }), 'other-way'],
    [new OAuthProfileParseError('x'), 'other-way'],
    [new CredentialsSignin('x'), undefined],
    [new OwnError('x'), undefined],
  ])('with %s has the reason %s', (error, reason) => {
    expect(findReason(error)).toBe(reason)
  })
})
