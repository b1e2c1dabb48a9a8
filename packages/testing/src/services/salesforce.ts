import type { SalesforceProfile } from '@latchstring/core/providers/salesforce'
import type { Service } from '../service.ts'

const ISSUER = 'https://login.salesforce.com'
const USERINFO = `${ISSUER}/services/oauth2/userinfo`
const SUB = `${ISSUER}/id/00Dx0000000BV7zEAG/005x00000012Q9PAAU`
const OTHER = `${ISSUER}/id/00Dx0000000BV7zEAG/005x00000012Q9QAAU`

const quinn: SalesforceProfile = {
  sub: SUB,
  user_id: '005x00000012Q9PAAU',
  organization_id: '00Dx0000000BV7zEAG',
  preferred_username: 'quinn@harbour.example.sandbox',
  nickname: 'quinn',
  name: 'Quinn Harbour',
  given_name: 'Quinn',
  family_name: 'Harbour',
  email: 'quinn@harbour.example',
  email_verified: true,
  picture: 'https://harbour.my.salesforce.com/profilephoto/005/F',
  photos: {
    picture: 'https://harbour.my.salesforce.com/profilephoto/005/F',
    thumbnail: 'https://harbour.my.salesforce.com/profilephoto/005/T',
  },
  user_type: 'STANDARD',
  zoneinfo: 'Europe/Lisbon',
  locale: 'pt_PT',
}

/** @see https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_openid_discovery_endpoint.htm */
export const service: Service = {
  id: 'salesforce',
  name: 'Salesforce',
  protocol: 'oidc',
  issuer: ISSUER,
  discovery: { jwks_uri: `${ISSUER}/id/keys` },
  authorization: {
    url: `${ISSUER}/services/oauth2/authorize`,
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'address', 'phone', 'id', 'api', 'refresh_token'],
  },
  token: {
    url: `${ISSUER}/services/oauth2/token`,
    authentication: ['client_secret_post', 'client_secret_basic', 'private_key_jwt'],
    refresh: { needs: { scope: /\b(?:refresh_token|offline_access)\b/ }, next: 'new' },
    answer: ({ expires_in: _never, ...standard }) => ({
      ...standard,
      id: SUB,
      instance_url: 'https://harbour.my.salesforce.com',
      issued_at: '1767225600000',
      signature: 'c2lnbmF0dXJl',
    }),
  },
  userinfo: USERINFO,
  persons: {
    documented: { claims: { sub: SUB }, answers: { [USERINFO]: quinn } },
    minimal: {
      claims: { sub: OTHER },
      answers: { [USERINFO]: { sub: OTHER } satisfies SalesforceProfile },
    },
  },
  registration: {
    console: 'https://login.salesforce.com/',
    steps: [
      'Open Setup, External Client App Manager, and choose New External Client App.',
      'Enable OAuth, and enter the redirect URI as Callback URL.',
      'Choose the scopes Access unique user identifiers (openid), Access the identity URL service (id, profile, email, address, phone).',
      'Keep Require secret for Web Server Flow and Require PKCE.',
      'Copy the Consumer Key and the Consumer Secret.',
    ],
    sources: [
      'https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_web_server_flow.htm',
      'https://help.salesforce.com/s/articleView?id=sf.remoteaccess_using_userinfo_endpoint.htm',
    ],
  },
}
