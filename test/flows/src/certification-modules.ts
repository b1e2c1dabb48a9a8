import type {
  EndpointRequest,
  IdTokenChange,
  IdTokenClaims,
  IdTokenHeader,
  Tampering,
} from '@latchstring/test-idp'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { Outcome } from '../rp-target/expectations.ts'
import { LOGOUT_EVENT, type SigningIssuer } from './signing-issuer.ts'

/** A module of a plan about signing in, and what the provider does in it. */
export interface SignInModule {
  readonly outcome: Outcome
  readonly tampering?: Tampering
  /** When the provider gets new keys: before the request of an endpoint that many times. */
  readonly rotates?: 'before each token' | 'before the second sign-in'
  /** Two keys fit. */
  readonly twoKeys?: true
  /** A request of which the provider has to know, and how the client says who it is. */
  readonly asks?: Partial<EndpointRequest>
  /** What the relying party tells of the person. */
  readonly tells?: string
}

type Bend = (claims: IdTokenClaims, header: IdTokenHeader) => IdTokenChange

/** Replaces claims; those that are undefined are left out. */
const claims =
  (changes: IdTokenClaims): Bend =>
  (all) => ({ claims: { ...all, ...changes } })

const refused = (tampering: Tampering): SignInModule => ({ outcome: 'refused', tampering })

const withoutKid: Bend = (_, { kid: __, ...header }) => ({ header })

/** Keys without `kid`, as the module wants them. */
const keysWithoutKid: NonNullable<Tampering['jwks']> = ({ text }) => ({
  body: text.replaceAll(/"kid":"[^"]*",?/g, ''),
})

const UNSIGNED = refused({ idToken: () => ({ signedBy: 'none' }) })

/** `oidcc-client-basic-certification-test-plan`, and with `form_post` `oidcc-client-formpost-basic-certification-test-plan`. */
export const BASIC: Readonly<Record<string, SignInModule>> = {
  'oidcc-client-test': { outcome: 'signed in', asks: { endpoint: 'userinfo' } },
  'oidcc-client-test-invalid-iss': refused({ idToken: claims({ iss: 'https://evil.example' }) }),
  'oidcc-client-test-missing-sub': refused({ idToken: claims({ sub: undefined }) }),
  'oidcc-client-test-invalid-aud': refused({ idToken: claims({ aud: 'another-one' }) }),
  'oidcc-client-test-missing-iat': refused({ idToken: claims({ iat: undefined }) }),
  'oidcc-client-test-kid-absent-single-jwks': {
    outcome: 'signed in',
    tampering: { idToken: withoutKid, jwks: keysWithoutKid },
  },
  'oidcc-client-test-kid-absent-multiple-jwks': {
    outcome: 'signed in',
    twoKeys: true,
    tampering: { idToken: withoutKid, jwks: keysWithoutKid },
  },
  'oidcc-client-test-idtoken-sig-rs256': {
    outcome: 'signed in',
    tampering: {
      idToken: (_, header) => (header['alg'] === 'RS256' ? {} : { signedBy: 'broken' }),
    },
  },
  'oidcc-client-test-idtoken-sig-none': UNSIGNED,
  'oidcc-client-test-invalid-sig-rs256': refused({ idToken: () => ({ signedBy: 'broken' }) }),
  'oidcc-client-test-userinfo-invalid-sub': refused({
    userinfo: ({ body }) => ({ body: { ...body, sub: 'another-one' } }),
  }),
  'oidcc-client-test-nonce-invalid': refused({ idToken: claims({ nonce: 'another' }) }),
  'oidcc-client-test-scope-userinfo-claims': {
    outcome: 'signed in',
    asks: { endpoint: 'userinfo' },
    tells: '"email":"ada@',
  },
  'oidcc-client-test-client-secret-basic': {
    outcome: 'signed in',
    asks: { endpoint: 'token', authScheme: 'Basic' },
  },
}

