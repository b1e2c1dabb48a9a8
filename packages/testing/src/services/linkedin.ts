import type { LinkedInProfile } from '@latchstring/core/providers/linkedin'
import type { Service } from '../service.ts'

const ada: LinkedInProfile = {
  sub: '782bbtaQ',
  name: 'Ada Example',
  given_name: 'Ada',
  family_name: 'Example',
  picture: 'https://media.licdn.com/dms/image/ada',
  locale: 'en_US',
  email: 'ada@example.com',
  email_verified: 'true',
}

// LinkedIn puts no nonce into its ID tokens.
const noNonce = { nonce: undefined }

/** @see https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 */
export const service: Service = {
  id: 'linkedin',
  name: 'LinkedIn',
  protocol: 'oidc',
  issuer: 'https://www.linkedin.com/oauth',
  jwksUri: 'https://www.linkedin.com/oauth/openid/jwks',
  discovery: { token_endpoint_auth_methods_supported: undefined },
  authorization: {
    url: 'https://www.linkedin.com/oauth/v2/authorization',
    requires: { scope: true },
    scopes: ['openid', 'profile', 'email'],
    pkce: 'refused',
  },
  token: {
    url: 'https://www.linkedin.com/oauth/v2/accessToken',
    authentication: ['client_secret_post'],
    answer: (standard) => ({ ...standard, expires_in: 5183999 }),
    error: (error, description) => ({
      status: 401,
      body: { error, error_description: description },
    }),
  },
  userinfo: 'https://api.linkedin.com/v2/userinfo',
  persons: {
    documented: { claims: { ...ada, ...noNonce } },
    minimal: { claims: { sub: 'm', ...noNonce } satisfies LinkedInProfile },
  },
  registration: {
    console: 'https://www.linkedin.com/developers/apps',
    steps: [
      'Create an app that belongs to a LinkedIn page.',
      'Request the product Sign In with LinkedIn using OpenID Connect.',
      'Enter the redirect URI on the tab Auth.',
      'Copy the Client ID and the Primary Client Secret.',
    ],
    sources: [
      'https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2',
      'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow',
    ],
  },
}
