import { lazy } from '../kit/lazy.ts'
import { systemClock } from '../kit/clock.ts'
import { resolveCookies } from '../config/cookies.ts'
import { actingName } from '../config/session-cookie-name.ts'
import { resolveMigration, type ResolvedMigration } from '../config/migrate.ts'
import { requireSecrets } from '../config/secret.ts'
import { BOUND } from './acting/acting-claims.ts'
import { FOREIGN_CHUNKS } from './foreign-cookie.ts'
import { hasChunked, readAllChunked } from '../http/chunks.ts'
import type { MigrateOptions } from '../types/config.ts'
import type { JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions } from '../types/jwt.ts'
import { createSealedBox, type SealedBox } from '../crypto/sealed-box.ts'

// Only applications that migrate need it.
const foreign = lazy(() => import('./foreign-token.ts'))

const MAX_AGE = 2_592_000

function boxFor(secrets: readonly string[], salt: string): SealedBox {
  const names = {
    session: salt,
    acting: salt,
    csrf: salt,
    state: salt,
    pkce: salt,
    nonce: salt,
    challenge: salt,
    device: salt,
    attempt: salt,
    waiting: salt,
    'mail-proof': salt,
    form: salt,
    browser: salt,
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

/** Headers of a request, of any framework. */
type AnyHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** The parameters of {@link getToken}. */
export interface GetTokenParams<Raw extends boolean = false> {
  /** The request, or anything with its headers: of a framework, of `node:http`, of the handshake of a WebSocket. */
  readonly req: { readonly headers: AnyHeaders }
  /** Default: none; needed unless `raw`. */
  readonly secret?: string | readonly string[]
  /** Default: the cookie name. */
  readonly salt?: string
  /** Whether the application is served over https. Default: the cookie for https is tried first, and then that for http. */
  readonly secureCookie?: boolean
  /** Default: the library's own, for http or https. */
  readonly cookieName?: string
  /** Also reads sessions of another library, as the option of the configuration does. Default: none. */
  readonly migrate?: MigrateOptions
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
 * Reads the token of a request: from the session cookie, else from an `Authorization: Bearer` header. Where an administrator acts for a user,
 * it is that of the user, with the administrator in `act`; with `raw` there is none then.
 *
 * @returns the token, its text with `raw`, or `null` when there is none that is valid
 * @throws MissingSecret without a secret, or with an empty one, unless `raw`
 */
// This one first: parameters without `raw` fit both.
export async function getToken(params: GetTokenParams): Promise<JWT | null>
export async function getToken(params: GetTokenParams<true>): Promise<string | null>
export async function getToken(params: GetTokenParams<boolean>): Promise<JWT | string | null> {
  const found = findTokens(params)
  if (params.raw) return isActing(params, found[0]) ? null : (found[0]?.value ?? null)
  // Checked also without a token: a missing secret is found by the first request, which has no session.
  const secrets = requireSecrets(params.secret, 'getToken()')
  const migration = resolveMigration(params.migrate, secrets, pickDecoder(params))
  // A function of the application gets the secret as it was passed.
  const { secret = secrets, salt, decode: open = decode } = params
  for (const { name, value } of found) {
    const opened = await runDecode(open, { token: value, secret, salt: salt ?? name })
    if (opened) return openActing(params, secrets, name, opened)
  }
  return migration && systemClock() < migration.until ? readForeign(params, migration) : null
}

/** A session cookie, or the token of the header under a name that its cookie may have. */
interface NamedToken {
  readonly name: string
  readonly value: string
}

const PROTOCOLS = [true, false] as const

/** Whether cookies of https are looked for, and of http. */
const protocolsOf = ({ secureCookie }: GetTokenParams<boolean>): readonly boolean[] =>
  secureCookie === undefined ? PROTOCOLS : [secureCookie]

const pickDecoder = ({ decode: own }: GetTokenParams<boolean>): Pick<JWTOptions, 'decode'> =>
  own ? { decode: own } : {}

function header({ headers }: GetTokenParams<boolean>['req'], name: string): string {
  // A header is text or a list: a function is that of an object `Headers`, of this realm or another.
  const value: unknown =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
  if (Array.isArray(value)) return value.join('; ')
  return typeof value === 'string' ? value : ''
}

/** The cookies with these names. */
function cookiesNamed(
  { req }: GetTokenParams<boolean>,
  names: readonly string[],
  limit?: number,
): readonly NamedToken[] {
  const cookies = header(req, 'cookie')
  return [...new Set(names)].flatMap((name) =>
    readAllChunked(cookies, name, limit).map((value) => ({ name, value })),
  )
}

/** The session cookies of a request, or the token of its header where there is none. */
function findTokens(params: GetTokenParams<boolean>): readonly NamedToken[] {
  const { cookieName, salt } = params
  const own = protocolsOf(params).map((secure) => resolveCookies(secure).sessionToken.name)
  const names = cookieName === undefined ? own : [cookieName]
  const cookies = cookiesNamed(params, names)
  const value = cookies.length === 0 ? bearer(header(params.req, 'authorization')) : undefined
  if (value === undefined) return cookies
  // The header does not say which cookie the token was in.
  return (salt === undefined ? names : [salt]).map((name) => ({ name, value }))
}

/** The token of a session of another library. */
async function readForeign(
  params: GetTokenParams<boolean>,
  migration: ResolvedMigration,
): Promise<JWT | null> {
  const { cookieName } = params
  const names = protocolsOf(params).flatMap((secure) => migration.names(secure))
  const all = cookieName === undefined ? names : [cookieName, ...names]
  const { openForeign } = await foreign()
  const bounds = { maxAge: MAX_AGE, now: systemClock(), audience: { accepts: () => true } }
  for (const cookie of cookiesNamed(params, all, FOREIGN_CHUNKS)) {
    const token = await openForeign(migration, cookie, bounds)
    if (token) return token
  }
  return null
}

/** Whether the user of a session cookie acts for another user. */
const isActing = ({ req }: GetTokenParams<boolean>, { name }: Partial<NamedToken> = {}): boolean =>
  name !== undefined && hasChunked(header(req, 'cookie'), actingName(name))

/** The token of a session, or of the acting session that is bound to it; `null` where the one that there is is not. */
async function openActing(
  params: GetTokenParams<boolean>,
  secrets: readonly string[],
  name: string,
  own: JWT,
): Promise<JWT | null> {
  if (!isActing(params, { name })) return own
  const acting = actingName(name)
  const box = boxFor(secrets, acting)
  for (const { value } of cookiesNamed(params, [acting])) {
    const opened = await box.open('acting', value)
    if (opened?.payload[BOUND] === own.jti) return opened?.payload ?? null
  }
  return null
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
