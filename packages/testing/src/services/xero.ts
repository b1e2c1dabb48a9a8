import type { XeroProfile } from '@latchstring/core/providers/xero'
import type { Service } from '../service.ts'

const ISSUER = 'https://identity.xero.com'

const kiri: XeroProfile = {
  sub: 'db0b1f3c9f1a5c2b9d3e4f5a6b7c8d9e',
  xero_userid: '1945393b-6eb7-4143-b083-7ab26cd7690b',
  global_session_id: 'ac2202575e824af3a181c50fcaa65c3c',
  preferred_username: 'kiri@ledger.example',
  email: 'kiri@ledger.example',
  given_name: 'Kiri',
  family_name: 'Ledger',
}

/** @see https://developer.xero.com/documentation/oauth2/sign-in */
export const service: Service = {
  id: 'xero',
  name: 'Xero',
  protocol: 'oidc',
  issuer: ISSUER,
  // The document names no scopes.
  discovery: {
    jwks_uri: `${ISSUER}/.well-known/openid-configuration/jwks`,
    scopes_supported: undefined,
  },
  authorization: {
    url: 'https://login.xero.com/identity/connect/authorize',
    requires: { scope: /\bopenid\b/ },
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'offline_access', 'accounting.transactions'],
  },
  token: {
    url: `${ISSUER}/connect/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: `${ISSUER}/connect/userinfo`,
  persons: {
    documented: { claims: kiri },
    minimal: { claims: { sub: '0a' } satisfies XeroProfile },
  },
  registration: {
    console: 'https://developer.xero.com/app/manage',
    steps: [
      'Choose New app, and the integration type Web app.',
      'Enter the redirect URI.',
      'Open Configuration, copy the Client id, and generate a secret.',
    ],
    sources: [
      'https://developer.xero.com/documentation/oauth2/sign-in',
      'https://developer.xero.com/documentation/guides/oauth2/auth-flow',
    ],
  },
}
