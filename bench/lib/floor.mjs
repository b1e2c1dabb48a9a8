import {
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Claims of the tokens compared here.
 *
 * @typedef {object} Claims
 * @property {string} sub
 * @property {string} name
 * @property {string} email
 * @property {string} picture
 * @property {number} exp
 */

/**
 * The least any implementation has to do: one decryption with a key that is ready, through the fastest primitive of the
 * runtime, then the JSON and its times. Nothing is checked that a library would have to check for safety.
 *
 * @param {string} token - one of the tokens, for its header
 * @param {Buffer} keyBytes - 64 bytes
 * @returns {{ decrypt: (jwe: string) => Claims | null }}
 */
export function createFloor(token, keyBytes) {
  const mac = createSecretKey(keyBytes.subarray(0, 32))
  const enc = createSecretKey(keyBytes.subarray(32, 64))
  const [header = ''] = token.split('.')

  /** @type {(jwe: string) => Claims | null} */
  function decrypt(jwe) {
    const [, , ivText = '', ciphertextText = '', tagText = ''] = jwe.split('.')
    const iv = Buffer.from(ivText, 'base64url')
    const ciphertext = Buffer.from(ciphertextText, 'base64url')
    const length = Buffer.alloc(8)
    length.writeUInt32BE(header.length * 8, 4)
    const tag = createHmac('sha512', mac)
      .update(header)
      .update(iv)
      .update(ciphertext)
      .update(length)
      .digest()
    if (!timingSafeEqual(tag.subarray(0, 32), Buffer.from(tagText, 'base64url'))) return null
    const decipher = createDecipheriv('aes-256-cbc', enc, iv)
    const text = decipher.update(ciphertext, undefined, 'utf8') + decipher.final('utf8')
    // The tokens are made from claims.
    const payload = /** @type {Claims} */ (JSON.parse(text))
    return payload.exp * 1000 > Date.now() ? payload : null
  }

  return { decrypt }
}

/**
 * The session an application gets, made from the claims.
 *
 * @param {Claims | null} claims - of a token that was opened
 * @returns {object | null}
 */
export function toSession(claims) {
  if (!claims) return null
  const { sub, name, email, picture, exp } = claims
  const expires = new Date(exp * 1000).toISOString()
  return { user: { id: sub, name, email, image: picture }, expires }
}

/**
 * The cookie header by the plainest means.
 *
 * @param {string} header - the whole header
 * @param {string} name - of one cookie
 * @returns {string | undefined}
 */
export function readCookie(header, name) {
  const start = header.indexOf(`${name}=`)
  if (start === -1) return undefined
  const end = header.indexOf(';', start)
  return header.slice(start + name.length + 1, end === -1 ? undefined : end)
}

/**
 * The value of a cookie that may be spread over several.
 *
 * @param {string} header - the whole header
 * @param {string} name - of the cookie
 * @returns {string | undefined}
 */
export function readSpread(header, name) {
  const whole = readCookie(header, name)
  if (whole !== undefined) return whole
  const parts = [0, 1, 2].map((index) => readCookie(header, `${name}.${index}`) ?? '').join('')
  return parts === '' ? undefined : parts
}

/**
 * Bytes of the key of a session cookie, as the library derives them.
 *
 * @param {string} secret - of the application
 * @param {string} cookieName - salt of the derivation
 * @returns {Buffer}
 */
export function sessionKey(secret, cookieName) {
  return Buffer.from(hkdfSync('sha256', secret, cookieName, 'latchstring v1 session', 76))
}
