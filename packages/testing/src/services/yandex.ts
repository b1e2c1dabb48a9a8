import type { YandexProfile } from '@latchstring/core/providers/yandex'
import type { Service } from '../service.ts'

const INFO = 'https://login.yandex.ru/info'

/** @see https://yandex.com/dev/id/doc/en/user-information */
export const service: Service = {
  id: 'yandex',
  name: 'Yandex',
  protocol: 'oauth',
  authorization: {
    url: 'https://oauth.yandex.ru/authorize',
    pkce: 'supported',
    scopes: ['login:info', 'login:email', 'login:avatar', 'login:birthday', 'login:default_phone'],
  },
  token: {
    url: 'https://oauth.yandex.ru/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
    answer: (standard) => ({ ...standard, token_type: 'bearer', expires_in: 31_536_000 }),
  },
  resources: { [INFO]: { token: 'OAuth', query: { format: 'json' } } },
  persons: {
    documented: {
      answers: {
        [INFO]: {
          login: 'ada',
          id: '1000034426',
          client_id: '4760187d81bc4b7799476b42b5103713',
          psuid: '1.AAceCw.tbHgw5DtJ9_zeqPrk-Ba2w.qPWSRC5v2t2IaksPJgnge',
          default_email: 'ada@yandex.ru',
          emails: ['ada@yandex.ru'],
          first_name: 'Ada',
          last_name: 'Lovelace',
          display_name: 'ada',
          real_name: 'Ada Lovelace',
          sex: 'female',
          is_avatar_empty: false,
          default_avatar_id: '31804/BYkogAC6AoB17bN1HKRFAyKiM4-1',
        } satisfies YandexProfile,
      },
    },
    minimal: {
      answers: {
        [INFO]: {
          login: 'm',
          id: '7',
          client_id: '4760187d81bc4b7799476b42b5103713',
          psuid: '1.AAceCw.min',
        } satisfies YandexProfile,
      },
    },
  },
  registration: {
    console: 'https://oauth.yandex.ru/client/new/id/',
    steps: [
      'Create an application for sign-in on the platform Web services.',
      'Enter the redirect URI.',
      'Choose access to login, first and last name, to the email address, and to the portrait.',
      'Copy the ClientID and the Client secret.',
    ],
    sources: [
      'https://yandex.com/dev/id/doc/en/register-client',
      'https://yandex.com/dev/id/doc/en/codes/code-url',
      'https://yandex.com/dev/id/doc/en/user-information',
    ],
  },
}
