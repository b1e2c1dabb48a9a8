import type { AppleProfile } from '@latchstring/core/providers/apple'
import type { Service } from '../service.ts'

/** @see https://developer.apple.com/documentation/signinwithapplerestapi */
export const service: Service = {
  id: 'apple',
  name: 'Apple',
  protocol: 'oidc',
  issuer: 'https://appleid.apple.com',
  jwksUri: 'https://appleid.apple.com/auth/keys',
  authorization: {
    url: 'https://appleid.apple.com/auth/authorize',
    // With a scope, Apple takes no other mode.
    requires: { response_mode: 'form_post' },
    // There is an ID token without `openid`.
    scopes: ['name', 'email'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://appleid.apple.com/auth/token',
    authentication: ['client_secret_post'],
    refresh: { next: 'none' },
  },
  persons: {
    // The first sign-in of a person who hides their address.
    documented: {
      claims: {
        sub: '001999.66b2d0a2a1b84e0a9e2b0d8e8f4f6d1e.0952',
        nonce_supported: true,
        email: 'ah2ojqw9yv@privaterelay.appleid.com',
        email_verified: true,
        is_private_email: true,
        real_user_status: 2,
        auth_time: 1_596_535_249,
      } satisfies AppleProfile,
      response: {
        user: JSON.stringify({
          name: { firstName: 'Ada', lastName: 'Lovelace' },
          email: 'ah2ojqw9yv@privaterelay.appleid.com',
        }),
      },
    },
    // A managed account, on its second sign-in.
    minimal: { claims: { sub: '000000.min.0001' } satisfies AppleProfile },
  },
  registration: {
    console: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
    steps: [
      'Register an App ID with Sign in with Apple.',
      'Register a Services ID, which is the client ID, and configure Sign in with Apple for it.',
      'Enter your domain and the redirect URI there; Apple takes neither http nor localhost.',
      'Create a key for Sign in with Apple, and download the .p8 file, which is offered once.',
      'Make the client secret from the key with createAppleClientSecret; it works for at most six months.',
    ],
    development: 'public',
    sources: [
      'https://developer.apple.com/documentation/signinwithapple/configuring-your-environment-for-sign-in-with-apple',
      'https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret',
      'https://developer.apple.com/documentation/signinwithapplerestapi',
    ],
  },
}
