import { mark } from '../lib/provider-kit/marks/apple.ts'
import { joinNames } from '../lib/provider-kit/profile/join-names.ts'
import { isObject } from '../lib/kit/values.ts'
import type { OIDCConfig, OIDCUserConfig } from '../lib/types/provider.ts'

/** The field `user` that Apple posts beside the code, on the first consent of a person and never again. It is not signed. */
export interface AppleNonConformUser {
  readonly name: {
    readonly firstName?: string
    readonly lastName?: string
  }
}

/** Claims of Apple's ID token, and the name where Apple sent it. */
export interface AppleProfile {
  /** The person, as all applications of one developer team know them. */
  readonly sub: string
  /** The id at the team that the app is moved to, for 60 days. */
  readonly transfer_sub?: string
  /** The address, or one that Apple relays. Absent when the person shares none, as with managed accounts. */
  readonly email?: string
  readonly email_verified?: boolean | 'true' | 'false'
  /** Whether {@link AppleProfile.email} is a relay address. */
  readonly is_private_email?: boolean | 'true' | 'false'
  /** 0 unsupported, 1 unknown, 2 likely real. */
  readonly real_user_status?: 0 | 1 | 2
  /** The name; only on the first consent. */
  readonly user?: AppleNonConformUser
  readonly [claim: string]: unknown
}

/** The parameters of {@link createAppleClientSecret}. */
export interface AppleClientSecretOptions {
  /** The services id: the `clientId` of the provider. */
  readonly clientId: string
  /** The 10 characters of the developer team. */
  readonly teamId: string
  /** The 10 characters of the key. */
  readonly keyId: string
  /** Content of the `.p8` file (PKCS #8, PEM). `\n` written as two characters is understood. */
  readonly privateKey: string
  /** Lifetime in seconds, at most 15777000. Default: 180 days. */
  readonly expiresIn?: number
}

const appleIssuer = 'https://appleid.apple.com'
const sixMonths = 15_777_000

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Takes the name out of `user`, and nothing else, because the browser could have written it. */
function readUser(user: string | undefined): AppleNonConformUser | undefined {
  const parsed = user === undefined ? undefined : parseJson(user)
  if (!isObject(parsed) || !isObject(parsed['name'])) return undefined
  const { firstName, lastName } = parsed['name']
  return {
    name: {
      ...(typeof firstName === 'string' && { firstName }),
      ...(typeof lastName === 'string' && { lastName }),
    },
  }
}

/**
 * Makes the client secret for {@link Apple}: a JWT signed with ES256 that Apple accepts for at most six months.
 *
 * @param options - the ids and the private key from the developer account
 * @returns the secret. A process that runs longer than `expiresIn` has to make another one.
 * @throws RangeError when `expiresIn` is not a number of seconds that Apple accepts
 * @throws TypeError when the private key is not a PEM encoded PKCS #8 key for ES256
 * @see https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 *
 * @example
 * ```ts
 * import Apple, { createAppleClientSecret } from '@latchstring/core/providers/apple'
 *
 * const clientId = 'com.example.web'
 * const key = { teamId: 'A1B2C3D4E5', keyId: 'F6G7H8I9J0', privateKey: '-----BEGIN PRIVATE KEY-----…' }
 * const clientSecret = await createAppleClientSecret({ clientId, ...key })
 * export const providers = [Apple({ clientId, clientSecret })]
 * ```
 */
export async function createAppleClientSecret(options: AppleClientSecretOptions): Promise<string> {
  const { clientId, teamId, keyId, privateKey, expiresIn = 180 * 86_400 } = options
  if (!(expiresIn > 0 && expiresIn <= sixMonths)) {
    throw new RangeError(
      `expiresIn must be between 1 and ${sixMonths} seconds, but is ${expiresIn}`,
    )
  }
  const { importPKCS8, SignJWT } = await import('jose')
  const key = await importPKCS8(privateKey.replaceAll(String.raw`\n`, '\n'), 'ES256')
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(appleIssuer)
    .setIssuedAt()
    .setExpirationTime(`${expiresIn} seconds`)
    .sign(key)
}

/**
 * Sign-in with Apple.
 *
 * The client secret is a JWT that expires: see {@link createAppleClientSecret}. Apple answers with a form post from
 * another site, and accepts neither `http:` nor `localhost` as redirect URI. The name is sent on the first consent alone,
 * so it is in `name` only when the user is created; afterwards `name` is `null`. The account id is the person at your developer
 * team: after the transfer of an app to another team everybody has a new one, and for 60 days ID tokens have it as
 * `transfer_sub` beside the old one, for moving the stored accounts.
 *
 * Environment: `AUTH_APPLE_ID`, `AUTH_APPLE_SECRET`.
 *
 * @param options - overrides of any member
 * @see https://developer.apple.com/documentation/signinwithapplerestapi
 *
 * @example
 * ```ts
 * import Apple from '@latchstring/core/providers/apple'
 *
 * export const providers = [Apple]
 * ```
 */
export default function Apple(
  options: OIDCUserConfig<AppleProfile> = {},
): OIDCConfig<AppleProfile> {
  return {
    id: 'apple',
    name: 'Apple',
    type: 'oidc',
    issuer: appleIssuer,
    // In June 2025 the discovery document had this one for a day, and ID tokens the other.
    issuerAliases: ['https://account.apple.com'],
    // Apple documents neither `max_age` nor `auth_time`, although its ID tokens have the latter
    // (developer.apple.com/documentation/signinwithapplejs/authorizationi/id_token).
    stepUp: 'trusted',
    authorization: { params: { scope: 'name email', response_mode: 'form_post' } },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profileFromBody: (profile, { user: text }) => {
      const user = readUser(text)
      return user ? { ...profile, user } : profile
    },
    profile: ({ sub, email, email_verified, user }) => ({
      id: sub,
      name: joinNames(user?.name?.firstName, user?.name?.lastName),
      email: email ?? null,
      image: null,
      emailVerified: email_verified === true || email_verified === 'true',
    }),
    style: { bg: '#000', text: '#fff', mark },
    options,
  }
}
