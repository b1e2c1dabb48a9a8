import type { MailruProfile } from '@latchstring/core/providers/mailru'
import type { Service } from '../service.ts'

const USERINFO = 'https://oauth.mail.ru/userinfo'

const ada: MailruProfile = {
  id: '1410600',
  name: 'Анна Иванова',
  nickname: 'Анна',
  first_name: 'Анна',
  last_name: 'Иванова',
  email: 'anna@mail.example',
  image: 'https://filin.mail.ru/pic?email=anna%40mail.example',
  locale: 'ru_RU',
  gender: 'f',
}

/** @see https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index */
export const service: Service = {
  id: 'mailru',
  name: 'Mail.ru',
  protocol: 'oauth',
  authorization: {
    url: 'https://oauth.mail.ru/login',
    scopes: ['userinfo', 'mail.imap'],
    pkce: 'supported',
  },
  token: {
    url: 'https://oauth.mail.ru/token',
    authentication: ['client_secret_basic'],
    // Without `token_type`, and without a new refresh token: pozitronik/CloudMailRu#27.
    refresh: { next: 'none' },
    answer: ({ access_token, expires_in, refresh_token }) => ({
      access_token,
      expires_in,
      refresh_token,
    }),
    // playa-ru/keycloak-russian-providers#12
    error: (_error, description) => ({
      status: 200,
      body: { error: 'token not found', error_code: 6, error_description: description },
    }),
  },
  resources: { [USERINFO]: { token: 'query:access_token', scope: 'userinfo' } },
  persons: {
    documented: { answers: { [USERINFO]: ada } },
    minimal: { answers: { [USERINFO]: { id: '3', nickname: 'm' } satisfies MailruProfile } },
  },
  registration: {
    console: 'https://o2.mail.ru/app/',
    steps: [
      'Open an application that was registered before 1 July 2025.',
      'Enter the redirect URI, down to a slash at its end.',
      'Copy the client ID and the secret.',
    ],
    sources: ['https://id.vk.com/about/business/go/docs/ru/vkid/latest/oauth/oauth-mail/index'],
  },
}
