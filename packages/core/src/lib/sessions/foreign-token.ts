import { numericDate, readMoment } from '../kit/clock.ts'
import type { ResolvedMigration } from '../config/migrate.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Adapter } from '../types/adapter.ts'
import type { SessionContext } from '../request/context.ts'
import { decodeText } from '../crypto/encoding.ts'
import { deriveBytes, sha256 } from '../crypto/hash.ts'
import { AUDIENCE, hasClaims, isTimely } from '../crypto/sealed-box.ts'
import { isObject, parseJson } from '../kit/json.ts'
import { isNonEmptyText } from '../kit/values.ts'
import { lazy } from '../kit/lazy.ts'
import { AUTH_TIME, type OpenedToken, signedInAt, type SessionToken } from './claims.ts'
import { foreignCookies, type ForeignCookie } from './foreign-cookie.ts'
import { openSignedText } from '../crypto/signed-text.ts'
import { findMoved } from './moved-session.ts'
import { withBothNames } from './picture.ts'

// Only applications that migrate need it.
const loadDecrypt = lazy(async () => (await import('jose')).compactDecrypt)

const MAX_LENGTH = 16_384

/** Where sessions are revoked, a store keeps the id in a column. */
const LONGEST_ID = 200

type ForeignClaims = Readonly<Record<string, unknown>>

/** How a version of the other library derives its keys and encrypts. */
interface Format {
  readonly enc: string
  readonly bytes: number
  readonly salt: (cookieName: string) => string
  readonly info: (cookieName: string) => string
}

const VERSION_5 = {
  salt: (name: string) => name,
  info: (name: string) => `Auth.js Generated Encryption Key (${name})`,
}

const FORMATS: readonly Format[] = [
  { enc: 'A256CBC-HS512', bytes: 64, ...VERSION_5 },
  { enc: 'A256GCM', bytes: 32, ...VERSION_5 },
  // Version 4: one key for everything it encrypted, check cookies before 4.24.5 among it.
  { enc: 'A256GCM', bytes: 32, salt: () => '', info: () => 'NextAuth.js Generated Encryption Key' },
]

function possibleFormats(token: string): readonly Format[] {
  const header = decodeText(token.slice(0, token.indexOf('.')))
  try {
    const value = parseJson(header ?? '')
    if (!isObject(value) || value['alg'] !== 'dir' || 'zip' in value) return []
    return FORMATS.filter(({ enc }) => enc === value['enc'])
  } catch {
    return []
  }
}

async function decryptForeign(
  secret: string,
  { enc, bytes, salt, info }: Format,
  { name, value }: ForeignCookie,
): Promise<ForeignClaims | undefined> {
  const compactDecrypt = await loadDecrypt()
  const key = await deriveBytes(secret, { salt: salt(name), info: info(name), bytes })
  try {
    const options = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: [enc] }
    const { plaintext } = await compactDecrypt(value, key, options)
    const claims = parseJson(new TextDecoder().decode(plaintext))
    return isObject(claims) ? claims : undefined
  } catch {
    return undefined
  }
}

/** The salts that versions 4 and 5 hand to `jwt.decode`: none, and the name of the cookie. */
function possibleSalts(name: string): readonly string[] {
  if (name.includes('authjs.')) return [name]
  return name.includes('next-auth.') ? [''] : [name, '']
}

/** Decodes a token with the decoder of the application. One written for version 4 knows a single secret, and no salt. */
async function runOwnDecoder(
  { secrets, decoder }: ResolvedMigration,
  { name, value }: ForeignCookie,
): Promise<ForeignClaims | undefined> {
  if (!decoder.decode) return undefined
  for (const secret of secrets) {
    for (const salt of possibleSalts(name)) {
      try {
        const claims: unknown = await decoder.decode({ token: value, secret, salt })
        if (isObject(claims)) return claims
      } catch {
        // Whatever a token does to the decoder of the application, it is not a session.
      }
    }
  }
  return undefined
}

