import type { MercadoLibreProfile } from '@latchstring/core/providers/mercado-libre'
import type { Service } from '../service.ts'

const ME = 'https://api.mercadolibre.com/users/me'

const tete: MercadoLibreProfile = {
  id: 202_593_498,
  nickname: 'TETE2870021',
  first_name: 'Tete',
  last_name: 'Prado',
  country_id: 'AR',
  email: 'tete@example.com',
  site_id: 'MLA',
  user_type: 'normal',
}

/** @see https://developers.mercadolibre.com.ar/en_us/authentication-and-authorization */
export const service: Service = {
  id: 'mercado-libre',
  name: 'Mercado Libre',
  protocol: 'oauth',
  authorization: {
    url: 'https://auth.mercadolibre.com.ar/authorization',
    defaultScope: 'offline_access read write',
    pkce: 'supported',
  },
  token: {
    url: 'https://api.mercadolibre.com/oauth/token',
    authentication: ['client_secret_post'],
    headers: { accept: /application\/json/ },
    answer: (standard) => ({ ...standard, token_type: 'bearer', user_id: tete.id }),
    error: (error, message) => ({ status: 400, body: { error, message, status: 400, cause: [] } }),
  },
  resources: { [ME]: {} },
  persons: {
    documented: { answers: { [ME]: tete } },
    minimal: {
      answers: { [ME]: { id: 3_000_000_000, nickname: 'N' } satisfies MercadoLibreProfile },
    },
  },
  registration: {
    console: 'https://developers.mercadolibre.com.ar/devcenter',
    steps: [
      'Create an application.',
      'Enter the redirect URI, and switch on PKCE.',
      'Choose the scope read.',
      'Copy the App ID and the Secret Key.',
    ],
    sources: [
      'https://developers.mercadolibre.com.ar/en_us/authentication-and-authorization',
      'https://developers.mercadolibre.com.ar/en_us/services-manage-users',
    ],
  },
}
