import type { AtlassianProfile } from '@latchstring/core/providers/atlassian'
import type { Service } from '../service.ts'

const ME = 'https://api.atlassian.com/me'

const mia: AtlassianProfile = {
  account_type: 'atlassian',
  account_id: '112233aa-bb11-cc22-33dd-445566abcabc',
  email: 'mia@example.com',
  name: 'Mia Krystof',
  picture: 'https://avatar-management--avatars.us-west-2.prod.public.atl-paas.net/112233/128',
  account_status: 'active',
  nickname: 'mkrystof',
  zoneinfo: 'Australia/Sydney',
  locale: 'en-US',
  extended_profile: { job_title: 'Designer', organization: 'mia@example.com' },
}

/** @see https://developer.atlassian.com/cloud/jira/software/oauth-2-3lo-apps/ */
export const service: Service = {
  id: 'atlassian',
  name: 'Atlassian',
  protocol: 'oauth',
  authorization: {
    url: 'https://auth.atlassian.com/authorize',
    requires: { audience: 'api.atlassian.com', scope: true, prompt: 'consent' },
    scopes: ['read:me', 'read:account', 'offline_access', 'read:jira-user', 'read:jira-work'],
    pkce: 'supported',
    stateRequired: true,
  },
  token: {
    url: 'https://auth.atlassian.com/oauth/token',
    authentication: ['client_secret_post'],
    // 90 days without use; a token that was replaced is taken for ten minutes more.
    refresh: {
      needs: { scope: /\boffline_access\b/ },
      next: 'new',
      leeway: 600,
      lifetime: 7_776_000,
    },
  },
  resources: { [ME]: { scope: 'read:me' } },
  persons: {
    documented: { answers: { [ME]: mia } },
    minimal: { answers: { [ME]: { account_id: '5b10a2844c20165700ede21g' } } },
  },
  registration: {
    console: 'https://developer.atlassian.com/console/myapps/',
    steps: [
      'Create an OAuth 2.0 integration.',
      'Open Permissions, add the User identity API, and add the scope read:me.',
      'Open Authorization, configure OAuth 2.0 (3LO), and enter the redirect URI as Callback URL.',
      'Open Settings, and copy the Client ID and the Secret.',
      'Open Distribution, and share the app, so that others than you can sign in.',
    ],
    sources: [
      'https://developer.atlassian.com/cloud/jira/software/oauth-2-3lo-apps/',
      'https://developer.atlassian.com/cloud/oauth/getting-started/implementing-oauth-3lo',
    ],
  },
}
