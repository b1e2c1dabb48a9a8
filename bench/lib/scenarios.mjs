import { createAuth } from '@latchstring/core'
import { encode } from '@latchstring/core/jwt'
import { Auth as PeerAuth } from '@auth/core'
import { decode as peerDecode, encode as peerEncode } from '@auth/core/jwt'
import { createFloor, readCookie, sessionKey, toSession } from './floor.mjs'

const SECRET = 'o1cV5Yq8mN2rT7wKx4Zb9LdHf3Js6PgA'
const ORIGIN = 'https://app.example.com'
const COOKIE = '__Host-latchstring.session-token'
const PEER_COOKIE = '__Secure-authjs.session-token'

/** Cookies a browser brings along anyway. */
const FOREIGN = '_ga=GA1.1.1284.1699; theme=dark; consent=%7B%22a%22%3Atrue%7D; _dd_s=rum=0'

/** @type {(bytes: number) => Record<string, string>} */
function claims(bytes) {
  return {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    picture: 'https://example.com/ada.png',
    sub: '5f0c1d6e-1c77-4a53-9a8c-0e8b4f4a6a11',
    ...(bytes > 300 ? { data: 'x'.repeat(bytes - 200) } : {}),
  }
}

/**
 * The same job three times.
 *
 * @typedef {Record<'floor' | 'ours' | 'peer', () => unknown>} Variants
 */

/**
 * Everything to compare, for one size of session.
 *
 * @param {number} bytes - of the payload
 * @returns {Promise<Record<'read' | 'signedOut' | 'action', Variants>>}
 */
export async function createScenarios(bytes) {
  const token = await encode({
    token: claims(bytes),
    secret: SECRET,
    salt: COOKIE,
    maxAge: 2_592_000,
  })
  const cookie = cookieHeader(COOKIE, token)
  const floor = createFloor(token, sessionKey(SECRET, COOKIE))
  const env = { AUTH_URL: ORIGIN, AUTH_SECRET: SECRET, NODE_ENV: 'production' }
  const auth = createAuth({ providers: [] }, { env })
  const peer = await createPeer(bytes)
  const headers = new Headers({ cookie })
  const none = new Headers({ cookie: FOREIGN })
  const url = `${ORIGIN}/auth/session`
  return {
    read: {
      floor: () => toSession(floor.decrypt(joined(headers.get('cookie') ?? ''))),
      ours: () => auth.session({ headers }),
      peer: peer.decode,
    },
    signedOut: {
      floor: () => readCookie(none.get('cookie') ?? '', COOKIE),
      ours: () => auth.session({ headers: none }),
      peer: peer.signedOut,
    },
    action: {
      floor: () => floorHandler(floor, new Request(url, { headers: { cookie } })),
      ours: () => auth.handle(new Request(url, { headers: { cookie } })),
      peer: peer.action,
    },
  }
}

/** @type {(name: string, token: string) => string} */
function cookieHeader(name, token) {
  const chunks = token.match(/.{1,3936}/g) ?? []
  const pairs =
    chunks.length === 1 ? [`${name}=${token}`] : chunks.map((chunk, n) => `${name}.${n}=${chunk}`)
  return `${FOREIGN}; ${pairs.join('; ')}`
}

/** @type {(header: string) => string} */
function joined(header) {
  const whole = readCookie(header, COOKIE)
  return whole ?? [0, 1, 2, 3].map((n) => readCookie(header, `${COOKIE}.${n}`) ?? '').join('')
}

/** @type {(floor: ReturnType<typeof createFloor>, request: Request) => Response} */
function floorHandler(floor, request) {
  const session = toSession(floor.decrypt(joined(request.headers.get('cookie') ?? '')))
  return new Response(JSON.stringify(session), {
    headers: { 'content-type': 'application/json', 'cache-control': 'private, no-store' },
  })
}

/** @type {(bytes: number) => Promise<Record<'decode' | 'action' | 'signedOut', () => unknown>>} */
async function createPeer(bytes) {
  const token = await peerEncode({ token: claims(bytes), secret: SECRET, salt: PEER_COOKIE })
  const cookie = cookieHeader(PEER_COOKIE, token)
  const config = () => ({ providers: [], secret: SECRET, trustHost: true, basePath: '/auth' })
  const url = `${ORIGIN}/auth/session`
  /** @type {(header: string) => Promise<Response>} */
  const action = (header) => PeerAuth(new Request(url, { headers: { cookie: header } }), config())
  return {
    decode: () => peerDecode({ token, secret: SECRET, salt: PEER_COOKIE }),
    action: () => action(cookie),
    signedOut: () => action(FOREIGN),
  }
}
