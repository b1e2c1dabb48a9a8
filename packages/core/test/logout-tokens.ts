import { exportJWK, exportSPKI, generateKeyPair, importSPKI, SignJWT } from 'jose'
import type { ProviderObject } from '../src/lib/types/provider.ts'
import { customFetch } from '../src/lib/types/symbols.ts'
import { ISSUER, NOW, OIDC } from './oauth-provider.ts'

/** The member of `events` that makes a token one of a logout. */
export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

type Claims = Readonly<Record<string, unknown>>
type Options = Partial<Extract<ProviderObject, { readonly type: 'oidc' }>>

/** A provider that signs logout tokens. */
export interface LogoutTokens {
  /** Signs a logout token as it should be, with changes. Claims that are `undefined` are left out. */
  readonly sign: (changes?: Claims, header?: Claims) => Promise<string>
  /** Options of a provider that verify them. */
  readonly options: Options
  /** Two providers that verify them, `acme` and `island`, as an application configures them. */
  readonly providers: (
    acme?: Options,
    island?: Options,
  ) => readonly [acme: ProviderObject, island: ProviderObject]
}

/** Makes a provider with a key. */
export async function createLogoutTokens(): Promise<LogoutTokens> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  // Of a copy, because Node.js 20 may wait for ever while it exports a key that it has just generated as JWK.
  const copy = await importSPKI(await exportSPKI(publicKey), 'ES256', { extractable: true })
  const jwk = { ...(await exportJWK(copy)), alg: 'ES256' }
  const document = {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/jwks`,
    end_session_endpoint: `${ISSUER}/logout`,
    id_token_signing_alg_values_supported: ['ES256'],
  }
  const claims = {
    iss: ISSUER,
    aud: 'app',
    iat: NOW,
    exp: NOW + 120,
    jti: 'one',
    sub: 'ada',
    events: { [LOGOUT_EVENT]: {} },
  }
  const options: Options = {
    [customFetch]: async (url) =>
      Response.json(String(url).endsWith('/jwks') ? { keys: [jwk] } : document),
  }
  return {
    sign: (changes = {}, header = {}) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: 'ES256', typ: 'logout+jwt', ...header })
        .sign(privateKey),
    options,
    providers: (acme = {}, island = acme) => [
      { ...OIDC, ...options, ...acme },
      { ...OIDC, id: 'island', name: 'Island', ...options, ...island },
    ],
  }
}
