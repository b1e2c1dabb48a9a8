import { Auth } from '@auth/core'
import { encode } from '@auth/core/jwt'
import { manyProviders } from './configurations.mjs'
import { cookieHeader, FOREIGN, inTurn, ORIGIN, PEER_COOKIE, PERSON, SECRET } from './values.mjs'

const SESSIONS = 256

const OWN_BYTES = 300

/** @type {(count: number) => import('@auth/core').AuthConfig} a new object, as the peer changes what it is given */
export const peerConfig = (count) => ({
  providers: [...manyProviders(count)],
  secret: SECRET,
  trustHost: true,
  basePath: '/auth',
})

/**
 * Cookie headers of visitors that are signed in with the peer.
 *
 * @param {number} bytes - of a payload
 * @returns {Promise<readonly string[]>}
 */
export async function peerSessions(bytes) {
  const { id, name, email, image } = PERSON
  const more = bytes > OWN_BYTES ? { data: 'x'.repeat(bytes - OWN_BYTES) } : {}
  const tokens = await Promise.all(
    Array.from({ length: SESSIONS }, (_, index) =>
      encode({
        token: { sub: id, name: `${name} ${1000 + index}`, email, picture: image, ...more },
        secret: SECRET,
        salt: PEER_COOKIE,
      }),
    ),
  )
  return tokens.map((token) => cookieHeader(PEER_COOKIE, token))
}

/**
 * The peer answers an action.
 *
 * @param {string} action
 * @param {{ cookies?: readonly string[], providers?: number }} [options]
 * @returns {() => Promise<Response>}
 */
export function peerAction(action, { cookies = [FOREIGN], providers = 1 } = {}) {
  const next = inTurn(cookies)
  const url = `${ORIGIN}/auth/${action}`
  return () => Auth(new Request(url, { headers: { cookie: next() } }), peerConfig(providers))
}
