import { numericDate } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { sha256 } from '../crypto/hash.ts'
import { randomHex } from '../crypto/random.ts'
import { apparentBits } from '../crypto/token-strength.ts'
import { CallbackRouteError, InvalidConfiguration } from '../errors/classes.ts'
import { namingNow } from '../errors/own-function.ts'
import { UNTIMED } from './signed-in-by.ts'

/**
 * Marks hashes in the table, so that one that leaked can never pass for a token of an application that moved over with
 * raw ones.
 */
const HASHED = 'sha256:'

/**
 * The form of tokens that another library may have stored unhashed: ASCII without spaces, since a store that finds "the same" takes many a
 * letter for one of the mark, and never what begins like a hash, in whatever case.
 */
export const RAW: RegExp = /^(?!sha256:)[!-~]+$/i

/** The text that a token is stored as. */
export async function hashToken(token: string): Promise<string> {
  return HASHED + (await sha256(token))
}

/** Bits below which a token can be guessed: guesses of sessions are not counted. UUIDs and other common ids have 120 and more. */
const LEAST_BITS = 64

/**
 * A token from the function of the application, or a random one.
 *
 * @throws CallbackRouteError when the function throws
 * @throws InvalidConfiguration when its result can be guessed, or is not text
 */
function makeSessionToken({ generateSessionToken }: ResolvedConfig['session']): {
  readonly token: string
  readonly isOwn: boolean
} {
  const subject = 'The `session.generateSessionToken` function'
  const given = namingNow(CallbackRouteError, subject, () => generateSessionToken?.())
  // A function without types may return any value.
  const own: unknown = given ?? randomHex()
  if (typeof own === 'string' && apparentBits(own) >= LEAST_BITS) {
    return { token: own, isOwn: typeof given === 'string' }
  }
  throw new InvalidConfiguration(
    '`session.generateSessionToken` returned a token that can be guessed, or something else than text. Return 128 random bits or more, such as ' +
      '32 random digits in hex, or leave the option out.',
  )
}

/**
 * The time of the sign-in is in the token, which the look-up authenticates: changes of an account need a recent one. A token of the
 * application stays as it is, unless an absolute lifetime needs the time, or the token has to say that there is none.
 *
 * @param signedInAt - in milliseconds since the epoch
 * @param opened - mark of the account or the passkey that opens the session, and how the user signed in; see `KnownSignIn`
 * @throws InvalidConfiguration when the function of the application makes tokens that can be guessed
 */
export function generateToken(
  { session }: ResolvedConfig,
  signedInAt: number,
  {
    way,
    methods,
  }: { readonly way?: string | undefined; readonly methods?: string | undefined } = {},
): string {
  const { token, isOwn } = makeSessionToken(session)
  // Where devices are listed, they would have a time in place of that of the sign-in, which is not known.
  const saysNothing = session.absoluteMaxAge === undefined && methods !== UNTIMED
  if (isOwn && saysNothing) return token
  // The mark before the words: nothing else between two dots is taken for them.
  const words = methods === undefined ? undefined : `~${methods}`
  return [token, words, way, signedInAt.toString(36)].filter(Boolean).join('.')
}

/** How the user signed in, before the mark of the way and the time. */
const METHODS = /\.~(-|[a-z~]+)(?:\.[\w-]{16})?\.[\da-z]{8}$/

/** How the user of a token signed in, where it says so; see `KnownSignIn`. */
export function methodsIn(token: string): string | undefined {
  return METHODS.exec(token)?.[1]
}

/** A mark of a way to sign in, before the time. */
const WAY = /\.([\w-]{16})\.[\da-z]{8}$/

/** Mark of the account or the passkey that opened the session of a token, if one did. */
export function wayIn(token: string): string | undefined {
  return WAY.exec(token)?.[1]
}

/** A time in milliseconds, as it is behind the last dot of a token. Any from 1972 to 2059 has eight digits. */
const TIME = /\.([\da-z]{8})$/

/** Milliseconds by which the clock may have been set back since a sign-in. */
const SET_BACK = 86_400_000

/**
 * The time behind the last dot. Tokens from before there was an absolute lifetime may have dots as well: what is behind theirs
 * is a time of the future as a rule.
 */
function readTime({ clock }: Pick<ResolvedConfig, 'clock'>, token: string): number | undefined {
  const time = Number.parseInt(TIME.exec(token)?.[1] ?? '', 36)
  return time <= clock() + SET_BACK ? time : undefined
}

/** When the session of a token ends however often it is used, in milliseconds since the epoch. */
export function absoluteEnd(config: ResolvedConfig, token: string): number {
  const { absoluteMaxAge } = config.session
  if (absoluteMaxAge === undefined) return Number.POSITIVE_INFINITY
  const signedInAt = readTime(config, token)
  return signedInAt === undefined ? 0 : signedInAt + absoluteMaxAge * 1000
}

/** When the user signed in, in seconds, where the token says so. */
export function signInTime(config: ResolvedConfig, token: string): number | undefined {
  const time = readTime(config, token)
  return time === undefined ? undefined : numericDate(time)
}
