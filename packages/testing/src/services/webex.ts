import type { WebexProfile } from '@latchstring/core/providers/webex'
import type { Service } from '../service.ts'

const ME = 'https://webexapis.com/v1/people/me'

/** @see https://developer.webex.com/docs/integrations */
export const service: Service = {
  id: 'webex',
  name: 'Webex',
  protocol: 'oauth',
  authorization: {
    url: 'https://webexapis.com/v1/authorize',
    pkce: 'supported',
    scopes: ['spark:kms', 'spark:people_read', 'spark:all', 'openid', 'email', 'profile'],
  },
  token: {
    url: 'https://webexapis.com/v1/access_token',
    // The documentation shows the client in the body, and in no other place.
    authentication: ['client_secret_post'],
    answer: (standard) => ({ ...standard, refresh_token_expires_in: 7_776_000 }),
  },
  resources: { [ME]: { scope: 'spark:people_read' } },
  persons: {
    documented: {
      answers: {
        [ME]: {
          id: 'Y2lzY29zcGFyazovL3VzL1BFT1BMRS9mNWIzNjE4Ny1jOGRkLTQ3MjctOGIyZi1mOWM0NDdmMjkwNDY',
          emails: ['ada.lovelace@example.com', 'ada@example.org'],
          displayName: 'Ada Lovelace',
          nickName: 'Ada',
          firstName: 'Ada',
          lastName: 'Lovelace',
          avatar: 'https://avatar-prod-us-east-2.webexcontent.com/Avtr~V1~1/ada~1600',
          orgId:
            'Y2lzY29zcGFyazovL3VzL09SR0FOSVpBVElPTi85NmFiYzJhYS0zZGNjLTExZTUtYTE1Mi1mZTM0ODE5Y2RjOWE',
          created: '2015-10-18T14:26:16.000Z',
          lastModified: '2015-10-18T14:26:16.000Z',
          status: 'active',
          type: 'person',
        } satisfies WebexProfile,
      },
    },
    minimal: {
      answers: {
        [ME]: {
          id: 'Y2lzY29zcGFyazovL3VzL1BFT1BMRS9taW5pbWFs',
          type: 'person',
        } satisfies WebexProfile,
      },
    },
  },
  registration: {
    console: 'https://developer.webex.com/my-apps',
    steps: [
      'Open My Webex Apps, choose Create a New App, then Integration.',
      'Enter the redirect URI.',
      'Choose the scope spark:people_read; spark:kms is added by itself.',
      'Copy the client ID and the client secret, which is shown once.',
    ],
    sources: [
      'https://developer.webex.com/docs/integrations',
      'https://developer.webex.com/docs/login-with-webex',
    ],
  },
}
