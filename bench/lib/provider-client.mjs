import { ORIGIN } from './values.mjs'

export const CALLBACK = `${ORIGIN}/auth/callback/harbour`

/** How the application is registered at the provider. */
export const CLIENT = {
  client_id: 'app',
  client_secret: 'the-secret-of-the-app-is-long-enough',
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: /** @type {const} */ ('client_secret_post'),
}
