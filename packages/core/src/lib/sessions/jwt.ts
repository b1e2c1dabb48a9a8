import { systemClock } from '../kit/clock.ts'
import { resolveCookies } from '../config/cookies.ts'
import { requireSecrets } from '../config/secret.ts'
import { readChunked } from '../http/chunks.ts'
import type { JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions } from '../types/jwt.ts'
import { createSealedBox, type SealedBox } from '../crypto/sealed-box.ts'

const MAX_AGE = 2_592_000

function boxFor(secrets: readonly string[], salt: string): SealedBox {
  const names = {
    session: salt,
    csrf: salt,
    state: salt,
    pkce: salt,
    nonce: salt,
    challenge: salt,
    device: salt,
    attempt: salt,
    proxy: salt,
  }
  return createSealedBox({ secrets, names, clock: systemClock })
}

/**
 * Encrypts a session token as the library does: compact JWE, `dir` with `A256CBC-HS512`.
 *
 * @returns the compact JWE
 * @throws MissingSecret when `secret` is empty, or one of several is
 */
export async function encode<Payload = JWT>({
  token,
  secret,
  salt,
  maxAge,
}: JWTEncodeParams<Payload>): Promise<string> {
  return boxFor(requireSecrets(secret, 'encode()'), salt).seal(
    'session',
    { ...token },
    maxAge ?? MAX_AGE,
  )
}

/**
 * Decrypts a session token of the library.
 *
 * @returns the token, or `null` when it is not valid with any of the secrets
 * @throws MissingSecret when `secret` is empty, or one of several is
 */
export async function decode<Payload = JWT>({
  token,
  secret,
  salt,
}: JWTDecodeParams): Promise<Payload | null> {
  const secrets = requireSecrets(secret, 'decode()')
  if (!token) return null
  const opened = await boxFor(secrets, salt).open('session', token)
  // Only the application knows the claims of its tokens.
  return (opened?.payload ?? null) as Payload | null
}

/** The parameters of {@link getToken}. */
export interface GetTokenParams<Raw extends boolean = false> {
  /** The request, or anything with its headers. */
  readonly req: Request | { readonly headers: Headers | Readonly<Record<string, string>> }
  /** Default: none; needed unless `raw`. */
  readonly secret?: string | readonly string[]
  /** Default: the cookie name. */
  readonly salt?: string
  /** Whether the application is served over https. Default: `false`. */
  readonly secureCookie?: boolean
  /** Default: the library's own, for http or https. */
  readonly cookieName?: string
  /** Where the application has its own `jwt.decode`. */
  readonly decode?: JWTOptions['decode']
  /** Gives the token as it is, without opening it. */
  readonly raw?: Raw
}

function bearer(authorization: string | null): string | undefined {
  const [scheme, token] = authorization?.split(' ') ?? []
  if (scheme !== 'Bearer' || !token) return undefined
  try {
    return decodeURIComponent(token)
  } catch {
    return undefined
  }
}

/**
 * Reads the token of a request: from the session cookie, else from an `Authorization: Bearer` header.
 *
 * @returns the token, its text with `raw`, or `null` when there is none that is valid
 * @throws MissingSecret without a secret, or with an empty one, unless `raw`
 */
// This one first: parameters without `raw` fit both.
export async function getToken(params: GetTokenParams): Promise<JWT | null>
export async function getToken(params: GetTokenParams<true>): Promise<string | null>
export async function getToken(params: GetTokenParams<boolean>): Promise<JWT | string | null> {
  const name = sessionCookieName(params)
  const token = tokenIn(params, name)
  if (params.raw) return token ?? null
  // Checked also without a token: a missing secret is found by the first request, which has no session.
  const secrets = requireSecrets(params.secret, 'getToken()')
  if (!token) return null
  // A function of the application gets the secret as it was passed.
  const { secret = secrets, salt = name, decode: open = decode } = params
  return runDecode(open, { token, secret, salt })
}

function sessionCookieName({ cookieName, secureCookie = false }: GetTokenParams<boolean>): string {
  return cookieName ?? resolveCookies(secureCookie).sessionToken.name
}

function tokenIn({ req }: GetTokenParams<boolean>, name: string): string | undefined {
  const headers = req.headers instanceof Headers ? req.headers : new Headers(req.headers)
  return readChunked(headers.get('cookie') ?? '', name) ?? bearer(headers.get('authorization'))
}

async function runDecode(
  open: NonNullable<JWTOptions['decode']>,
  sealed: JWTDecodeParams,
): Promise<JWT | null> {
  try {
    return await open(sealed)
  } catch {
    return null
  }
}
