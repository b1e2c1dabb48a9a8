import { numericDate } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../request/context.ts'
import { AUDIENCE, hasClaims, isTimely, type SealedClaims } from '../crypto/sealed-box.ts'
import { asError } from '../errors/auth-error.ts'
import { JWTSessionError } from '../errors/classes.ts'
import { describeKind, naming } from '../errors/own-function.ts'
import type { JWT } from '../types/jwt.ts'
import { isOwn, type SessionToken } from './claims.ts'
import { isMigrating } from './foreign-cookie.ts'
import { withBothNames } from './picture.ts'

/** A value of each claim that every token has. */
const EXAMPLE: SealedClaims = { jti: 'j', iat: 0, exp: 0 }

/**
 * Checks a token that the application has decoded: it has to have an end and an id, and must not be from the future.
 *
 * @param now - in milliseconds
 * @returns nothing for one of another application, one that has expired, and one that is from the future
 * @throws JWTSessionError when it lacks a claim: a mistake of the application is not a sign-out
 */
export function checkDecoded(
  { audience }: ResolvedConfig,
  token: JWT,
  now: number,
): SessionToken | undefined {
  if (hasClaims(token)) {
    const own = audience.accepts(token[AUDIENCE]) && isTimely(token, numericDate(now))
    return own ? token : undefined
  }
  const names = Object.keys(EXAMPLE).filter(
    (name) => !hasClaims({ ...EXAMPLE, [name]: token[name] }),
  )
  const missing = names.map((name) => `\`${name}\``).join(', ')
  throw new JWTSessionError(
    `The token from \`jwt.decode\` has no ${missing}. Have \`jwt.encode\` keep every claim of the token it is given, and \`jwt.decode\` return them: \`jti\` is text, \`iat\` and \`exp\` are numbers.`,
  )
}

/**
 * Encodes a token with the encoder of the application.
 *
 * @throws JWTSessionError when it throws, or returns no text
 */
export async function runEncoder(
  { config, profile }: SessionContext,
  token: JWT,
  maxAge: number,
): Promise<string> {
  const { encode, secrets: secret } = config.jwt
  const { name: salt } = profile.cookies.sessionToken
  const subject = 'The `jwt.encode` function'
  const call = () => encode?.({ token, secret, salt, maxAge })
  const sealed: unknown = await naming(JWTSessionError, subject, call)
  if (typeof sealed === 'string' && sealed !== '') return sealed
  throw new JWTSessionError(
    `${subject} returned ${sealed === '' ? 'an empty text' : describeKind(sealed)}. Return the token as text.`,
  )
}

/** Decodes a token with the decoder of the application, if there is one. It may throw. */
async function runDecoder(
  { config, profile }: SessionContext,
  sealed: string,
): Promise<JWT | null | undefined> {
  const { secrets, decode } = config.jwt
  const salt = profile.cookies.sessionToken.name
  return await decode?.({ token: sealed, secret: secrets, salt })
}

/** As {@link runDecoder}. A token that makes it throw is not a session. */
async function decodeQuietly(
  context: SessionContext,
  sealed: string,
): Promise<JWT | null | undefined> {
  try {
    return await runDecoder(context, sealed)
  } catch (error) {
    // The message is left out: it may quote the token, and any visitor can send one that cannot be decoded.
    const { name } = asError(error)
    context.config.log.step('`jwt.decode` threw, so that the cookie is not a session', {
      error: name,
    })
    return null
  }
}

/**
 * Opens a token with the decoder of the application.
 *
 * @param now - in milliseconds
 * @throws JWTSessionError when the token lacks a claim
 */
export async function openDecoded(
  context: SessionContext,
  sealed: string,
  now: number,
): Promise<{ readonly payload: SessionToken; readonly json: string } | null> {
  const decoded = await decodeQuietly(context, sealed)
  // While sessions are taken over, one without the claims of this library may be of the other one.
  if (!decoded || (isMigrating(context) && !isOwn(decoded))) return null
  const token = checkDecoded(context.config, decoded, now)
  return token ? { payload: withBothNames(token), json: JSON.stringify(token) } : null
}

/** Why a token that the application decodes does not count. */
export type Undecoded =
  | { readonly why: 'undecoded' }
  | { readonly why: 'elsewhere'; readonly audience: unknown }
  | { readonly why: 'expired'; readonly seconds: number }

/** Why a token that the application decodes does not count: `undecoded` where it does not say. */
export async function examineDecoded(context: SessionContext, sealed: string): Promise<Undecoded> {
  const { audience, clock } = context.config
  const decoded = await decodeQuietly(context, sealed)
  if (!decoded || !hasClaims(decoded)) return { why: 'undecoded' }
  const { exp, [AUDIENCE]: claim } = decoded
  if (!audience.accepts(claim)) return { why: 'elsewhere', audience: claim }
  const seconds = numericDate(clock()) - exp
  return seconds >= 0 ? { why: 'expired', seconds } : { why: 'undecoded' }
}

/** Decodes a token that was just sealed. */
async function decodeAgain(
  context: SessionContext,
  sealed: string,
): Promise<JWT | null | undefined> {
  try {
    return await runDecoder(context, sealed)
  } catch (cause) {
    throw new JWTSessionError(
      'The `jwt.decode` function threw at the token that a session was just sealed in. Have it return the claims that `jwt.encode` is given.',
      { err: asError(cause) },
    )
  }
}

/** Decodes a token as the next request will. An application without a `decode` has to seal with the `encode` of the library. */
async function openAgain(context: SessionContext, sealed: string): Promise<JWT> {
  const { config, profile } = context
  if (!config.jwt.decode) {
    const opened = await profile.sessionBox.open('session', sealed)
    if (opened) return opened.payload
    throw new JWTSessionError(
      '`jwt.encode` returns a token that the library cannot open, so that the next request would have no session. Pass `jwt.decode` as well.',
    )
  }
  const decoded = await decodeAgain(context, sealed)
  if (decoded) return decoded
  throw new JWTSessionError(
    '`jwt.decode` returns nothing for the token that a session was just sealed in, so that the next request would have no session. Have it return the claims that `jwt.encode` is given.',
  )
}

/** Claims that `encode` received, by the consequence of losing them. */
interface Marked {
  /** Without them no ending would find the session. */
  readonly endings: Readonly<Record<string, unknown>>
  /**
   * Without them its age would begin anew whenever it is sealed again, it would be valid in every deployment, and it would not say that
   * it was opened with a new account.
   */
  readonly bounds: Readonly<Record<string, unknown>>
}

/**
 * Opens a token that was just sealed, where the application encodes or decodes tokens by itself.
 *
 * @throws JWTSessionError when the next request could not open it, or would miss a claim
 */
export async function requireKept(
  context: SessionContext,
  sealed: string,
  { endings, bounds }: Marked,
): Promise<void> {
  const decoded = await openAgain(context, sealed)
  // A token that lacks other claims as well is refused by every read.
  const marked = hasClaims(decoded) ? { ...endings, ...bounds } : endings
  const lost = Object.keys(marked).find(
    (name) => JSON.stringify(decoded[name]) !== JSON.stringify(marked[name]),
  )
  if (lost === undefined) return
  throw new JWTSessionError(
    `\`jwt.encode\` and \`jwt.decode\` lose the claim "${lost}". Keep every claim that \`encode\` is given.`,
  )
}
