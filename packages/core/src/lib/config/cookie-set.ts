import type { Clock } from '../kit/clock.ts'
import { createSealedBox, type SealedKind } from '../crypto/sealed-box.ts'
import type { AnyConfig, CookieSet } from './resolved-config.ts'
import type { Audience } from './audience.ts'
import { deviceCookie, attemptName, resolveCookies } from './cookies.ts'

/** What cookies are sealed with. */
interface Keys {
  readonly secrets: readonly string[]
  readonly jwtSecrets: readonly string[]
  readonly clock: Clock
  readonly audience: Audience
}

/** @param secure - for https */
function createCookieSet(
  secure: boolean,
  custom: AnyConfig['cookies'],
  { secrets, jwtSecrets, clock, audience }: Keys,
): CookieSet {
  const cookies = resolveCookies(secure, custom)
  const device = deviceCookie(secure)
  const names = {
    session: cookies.sessionToken.name,
    csrf: cookies.csrfToken.name,
    state: cookies.state.name,
    pkce: cookies.pkceCodeVerifier.name,
    nonce: cookies.nonce.name,
    challenge: cookies.webauthnChallenge.name,
    device: device.name,
    attempt: attemptName(device),
    // Read by another deployment, whose cookies may be named otherwise.
    proxy: 'redirect-proxy',
  }
  // What is read by another deployment names that one.
  const accepts = (kind: SealedKind, claim: unknown): boolean =>
    kind === 'proxy' || audience.accepts(claim)
  const box = createSealedBox({ secrets, names, clock, accepts })
  const sessionBox =
    jwtSecrets === secrets ? box : createSealedBox({ secrets: jwtSecrets, names, clock, accepts })
  return Object.freeze({ cookies, device, box, sessionBox })
}

/** Cookies and keys for each protocol. */
export function createCookieSets(
  custom: AnyConfig['cookies'],
  keys: Keys,
): { readonly secure: CookieSet; readonly plain: CookieSet } {
  const create = (secure: boolean): CookieSet => createCookieSet(secure, custom, keys)
  return { secure: create(true), plain: create(false) }
}
