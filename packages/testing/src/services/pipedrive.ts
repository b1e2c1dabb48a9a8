import type { PipedriveProfile } from '@latchstring/core/providers/pipedrive'
import type { Service } from '../service.ts'

const COMPANY = 'https://rivermill.pipedrive.com/api/v1/users/me'
const GENERAL = 'https://api.pipedrive.com/v1/users/me'

const ada: PipedriveProfile = {
  success: true,
  data: {
    id: 777,
    name: 'Ada Mill',
    email: 'ada@rivermill.example',
    icon_url: 'https://d3myhnqlqw2314.cloudfront.net/profile_120x120_622732.jpg',
    company_id: 812_345,
    company_name: 'River Mill',
    company_domain: 'rivermill',
    is_admin: 1,
    active_flag: true,
    locale: 'en_US',
    timezone_name: 'Europe/Tallinn',
  },
}
const minimalProfile: PipedriveProfile = { success: true, data: { id: 3 } }

/** @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization */
export const service: Service = {
  id: 'pipedrive',
  name: 'Pipedrive',
  protocol: 'oauth',
  authorization: {
    url: 'https://oauth.pipedrive.com/oauth/authorize',
    defaultScope: 'base',
    pkce: 'ignored',
  },
  token: {
    url: 'https://oauth.pipedrive.com/oauth/token',
    authentication: ['client_secret_basic'],
    // https://developers.pipedrive.com/docs/api/v1/Oauth
    refresh: { next: 'same', lifetime: 60 * 86_400 },
    // The scopes of the app, whatever was asked for.
    answer: (standard) => ({
      api_domain: 'https://rivermill.pipedrive.com',
      ...standard,
      scope: 'base,deals:read',
      expires_in: 3599,
    }),
  },
  resources: { [COMPANY]: {}, [GENERAL]: {} },
  persons: {
    documented: { answers: { [COMPANY]: ada, [GENERAL]: ada } },
    minimal: { answers: { [COMPANY]: minimalProfile, [GENERAL]: minimalProfile } },
  },
  registration: {
    console: 'https://app.pipedrive.com/developer-hub',
    steps: [
      'Open the Developer Hub of a developer sandbox account, and create an app.',
      'Enter the redirect URI as Callback URL.',
      'Under OAuth & access scopes, keep the scope base.',
      'Copy the Client ID and the Client secret.',
    ],
    sources: [
      'https://pipedrive.readme.io/docs/marketplace-oauth-authorization',
      'https://pipedrive.readme.io/docs/marketplace-getting-user-data',
    ],
  },
}
