import { FOREIGN, ORIGIN, SECRET, SECRETS } from './values.mjs'

/** @typedef {import('@latchstring/core').AuthConfig} AuthConfig */

/**
 * How an application is set up.
 *
 * @typedef {object} Configuration
 * @property {string} name
 * @property {() => AuthConfig} make
 * @property {boolean} [perRequest] a function makes a new object for every request
 * @property {Readonly<Record<string, string>>} [env] beside the secret
 * @property {Readonly<Record<string, string>>} [headers] that its requests need
 */

/**
 * Services that are found by discovery.
 *
 * @param {number} count
 */
export function manyProviders(count) {
  return Array.from({ length: count }, (_, index) => ({
    id: `service${index}`,
    name: `Service ${index}`,
    type: /** @type {const} */ ('oidc'),
    issuer: `https://service${index}.example`,
    clientId: 'app',
    clientSecret: 'a-secret-of-at-least-32-characters',
  }))
}

/** @type {Configuration} */
export const PLAIN = {
  name: 'one provider, `AUTH_URL`',
  make: () => ({ providers: manyProviders(1) }),
}

/** @type {Configuration} */
export const PER_REQUEST = {
  name: 'a function that makes a new object for each request',
  make: PLAIN.make,
  perRequest: true,
}

/** @type {Configuration} */
export const TEN_PER_REQUEST = {
  name: 'a function that makes a new object with ten providers for each request',
  make: () => ({ providers: manyProviders(10) }),
  perRequest: true,
}

/** @type {Configuration} */
export const MANY = { name: '100 providers', make: () => ({ providers: manyProviders(100) }) }

const quiet = () => undefined

/** Those that make it harder; a function that makes a new object has a figure of its own. @type {readonly Configuration[]} */
export const UNKIND = [
  {
    name: '`trustHost` instead of `AUTH_URL`',
    make: () => ({ ...PLAIN.make(), trustHost: true }),
    env: { AUTH_URL: '' },
    headers: { host: new URL(ORIGIN).host, 'x-forwarded-proto': 'https' },
  },
  MANY,
  { name: 'three secrets', make: () => ({ ...PLAIN.make(), secret: SECRETS }) },
  {
    name: 'a logger with `debug`, while `debug` is off',
    make: () => ({
      ...PLAIN.make(),
      logger: { error: quiet, warn: quiet, debug: quiet },
    }),
  },
]

/** @type {(configuration: Configuration) => Readonly<Record<string, string>>} */
export const environment = ({ env }) => ({
  NODE_ENV: 'production',
  AUTH_URL: ORIGIN,
  AUTH_SECRET: SECRET,
  ...env,
})

/** @type {(configuration: Configuration, cookie?: string) => Headers} */
export const requestHeaders = ({ headers }, cookie = FOREIGN) => new Headers({ ...headers, cookie })