/** `oidcc-client-config-certification-test-plan`. */
export const CONFIG: Readonly<Record<string, SignInModule>> = {
  'oidcc-client-test-discovery-openid-config': {
    outcome: 'signed in',
    asks: { endpoint: 'discovery', path: '/.well-known/openid-configuration' },
  },
  'oidcc-client-test-discovery-jwks-uri-keys': { outcome: 'signed in', asks: { endpoint: 'jwks' } },
  'oidcc-client-test-discovery-issuer-mismatch': refused({
    discovery: ({ body }) => ({ body: { ...body, issuer: 'https://evil.example' } }),
  }),
  'oidcc-client-test-idtoken-sig-none': UNSIGNED,
  'oidcc-client-test-signing-key-rotation-just-before-signing': {
    outcome: 'signed in',
    rotates: 'before each token',
  },
  'oidcc-client-test-signing-key-rotation': {
    outcome: 'signed in',
    rotates: 'before the second sign-in',
  },
}

/** A module of a plan about signing out. */
export interface SignOutModule {
  readonly outcome: Outcome
  /** The `state` that the provider returns with. */
  readonly state?: (sent: string) => string | undefined
  /** The logout token that the provider sends before that. */
  readonly token?: (issuer: SigningIssuer, sid: string) => Promise<string>
  /** The page of the provider for people who sign out has a frame of the relying party, and leads back once it has loaded. */
  readonly framed?: true
  /** The word with which the token is refused. */
  readonly refusal?: string
}

/** `oidcc-client-rp-initiated-logout-rp-basic`. */
export const RP_INITIATED: Readonly<Record<string, SignOutModule>> = {
  'oidcc-client-test-rp-init-logout': { outcome: 'signed out' },
  'oidcc-client-test-rp-init-logout-other-state': {
    outcome: 'signed out',
    state: () => 'another-state',
  },
  'oidcc-client-test-rp-init-logout-no-state': { outcome: 'signed out', state: () => undefined },
}

type Token = NonNullable<SignOutModule['token']>

const refusedToken = (refusal: string, token: Token): SignOutModule => ({
  outcome: 'logout token refused',
  refusal,
  token,
})

const changed = (refusal: string, changes: Readonly<Record<string, unknown>>): SignOutModule =>
  refusedToken(refusal, (issuer) => issuer.logoutToken(changes))

/** `oidcc-client-back-channel-logout-rp-basic`. */
export const BACK_CHANNEL: Readonly<Record<string, SignOutModule>> = {
  'oidcc-client-test-rp-backchannel-rpinitlogout': {
    outcome: 'signed out',
    token: (issuer, sid) => issuer.logoutToken({ sid }),
  },
  'oidcc-client-test-rp-backchannel-rpinitlogout-alg-none': refusedToken(
    'algorithm',
    async ({ issuer: iss }) =>
      new UnsecuredJWT({ iss, sub: 'ada', events: { [LOGOUT_EVENT]: {} } }).encode(),
  ),
  'oidcc-client-test-rp-backchannel-rpinitlogout-no-event': changed('event', { events: undefined }),
  'oidcc-client-test-rp-backchannel-rpinitlogout-with-nonce': changed('nonce', { nonce: 'n' }),
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-alg': refusedToken(
    'algorithm',
    async ({ issuer }) => {
      const { privateKey } = await generateKeyPair('ES256')
      const header = { alg: 'ES256', kid: 'first' }
      return new SignJWT({ iss: issuer }).setProtectedHeader(header).sign(privateKey)
    },
  ),
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-aud': changed('audience', {
    aud: 'another',
  }),
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-event': changed('event', {
    events: { other: {} },
  }),
  'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-iss': changed('issuer', {
    iss: 'https://other.example',
  }),
}

/** `oidcc-client-front-channel-logout-rp-basic`, which needs a browser. */
export const FRONT_CHANNEL: Readonly<Record<string, SignOutModule>> = {
  'oidcc-client-test-rp-frontchannel-rpinitlogout': { outcome: 'signed out', framed: true },
}
