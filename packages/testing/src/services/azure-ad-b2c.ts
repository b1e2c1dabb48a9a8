import type { AzureADB2CProfile } from '@latchstring/core/providers/azure-ad-b2c'
import type { Service } from '../service.ts'

const TENANT = 'https://contoso.b2clogin.com/775527ff-9a37-4307-8b3d-cc311f58d925'
const USER_FLOW = `${TENANT}/B2C_1_signupsignin`

/** Scopes that get no access token; every other one is that of an API. */
const WITHOUT_TOKEN = new Set(['openid', 'offline_access'])

/** @see https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect */
export const service: Service = {
  id: 'azure-ad-b2c',
  name: 'Azure AD B2C',
  protocol: 'oidc',
  options: { issuer: `${USER_FLOW}/v2.0` },
  // That of the tenant, although the document stands under the user flow.
  issuer: `${TENANT}/v2.0/`,
  wellKnown: `${USER_FLOW}/v2.0/.well-known/openid-configuration`,
  jwksUri: `${USER_FLOW}/discovery/v2.0/keys`,
  discovery: { userinfo_endpoint: undefined, code_challenge_methods_supported: undefined },
  authorization: {
    url: `${USER_FLOW}/oauth2/v2.0/authorize`,
    pkce: 'supported',
    requires: { scope: /(?:^| )openid(?: |$)/ },
  },
  token: {
    url: `${USER_FLOW}/oauth2/v2.0/token`,
    authentication: ['client_secret_post'],
    answer: ({ access_token: accessToken, ...standard }, { scope }) => ({
      ...standard,
      not_before: 1_700_000_000,
      ...(scope.split(' ').some((each) => !WITHOUT_TOKEN.has(each))
        ? { access_token: accessToken }
        : {}),
    }),
  },
  persons: {
    documented: {
      claims: {
        ver: '1.0',
        sub: '884408e1-2918-4cz0-b12d-3aa027d7563b',
        name: 'Ada Byron',
        emails: ['ada@example.com', 'countess@example.com'],
        country: 'United Kingdom',
        tfp: 'B2C_1_signupsignin',
      } satisfies AzureADB2CProfile,
    },
    minimal: { claims: { sub: 'm', tfp: 'B2C_1_signupsignin' } satisfies AzureADB2CProfile },
  },
  registration: {
    console: 'https://portal.azure.com/',
    steps: [
      'Open the directory of the B2C tenant, then Azure AD B2C, App registrations, and register an application.',
      'Enter the redirect URI for the platform Web.',
      'Copy the Application (client) ID, and make a client secret under Certificates & secrets.',
      'In User flows, let the sign-in flow return the claims Display Name and Email Addresses.',
      'Set the issuer to https://, the tenant name, .b2clogin.com/, the Directory (tenant) ID, the name of the user flow and /v2.0.',
    ],
    sources: [
      'https://learn.microsoft.com/en-us/azure/active-directory-b2c/tutorial-register-applications',
      'https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect',
    ],
  },
}
