import { createAuth, customFetch } from '@latchstring/core'
import { createFeedStore } from './revocation.mjs'

export const ORIGIN = 'https://app.example'
export const BASE = `${ORIGIN}/auth`
export const PATH = '/auth/backchannel-logout/harbour'

export const ENV = {
  NODE_ENV: 'production',
  AUTH_URL: ORIGIN,
  AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
}
export const QUIET = { error: () => undefined, warn: () => undefined }

/** The one key of the provider. */
export const KID = 'one'

const ISSUER = 'https://harbour.example'

/** @type {() => Promise<{ auth: import('@latchstring/core').Auth, post: (request: Request) => Promise<Response>, asked: () => number }>} */
export async function openReceiver() {
  const { publicKey } = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )
  const jwk = { ...(await crypto.subtle.exportKey('jwk', publicKey)), kid: KID, use: 'sig' }
  let requests = 0
  const documents = new Map([
    ['/keys', { keys: [jwk] }],
    [
      '/.well-known/openid-configuration',
      {
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/auth`,
        token_endpoint: `${ISSUER}/token`,
        jwks_uri: `${ISSUER}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      },
    ],
  ])
  const auth = createAuth(
    {
      providers: [
        {
          id: 'harbour',
          name: 'Harbour',
          type: 'oidc',
          issuer: ISSUER,
          clientId: 'app',
          clientSecret: 'a-secret-of-the-client',
          [customFetch](input) {
            requests += 1
            const { pathname } = new URL(new Request(input).url)
            return Promise.resolve(Response.json(documents.get(pathname)))
          },
        },
      ],
      adapter: createFeedStore([]),
      session: { strategy: 'jwt', revocation: true },
      logger: QUIET,
    },
    { env: ENV },
  )
  return { auth, asked: () => requests, post: (request) => auth.handle(request) }
}

const FORM = 'application/x-www-form-urlencoded'

/** @typedef {{ what: string, make: (index: number) => string, type?: string }} Kind what is sent, and as what */

/** @type {(kind: Kind, index: number) => { headers: { 'content-type': string }, body: string }} */
export const message = ({ make, type = FORM }, index) => ({
  headers: { 'content-type': type },
  body: new URLSearchParams({ logout_token: make(index) }).toString(),
})

/** @type {(kind: Kind, index: number) => Request} */
export const posted = (kind, index) =>
  new Request(`${ORIGIN}${PATH}`, { method: 'POST', ...message(kind, index) })

/** @type {(value: object) => string} */
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }

/** @type {(header: object, changes?: object) => (index: number) => string} a token of another content each time */
export const forged = (header, changes) => (index) => {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: ISSUER,
    aud: 'app',
    sub: 'ada',
    iat: now,
    exp: now + 100,
    jti: `${index}`,
    events: EVENTS,
    ...changes,
  }
  return `${encode(header)}.${encode(claims)}.${'A'.repeat(342)}`
}

/** @type {readonly Kind[]} */
export const KINDS = [
  { what: 'text that is not a token', make: (index) => `garbage ${index}` },
  { what: 'a body that is not a form', make: (index) => `garbage ${index}`, type: 'text/plain' },
  { what: '`alg: none`', make: forged({ alg: 'none' }) },
  {
    what: 'meant for another client',
    make: forged({ alg: 'RS256', kid: KID }, { aud: 'other' }),
  },
  {
    what: 'right claims, and a key that the provider does not have',
    make: forged({ alg: 'RS256', kid: 'other' }),
  },
  {
    what: 'right claims and a known key, and a signature that does not verify',
    make: forged({ alg: 'RS256', kid: KID }),
  },
]
