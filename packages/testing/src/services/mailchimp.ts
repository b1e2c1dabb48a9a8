import type { MailchimpProfile } from '@latchstring/core/providers/mailchimp'
import type { Service } from '../service.ts'

const METADATA = 'https://login.mailchimp.com/oauth2/metadata'

const ada: MailchimpProfile = {
  dc: 'us6',
  role: 'owner',
  accountname: 'Example Letters',
  user_id: 15242,
  login: {
    email: 'ada@example.com',
    avatar: null,
    login_id: 15242,
    login_name: 'example-letters',
    login_email: 'ada@example.com',
  },
  login_url: 'https://login.mailchimp.com',
  api_endpoint: 'https://us6.api.mailchimp.com',
}

/** @see https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/ */
export const service: Service = {
  id: 'mailchimp',
  name: 'Mailchimp',
  protocol: 'oauth',
  authorization: {
    url: 'https://login.mailchimp.com/oauth2/authorize',
    // There are none.
    scopes: [],
    pkce: 'ignored',
  },
  token: {
    url: 'https://login.mailchimp.com/oauth2/token',
    authentication: ['client_secret_post'],
    answer: ({ access_token }) => ({ access_token, expires_in: 0, scope: null }),
  },
  resources: { [METADATA]: { token: 'OAuth' } },
  persons: {
    documented: { answers: { [METADATA]: ada } },
    minimal: { answers: { [METADATA]: { login: { login_id: 3 } } satisfies MailchimpProfile } },
  },
  registration: {
    console: 'https://admin.mailchimp.com/account/oauth2/',
    steps: [
      'Open Account, Extras, Registered apps, and choose Register An App.',
      'Enter the redirect URI.',
      'Copy the Client ID and the Client Secret; the secret is shown once.',
    ],
    sources: ['https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/'],
  },
}
