import type { TiktokProfile } from '@latchstring/core/providers/tiktok'
import type { Service } from '../service.ts'

const INFO = 'https://open.tiktokapis.com/v2/user/info/'

const error = { code: 'ok', message: '', log_id: '20220829194722CBE87ED59D524E727021' }
const nori: TiktokProfile = {
  data: {
    user: {
      open_id: '723f24d7-e717-40f8-a2b6-cb8464cd23b4',
      union_id: 'c9c60f44-a68e-4f5d-84dd-ce22faeb0ba1',
      avatar_url: 'https://p19-sign.tiktokcdn-us.com/tos-avt-0068/nori.jpeg?x-expires=1',
      display_name: 'Nori',
    },
  },
  error,
}

/** @see https://developers.tiktok.com/doc/login-kit-web */
export const service: Service = {
  id: 'tiktok',
  name: 'TikTok',
  protocol: 'oauth',
  authorization: {
    url: 'https://www.tiktok.com/v2/auth/authorize/',
    clientIdParameter: 'client_key',
    requires: { scope: true },
    scopeSeparator: ',',
    scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'],
    stateRequired: true,
    pkce: 'hex-on-loopback',
    answer: (response) => ({ ...response, scopes: 'user.info.basic' }),
  },
  token: {
    url: 'https://open.tiktokapis.com/v2/oauth/token/',
    authentication: ['client_secret_post'],
    names: { client_id: 'client_key' },
    // Two hours and 180 days.
    refresh: { next: 'new', lifetime: 15_552_000 },
    answer: (standard, { scope }) => ({
      ...standard,
      open_id: nori.data.user.open_id,
      scope: scope.replaceAll(' ', ','),
      expires_in: 7200,
      refresh_expires_in: 15_552_000,
    }),
    error: (code, description) => ({
      status: 400,
      body: { error: code, error_description: description, log_id: error.log_id },
    }),
  },
  resources: { [INFO]: { query: { fields: /\bopen_id\b/ }, scope: 'user.info.basic' } },
  persons: {
    documented: { answers: { [INFO]: nori } },
    minimal: {
      answers: {
        [INFO]: { data: { user: { open_id: 'f00d' } }, error } satisfies TiktokProfile,
      },
    },
  },
  registration: {
    console: 'https://developers.tiktok.com/apps/',
    steps: [
      'Connect an app, and add the product Login Kit.',
      'Under Login Kit, Web, add the redirect URI, with https; under Desktop, one on localhost or 127.0.0.1 for development.',
      'Add the scope user.info.basic.',
      'Copy the Client key and the Client secret.',
      'Submit the app for review; until then sign in with the credentials and accounts of a sandbox.',
    ],
    sources: [
      'https://developers.tiktok.com/doc/login-kit-web',
      'https://developers.tiktok.com/doc/login-kit-desktop',
      'https://developers.tiktok.com/doc/oauth-user-access-token-management',
      'https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info',
    ],
  },
}
