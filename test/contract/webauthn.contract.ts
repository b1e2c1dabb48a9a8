import Passkey from '@latchstring/core/providers/passkey'
import { type ProviderType, WebAuthnAuthenticate, WebAuthnRegister } from '@latchstring/core/types'
import { expect, expectTypeOf } from 'vitest'
import {
  createAuthenticator,
  type CreationOptions,
  type FakeAuthenticator,
  type RequestOptions,
} from '@latchstring/test-kit/fake-authenticator'
import { readJson } from '@latchstring/test-kit/json'
import { ORIGIN } from '@latchstring/test-kit/app'
import { ANY_TEXT } from '@latchstring/test-kit/matchers'
import type { Suite } from './src/suite.ts'
import type { PlainConfig } from './src/target.ts'
import type { Visitor } from '@latchstring/test-kit/visitor'

interface Options {
  readonly response: Response
  readonly action: unknown
  readonly options: unknown
}

async function askOptions(visitor: Visitor, action: string): Promise<Options> {
  const response = await visitor.open(`webauthn-options/passkey?action=${action}`)
  const body = await readJson(response.clone())
  return { response, action: body['action'], options: body['options'] }
}

/** Registers a passkey of an authenticator, for the person who is signed in. */
export async function registerPasskey(
  visitor: Visitor,
  authenticator: FakeAuthenticator,
): Promise<void> {
  // The options are those of the action that was asked for.
  const creation = (await askOptions(visitor, 'register')).options as CreationOptions
  const made = JSON.stringify(authenticator.create(creation))
  await visitor.submit('callback/passkey', { action: 'register', data: made })
}

/** Sign-in with passkeys: an experimental feature. */
export function webauthn(suite: Suite): void {
  const { proves, open } = suite

  async function config(): Promise<PlainConfig> {
    const adapter = await suite.world.store()
    const providers = [suite.world.oidc(), Passkey()]
    return { adapter, providers, experimental: { enableWebAuthn: true } }
  }

  proves(
    ['HTTP-webauthn-options-GET-authenticate'],
    'GET webauthn-options returns authentication options',
    async () => {
      const { response, action, options } = await askOptions(
        open(await config()).visit(),
        'authenticate',
      )
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'application/json',
      ])
      expect([action, WebAuthnAuthenticate]).toEqual(['authenticate', 'authenticate'])
      expect(options).toMatchObject({ challenge: ANY_TEXT, rpId: 'app.example' })
    },
  )

  proves(
    ['HTTP-webauthn-options-GET-register'],
    'GET webauthn-options returns registration options to a signed-in user',
    async () => {
      const visitor = open(await config()).visit()
      await visitor.signInWith('harbour')
      const { response, action, options } = await askOptions(visitor, 'register')
      expect([response.status, action, WebAuthnRegister]).toEqual([200, 'register', 'register'])
      expect(options).toMatchObject({
        challenge: ANY_TEXT,
        rp: { id: 'app.example' },
        user: { name: 'ada@harbour.example' },
      })
      const stranger = await askOptions(open(await config()).visit(), 'register')
      expect(stranger.response.status).toBe(401)
    },
  )

  proves(
    ['RES-COOKIES-webauthnChallenge'],
    'the cookie of the WebAuthn challenge can be configured',
    async () => {
      const cookies = { webauthnChallenge: { name: 'my-challenge', options: { path: '/' } } }
      const { response } = await askOptions(
        open({ ...(await config()), cookies }).visit(),
        'authenticate',
      )
      expect(response.headers.getSetCookie().join()).toMatch(/^my-challenge/)
    },
  )

  proves(['DOES-kind-webauthn'], 'a passkey that was registered signs in', async () => {
    const app = open(await config())
    const visitor = app.visit()
    await visitor.signInWith('harbour')
    const authenticator = createAuthenticator({ origin: ORIGIN })
    await registerPasskey(visitor, authenticator)
    const other = app.visit()
    // The options are those of the action that was asked for.
    const request = (await askOptions(other, 'authenticate')).options as RequestOptions
    const answer = JSON.stringify(authenticator.get(request))
    const fields = { action: 'authenticate', data: answer, callbackUrl: '/inside' }
    const response = await other.submit('callback/passkey', fields)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/inside`)
    expect(await other.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expectTypeOf<'webauthn'>().toExtend<ProviderType>()
  })
}
