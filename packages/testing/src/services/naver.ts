import type { NaverProfile } from '@latchstring/core/providers/naver'
import type { Service } from '../service.ts'

const ME = 'https://openapi.naver.com/v1/nid/me'

const ada: NaverProfile = {
  resultcode: '00',
  message: 'success',
  response: {
    id: '32742776',
    nickname: 'OpenAPI',
    name: '오픈 API',
    email: 'openapi@naver.example',
    gender: 'F',
    age: '40-49',
    birthday: '10-01',
    birthyear: '1900',
    profile_image: 'https://ssl.pstatic.net/static/pwe/address/nodata_33x33.gif',
  },
}

/** @see https://developers.naver.com/docs/login/api/api.md */
export const service: Service = {
  id: 'naver',
  name: 'Naver',
  protocol: 'oauth',
  authorization: {
    url: 'https://nid.naver.com/oauth2.0/authorize',
    pkce: 'ignored',
    stateRequired: true,
  },
  token: {
    url: 'https://nid.naver.com/oauth2.0/token',
    authentication: ['client_secret_post'],
    refresh: { next: 'none' },
    // A text, where RFC 6749 has a number.
    answer: ({ access_token, refresh_token }) => ({
      access_token,
      refresh_token,
      token_type: 'bearer',
      expires_in: '3600',
    }),
    // With status 200.
    error: (error, description) => ({
      status: 200,
      body: { error, error_description: description },
    }),
  },
  resources: { [ME]: {} },
  persons: {
    documented: { answers: { [ME]: ada } },
    minimal: {
      answers: {
        [ME]: {
          resultcode: '00',
          message: 'success',
          response: { id: 'm' },
        } satisfies NaverProfile,
      },
    },
  },
  registration: {
    console: 'https://developers.naver.com/apps/#/register',
    steps: [
      'Register an application with the API Naver Login.',
      'Choose what people are asked to share: nickname, email address, profile picture.',
      'Add the environment PC Web with the address of the site, and the redirect URI as Callback URL.',
      'Copy the Client ID and the Client Secret.',
      'Ask for the review to admit people who are not testers.',
    ],
    sources: [
      'https://developers.naver.com/docs/login/api/api.md',
      'https://developers.naver.com/docs/login/profile/profile.md',
    ],
  },
}
