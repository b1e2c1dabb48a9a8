import { systemClock } from '../clock.ts'
import { MissingSecret } from '../errors/classes.ts'
import { readChunked } from '../http/cookie-jar.ts'
import type { JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions } from '../types/jwt.ts'
import { createSealedBox, type SealedBox } from '../crypto/sealed-box.ts'

const MAX_AGE = 2_592_000

function boxFor(secret: string | readonly string[], salt: string): SealedBox {
  const names = {
    session: salt,
    csrf: salt,
    state: salt,
    pkce: salt,
    nonce: salt,
    challenge: salt,
    proxy: salt,
  }
  const secrets = typeof secret === 'string' ? [secret] : secret
  return createSealedBox({ secrets, names, clock: systemClock })
}

/**
 * Encrypts a session token as the library does: compact JWE, `dir` with `A256CBC-HS512`.
 *
 * @returns the compact JWE
 */
export async function encode<Payload = JWT>({
  token,
  secret,
  salt,
  maxAge,
}: JWTEncodeParams<Payload>): Promise<string> {
  return boxFor(secret, salt).seal('session', { ...token }, maxAge ?? MAX_AGE)
}

/**
 * Decrypts a session token of the library.
 *
 * @returns the token, or `null` when it is not valid with any of the secrets
 */
export async function decode<Payload = JWT>({
  token,
  secret,
  salt,
}: JWTDecodeParams): Promise<Payload | null> {
  if (!token) return null
  const opened = await boxFor(secret, salt).open('session', token)
  // What an application puts into its tokens is known to the application.
  return (opened?.payload ?? null) as Payload | null
}

/** What {@link getToken} takes. */
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
 * @throws MissingSecret without a secret, unless `raw`
 */
// This one first: parameters without `raw` fit both.
export async function getToken(params: GetTokenParams): Promise<JWT | null>
export async function getToken(params: GetTokenParams<true>): Promise<string | null>
export async function getToken(params: GetTokenParams<boolean>): Promise<JWT | string | null> {
  const { req, secureCookie = false, raw = false } = params
  const name = params.cookieName ?? `${secureCookie ? '__Host-' : ''}latchstring.session-token`
  const headers = req.headers instanceof Headers ? req.headers : new Headers(req.headers)
  const token =
    readChunked(headers.get('cookie') ?? '', name) ?? bearer(headers.get('authorization'))
  if (!token || raw) return token ?? null
  return openToken(params, token, params.salt ?? name)
}

async function openToken(
  { secret, decode: custom }: GetTokenParams<boolean>,
  token: string,
  salt: string,
): Promise<JWT | null> {
  if (!secret || secret.length === 0) throw new MissingSecret('getToken() needs a `secret`.')
  try {
    return await (custom ?? decode)({ token, secret, salt })
  } catch {
    return null
  }
}
