import { describe, expect, it } from 'vitest'
import { NOW, oauthProvider } from '../../../../test/oauth-provider.ts'
import type { OAuthProvider } from '../../config/providers.ts'
import { AccessDenied } from '../../errors/classes.ts'
import type { Transaction } from '../transaction/transaction.ts'
import type { Profile } from '../../types/account.ts'
import type { RedirectProtocol } from '../../types/endpoint.ts'
import { authenticate } from './authenticate.ts'

type Verify = RedirectProtocol<Profile>['verify']

const STARTED: Transaction = {
  id: 'one',
  provider: 'acme',
  state: 'the state',
  redirectUri: 'https://app.example/auth/callback/acme?a=b',
  returnTo: '/',
  createdAt: NOW * 1000,
}

/** A provider with a protocol of its own. */
const providerWith = (verify: Verify): OAuthProvider =>
  oauthProvider({
    protocol: { request: () => 'https://acme.example/a', verify },
    profile: ({ id }) => ({ id: String(id) }),
  })

const ada: Verify = () => ({ id: '7' })

function finish(
  verify: Verify,
  changes: Partial<Transaction> = {},
  parameters = new URLSearchParams({ state: 'the state' }),
) {
  const transaction = { ...STARTED, ...changes }
  return authenticate(providerWith(verify), { transaction, parameters }, NOW * 1000)
}

describe('A response by a protocol of its own', () => {
  it('returns the user, without tokens and without a session at the provider', async () => {
    const given: unknown[] = []
    const identity = await finish((signIn) => {
      given.push({
        ...signIn,
        parameters: signIn.parameters.toString(),
        fetch: typeof signIn.fetch,
      })
      return { id: '7' }
    })
    expect(identity).toMatchObject({ user: { id: '7' }, profile: { id: '7' } })
    expect(identity).not.toHaveProperty('providerSession')
    expect(given).toEqual([
      {
        clientId: 'app',
        clientSecret: 'secret',
        returnUri: 'https://app.example/auth/callback/acme?a=b&state=the+state',
        parameters: 'state=the+state',
        fetch: 'function',
        now: NOW * 1000,
      },
    ])
  })

  it.each<[string, Partial<Transaction>, string]>([
    [
      'at another provider',
      { provider: 'other' },
      'The sign-in was started with another provider than "acme".',
    ],
    [
      'at an issuer that the provider has no more',
      { issuer: 'https://id.example' },
      'The sign-in with "acme" was started at an issuer, and the configuration no longer names one. Start the sign-in again.',
    ],
    [
      'with another state',
      { state: 'another' },
      'The `state` of the response is not the one that was sent.',
    ],
  ])('is refused where the sign-in was started %s', async (_, changes, message) => {
    await expect(finish(ada, changes)).rejects.toMatchObject({ type: 'InvalidCheck', message })
  })

  it('needs no state where none was sent', async () => {
    const { state: _state, ...transaction } = STARTED
    const response = { transaction, parameters: new URLSearchParams() }
    expect(await authenticate(providerWith(ada), response, NOW * 1000)).toMatchObject({
      user: { id: '7' },
    })
  })

  it('is refused without the state that was sent', async () => {
    await expect(finish(ada, {}, new URLSearchParams())).rejects.toMatchObject({
      type: 'InvalidCheck',
    })
  })

  it('is refused where it does not verify, with the reason in the log; an AuthError is rethrown', async () => {
    const cause = new Error('The signature is wrong.')
    await expect(finish(() => Promise.reject(cause))).rejects.toMatchObject({
      type: 'OAuthCallbackError',
      message: 'The response of "acme" could not be verified: `protocol.verify` threw.',
      cause: { err: cause },
    })
    const own = new AccessDenied('Not today.')
    await expect(finish(() => Promise.reject(own))).rejects.toBe(own)
  })

  it('is refused where `protocol.verify` returns no profile, which the log says', async () => {
    // As a program without types may have it.
    await expect(finish(() => undefined as unknown as Profile)).rejects.toMatchObject({
      type: 'OAuthCallbackError',
      message:
        'The `protocol.verify` function of "acme" returned undefined. Return an object with what the service says of the person.',
    })
  })
})
