import type { HubSpotProfile } from '@latchstring/core/providers/hubspot'
import type { Person, Service } from '../service.ts'

const INTROSPECT = 'https://api.hubapi.com/oauth/2026-03/token/introspect'

const documented: Person = {
  answers: {
    [INTROSPECT]: {
      token_use: 'access_token',
      active: true,
      user_id: 293199,
      user: 'ada@example.com',
      hub_id: 1234567,
      hub_domain: 'example.com',
      app_id: 111111,
      scopes: ['oauth'],
      token_type: 'access',
      expires_in: 1754,
      is_private_distribution: false,
    } satisfies HubSpotProfile,
  },
}

/** @see https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/refresh-oauth-token */
export const service: Service = {
  id: 'hubspot',
  name: 'HubSpot',
  protocol: 'oauth',
  authorization: {
    url: 'https://app.hubspot.com/oauth/authorize',
    requires: { scope: true },
    pkce: 'supported',
    scopes: ['oauth', 'crm.objects.contacts.read', 'crm.objects.owners.read'],
  },
  token: {
    url: 'https://api.hubapi.com/oauth/2026-03/token',
    authentication: ['client_secret_post'],
    answer: ({ scope, ...standard }) => ({
      ...standard,
      token_type: 'bearer',
      token_use: 'access_token',
      refresh_token: 'na1-1234-abcd',
      hub_id: 1234567,
      user_id: 293199,
      scopes: String(scope).split(' '),
    }),
    // HubSpot's own form, beside the members of RFC 6749.
    error: (error, description) => ({
      status: 400,
      body: {
        status: 'BAD_AUTH_CODE',
        message: description,
        error,
        error_description: description,
      },
    }),
  },
  resources: {
    [INTROSPECT]: {
      method: 'POST',
      token: 'form:token',
      answer: ({ body, person }) => {
        const parameters = new URLSearchParams(body)
        const known = parameters.get('client_id') && parameters.get('client_secret')
        return known ? person.answers?.[INTROSPECT] : { active: false }
      },
    },
  },
  persons: {
    documented,
    minimal: { answers: { [INTROSPECT]: { active: true, user_id: 7 } satisfies HubSpotProfile } },
  },
  registration: {
    console: 'https://app.hubspot.com/l/developer-projects',
    steps: [
      'Create an app with the distribution you need in a developer account.',
      'Enter the redirect URI, and add the scope oauth.',
      'Copy the client ID and the client secret from the Auth page.',
    ],
    sources: [
      'https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/refresh-oauth-token',
      'https://developers.hubspot.com/docs/api-reference/2026-03/authentication/oauth-tokens/token-introspect',
      'https://developers.hubspot.com/docs/api-reference/legacy/authentication/oauth-tokens/v1/migration-guide',
    ],
  },
}
