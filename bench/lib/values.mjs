export const ORIGIN = 'https://app.example.com'

export const SECRET = 'o1cV5Yq8mN2rT7wKx4Zb9LdHf3Js6PgA'

/** The first one seals. */
export const SECRETS = [
  SECRET,
  'Wq3Rt6Yu9Ik2Lo5Pa8Sd1Fg4Hj7Kz0Xc',
  'b5Nm8Qw1Er4Ty7Ui0Op3As6Df9Gh2JkL',
]

export const SESSION_COOKIE = '__Host-latchstring.session-token'
export const PEER_COOKIE = '__Secure-authjs.session-token'

/** Cookies a browser brings along anyway. */
export const FOREIGN = '_ga=GA1.1.1284.1699; theme=dark; consent=%7B%22a%22%3Atrue%7D; _dd_s=rum=0'

export const PERSON = {
  id: '5f0c1d6e-1c77-4a53-9a8c-0e8b4f4a6a11',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: 'https://example.com/ada.png',
}

export const CALLBACK = `${ORIGIN}/auth/callback/openid`

/** How the application is registered at the provider. */
export const CLIENT = {
  client_id: 'app',
  client_secret: 'the-secret-of-the-app-is-long-enough',
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: /** @type {const} */ ('client_secret_post'),
}

const CHUNK = 3936

/**
 * A cookie header with a value, spread over cookies where it has to be.
 *
 * @param {string} name
 * @param {string} value
 * @returns {string}
 */
export function cookieHeader(name, value) {
  const chunks = value.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? []
  const pairs =
    chunks.length === 1
      ? [`${name}=${value}`]
      : chunks.map((chunk, index) => `${name}.${index}=${chunk}`)
  return `${FOREIGN}; ${pairs.join('; ')}`
}

/**
 * Endlessly one after the other.
 *
 * @template T
 * @param {readonly T[]} values
 * @returns {() => T}
 */
export function inTurn(values) {
  let index = -1
  return () => {
    index = (index + 1) % values.length
    const value = values[index]
    if (value === undefined) throw new Error('There are no values to take in turn.')
    return value
  }
}
