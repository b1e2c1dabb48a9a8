import { customFetch } from '@latchstring/core'
import type { OIDCConfig } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/core/types'
import { exportPublicJwk } from '@latchstring/test-idp'
import { generateKeyPair, type JWTHeaderParameters, SignJWT, type CryptoKey } from 'jose'
import { BASE } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { expectSignedIn, requestAuthorization } from '@latchstring/test-kit/story'

type Claims = Readonly<Record<string, unknown>>

/** The member of `events` that makes a token one of a logout. */
export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** An OpenID provider without pages, which signs whatever a test wants. */
export interface SigningIssuer {
  readonly issuer: string
  /** Paths that were asked for, in order. */
  readonly requests: string[]
  provider(overrides?: Partial<OIDCConfig<Profile>>): OIDCConfig<Profile>
  /** Signs a browser in. @param claims - of the ID token; `sub` at least */
  signIn(browser: Browser, claims: Claims, id?: string): Promise<void>
  /** Signs with the key of the issuer. Claims that are `undefined` are left out. */
  sign(claims: Claims, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** A logout token as it should be, with changes. */
  logoutToken(changes?: Claims, header?: Partial<JWTHeaderParameters>): Promise<string>
  /** Claims of the next ID token. */
  next(claims: Claims): void
  /** What it answers to a request of an application. */
  answer(url: string): Promise<unknown>
  /** The last ID token. */
  readonly idToken: () => string
}

/** A key takes longer to make than most tests, so that each issuer keeps the one that it had in the test before. */
const keys = new Map<string, ReturnType<typeof generateKeyPair>>()

function keyOf(issuer: string): ReturnType<typeof generateKeyPair> {
  const key = keys.get(issuer) ?? generateKeyPair('RS256', { extractable: true })
  keys.set(issuer, key)
  return key
}

/** Makes an issuer. @param now - in milliseconds */
export async function createSigningIssuer(
  issuer: string,
  now: () => number = Date.now,
): Promise<SigningIssuer> {
  const { publicKey, privateKey } = await keyOf(issuer)
  const jwk = { ...(await exportPublicJwk(publicKey, 'RS256')), kid: 'first' }
  const requests: string[] = []
  const seconds = (): number => Math.floor(now() / 1000)
  let idToken = ''
  let upcoming: Claims = {}

  const sign: SigningIssuer['sign'] = (claims, header = {}) => {
    const kept = Object.fromEntries(
      Object.entries(claims).filter(([, value]) => value !== undefined),
    )
    const whole = { alg: 'RS256', kid: 'first', ...header }
    const key: CryptoKey = privateKey
    return new SignJWT(kept).setProtectedHeader(whole).sign(key)
  }

  const times = (): Claims => ({ iat: seconds(), exp: seconds() + 120 })

  async function answer(url: string): Promise<unknown> {
    const { pathname } = new URL(url)
    requests.push(pathname)
    if (pathname === '/jwks') return { keys: [jwk] }
    if (pathname === '/token') {
      idToken = await sign({ iss: issuer, aud: 'app', ...times(), ...upcoming })
      return { access_token: 'access', token_type: 'Bearer', id_token: idToken }
    }
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      end_session_endpoint: `${issuer}/logout`,
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }

  return {
    issuer,
    requests,
    sign,
    answer,
    next(claims) {
      upcoming = claims
    },
    idToken: () => idToken,
    provider: (overrides = {}) => ({
      id: 'harbour',
      name: 'Harbour ID',
      type: 'oidc',
      issuer,
      clientId: 'app',
      clientSecret: 'the-secret-of-the-app-is-long-enough',
      [customFetch]: async (url) => Response.json(await answer(url)),
      ...overrides,
    }),
    async signIn(browser, claims, id = 'harbour') {
      const { searchParams } = await requestAuthorization(browser, id)
      upcoming = { nonce: searchParams.get('nonce'), ...claims }
      const state = searchParams.get('state') ?? ''
      const url = `${BASE}/callback/${id}?code=one&state=${encodeURIComponent(state)}`
      expectSignedIn(await browser.follow({ url }))
    },
    logoutToken: (changes = {}, header = {}) =>
      sign(
        {
          iss: issuer,
          aud: 'app',
          ...times(),
          jti: crypto.randomUUID(),
          events: { [LOGOUT_EVENT]: {} },
          sub: 'ada',
          ...changes,
        },
        { typ: 'logout+jwt', ...header },
      ),
  }
}