async function open(
  migration: ResolvedMigration,
  cookie: ForeignCookie,
): Promise<ForeignClaims | undefined> {
  const formats = possibleFormats(cookie.value)
  for (const secret of migration.secrets) {
    for (const format of formats) {
      const claims = await decryptForeign(secret, format, cookie)
      if (claims) return claims
    }
  }
  return undefined
}

/** Whether a token is that of a session: check cookies have the same keys in some versions, and name no user. */
function namesUser({ sub, email }: ForeignClaims): boolean {
  return sub === undefined ? isNonEmptyText(email) : isNonEmptyText(sub)
}

/** What a token of the other library has to fit. */
export interface ForeignBounds {
  /** In seconds: the lifetime of a token without `exp`. */
  readonly maxAge: number
  /** In milliseconds. */
  readonly now: number
  readonly audience: Pick<ResolvedConfig['audience'], 'accepts'>
  /** The store of the application: it has sessions that were moved. */
  readonly store?: Pick<Adapter, 'getSessionAndUser' | 'deleteSessionsByUserId'> | undefined
}

/** The end of a token without `exp`, as other encoders make them: it counts from the time of issue. */
function withEnd(claims: ForeignClaims, { maxAge }: ForeignBounds): ForeignClaims {
  const { exp, iat } = claims
  return exp === undefined && typeof iat === 'number' ? { ...claims, exp: iat + maxAge } : claims
}

/** The claims of a signed name of a session: those that the application finds, else those in the store. */
async function openNamed(
  migration: ResolvedMigration,
  { name, value }: ForeignCookie,
  bounds: ForeignBounds,
): Promise<ForeignClaims | undefined> {
  const token = await openSignedText(migration.secrets, value)
  if (token === undefined) return undefined
  if (!migration.decoder.decode) return findMoved(bounds.store ?? {}, token, bounds)
  const claims = await runOwnDecoder(migration, { name, value: token })
  return claims && withEnd(claims, bounds)
}

async function openSealed(
  migration: ResolvedMigration,
  cookie: ForeignCookie,
  bounds: ForeignBounds,
): Promise<ForeignClaims | undefined> {
  const decoded = await runOwnDecoder(migration, cookie)
  return decoded ? withEnd(decoded, bounds) : open(migration, cookie)
}

/**
 * Opens a session token of the library the application used before. It counts only as what it was there: a token that names
 * no user, has expired, or is from the future is not a session.
 *
 * @returns its claims, or `null` when it is not a session
 */
export async function openForeign(
  migration: ResolvedMigration,
  cookie: ForeignCookie,
  bounds: ForeignBounds,
): Promise<SessionToken | null> {
  if (cookie.value.length > MAX_LENGTH) return null
  const { audience, now } = bounds
  const opening = migration.signed ? openNamed : openSealed
  const claims = await opening(migration, cookie, bounds)
  if (!claims || !namesUser(claims) || !audience.accepts(claims[AUDIENCE])) return null
  const { jti } = claims
  const isName = typeof jti === 'string' && jti !== '' && jti.length <= LONGEST_ID
  const token = { ...claims, jti: isName ? jti : await sha256(cookie.value) }
  if (!hasClaims(token) || !isTimely(token, numericDate(now))) return null
  return { ...token, [AUTH_TIME]: signedInAt(token) }
}

/** Opens a session token of the library the application used before, while its sessions are taken over. */
export async function openForeignToken(
  { config: { migration, session, clock, audience, adapter } }: SessionContext,
  cookie: ForeignCookie,
): Promise<SessionToken | null> {
  if (!migration) return null
  return openForeign(migration, cookie, {
    maxAge: session.maxAge,
    now: clock(),
    audience,
    store: adapter,
  })
}

/**
 * The second reader of a session, asked where the cookie of this library has none: the first token of the other library that is
 * good, with the claims this library relies on.
 */
export async function readForeign(context: SessionContext): Promise<OpenedToken | null> {
  const at = readMoment(context.config)
  for (const cookie of foreignCookies(context)) {
    const token = await openForeignToken(context, cookie)
    if (!token) continue
    const json = JSON.stringify(token)
    return { token: withBothNames(token), json, ...at, foreign: true, outdated: true }
  }
  return null
}
