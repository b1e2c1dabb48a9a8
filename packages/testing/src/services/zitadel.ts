import type { ZitadelProfile } from '@latchstring/core/providers/zitadel'
import { audienceList } from '../lib/software/openid.ts'
import type { Service } from '../service.ts'

const ISSUER = 'https://example.eu1.zitadel.cloud'
const USERINFO = `${ISSUER}/oidc/v1/userinfo`

/** @see https://zitadel.com/docs/apis/openidoauth/endpoints */
export const service: Service = {
  id: 'zitadel',
  name: 'ZITADEL',
  protocol: 'oidc',
  options: { issuer: ISSUER },
  issuer: ISSUER,
  jwksUri: `${ISSUER}/oauth/v2/keys`,
  // All applications of the project, and the project.
  idToken: audienceList('170848145649959168', '170848145649959042'),
  authorization: { url: `${ISSUER}/oauth/v2/authorize`, pkce: 'supported' },
  token: {
    url: `${ISSUER}/oauth/v2/token`,
    authentication: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    refresh: { needs: { scope: /\boffline_access\b/ }, next: 'new' },
  },
  userinfo: USERINFO,
  resources: { [USERINFO]: {} },
  persons: {
    documented: {
      // Without "User Info inside ID Token", which is how an application is at first.
      claims: { sub: '170848145649959169', amr: ['password', 'pwd'] },
      answers: {
        [USERINFO]: {
          sub: '170848145649959169',
          name: 'Road Runner',
          given_name: 'Road',
          family_name: 'Runner',
          preferred_username: 'road.runner@example.eu1.zitadel.cloud',
          email: 'road.runner@example.com',
          email_verified: true,
          picture: 'https://example.eu1.zitadel.cloud/assets/v1/avatar',
          locale: null,
          updated_at: 1_658_329_554,
        } satisfies ZitadelProfile,
      },
    },
    minimal: {
      claims: { sub: '7' },
      answers: { [USERINFO]: { sub: '7' } satisfies ZitadelProfile },
    },
  },
  registration: {
    console: 'https://zitadel.com/docs/guides/manage/console/applications',
    steps: [
      'Open a project in the console of your instance, and add an application of the type Web.',
      'Choose the authentication method Code with the client authentication Basic.',
      'Enter the redirect URI; one with http needs the development mode.',
      'Copy the Client ID and the Client Secret; the issuer is the domain of the instance.',
    ],
    sources: [
      'https://zitadel.com/docs/apis/openidoauth/endpoints',
      'https://zitadel.com/docs/apis/openidoauth/claims',
    ],
  },
}
