import { isObject, parseJson } from '../kit/json.ts'
import { numericDate, type Clock } from '../kit/clock.ts'
import { createKeys, decryptCompact, encryptCompact, hasKey, isSealed, type Keys } from './jwe.ts'
import { randomToken } from './random.ts'

/** By how much the clock of an instance that sealed a value may be ahead of this one, in seconds (decision 076). */
export const CLOCK_TOLERANCE = 60

/** Every kind of thing the library encrypts. Each kind has keys of its own for each cookie name. */
export type SealedKind =
  | 'session'
  | 'acting'
  | 'csrf'
  | 'state'
  | 'pkce'
  | 'nonce'
  | 'challenge'
  | 'device'
  | 'attempt'
  | 'waiting'
  | 'mail-proof'
  | 'form'
  | 'browser'
  | 'proxy'

/** Claim with the application that a value is made for. Not `aud`: that one is for claims of applications and providers. */
export const AUDIENCE = 'latchstring_aud'

/** The claims that every sealed value has. */
export interface SealedClaims {
  readonly iat: number
  readonly exp: number
  readonly jti: string
}

/** An opened value with the text it was made of. */
export interface Opened {
  readonly payload: Record<string, unknown> & SealedClaims
  /** The JSON text, to see cheaply whether a payload has changed. */
  readonly json: string
}

/** Why a sealed value does not count, and by how many seconds where that is a matter of time. */
export type Closed =
  /** None of the secrets has made its key: another instance may have that secret, or it is no sealed value at all. */
  | { readonly why: 'unknown-key'; readonly sealed: boolean }
  /** Its key is known, and it is not as it was sealed. */
  | { readonly why: 'changed' }
  /** It is of another application, which its {@link AUDIENCE} names. */
  | { readonly why: 'elsewhere'; readonly audience: unknown }
  | { readonly why: 'expired' | 'future'; readonly seconds: number; readonly opened: Opened }

/** Encrypts values for cookies and opens them again; a value of one kind or cookie name never opens as another. */
export interface SealedBox {
  /**
   * @param maxAge - lifetime in seconds
   * @param issuedAt - when it is sealed, in seconds. Default: now
   * @returns a compact JWE
   */
  seal(
    kind: SealedKind,
    payload: Readonly<Record<string, unknown>>,
    maxAge: number,
    issuedAt?: number,
  ): Promise<string>
  /**
   * The payload, or `null` when the value is not ours, is expired, or has been changed.
   *
   * @param now - in milliseconds. Default: the clock is read
   */
  open(kind: SealedKind, sealed: string, now?: number): Promise<Opened | null>
  /**
   * Why a value does not open; `undefined` for one that does.
   *
   * @param now - in milliseconds. Default: the clock is read
   */
  examine(kind: SealedKind, sealed: string, now?: number): Promise<Closed | undefined>
}

/** The settings of a sealed box. */
export interface SealedBoxOptions {
  /** The first one seals; all open. */
  readonly secrets: readonly string[]
  /** Cookie name of each kind: part of its keys. */
  readonly names: Readonly<Record<SealedKind, string>>
  readonly clock: Clock
  /** Whether a value with this {@link AUDIENCE} is to be opened. Default: every one is. */
  readonly accepts?: (kind: SealedKind, claim: unknown) => boolean
}

/** Whether a payload has the claims of everything that is sealed. */
export function hasClaims(payload: unknown): payload is Opened['payload'] {
  if (!isObject(payload)) return false
  const { exp, iat, jti } = payload
  return Number.isFinite(exp) && Number.isFinite(iat) && typeof jti === 'string' && jti !== ''
}

/**
 * Whether a token is neither expired nor from the future (RFC 7519, section 4.1).
 *
 * @param now - in seconds
 */
export function isTimely(
  { exp, iat, nbf }: Readonly<SealedClaims & { readonly nbf?: unknown }>,
  now: number,
): boolean {
  if (exp <= now || iat > now + CLOCK_TOLERANCE) return false
  return nbf === undefined || (typeof nbf === 'number' && nbf <= now + CLOCK_TOLERANCE)
}

/** `undefined` for what another program sealed with the same key and is not JSON. */
function parsePayload(json: string): unknown {
  try {
    return parseJson(json)
  } catch {
    return undefined
  }
}

/** The keys of a kind, for cookies of a name. */
export function createSealedKeys(secrets: readonly string[], kind: SealedKind, name: string): Keys {
  return createKeys(secrets, name, `latchstring v1 ${kind}`)
}

/**
 * Opens a sealed value, if it is valid now and for this application.
 *
 * @param text - as it was decrypted; `null` when it could not be
 * @param now - in milliseconds
 * @param accepts - whether the claim {@link AUDIENCE} is one of this application
 */
export function readSealed(
  text: string | null,
  now: number,
  accepts: (claim: unknown) => boolean,
): Opened | null {
  if (text === null) return null
  const payload = parsePayload(text)
  if (!hasClaims(payload) || !isTimely(payload, numericDate(now))) return null
  return accepts(payload[AUDIENCE]) ? { payload, json: text } : null
}

/** Why a decrypted text does not count at a time, in seconds. */
function whyClosed(
  text: string | null,
  now: number,
  accepts: (claim: unknown) => boolean,
): Closed | undefined {
  const payload = text === null ? undefined : parsePayload(text)
  if (text === null || !hasClaims(payload)) return { why: 'changed' }
  const audience = payload[AUDIENCE]
  if (!accepts(audience)) return { why: 'elsewhere', audience }
  if (isTimely(payload, now)) return undefined
  const opened = { payload, json: text }
  const { exp, iat, nbf } = payload
  if (exp <= now) return { why: 'expired', seconds: now - exp, opened }
  const from = typeof nbf === 'number' ? Math.max(iat, nbf) : iat
  return { why: 'future', seconds: from - now, opened }
}

/** Seals with the key of the newest secret, and opens with the key that a value names. */
export function createSealedBox({
  secrets,
  names,
  clock,
  accepts = () => true,
}: SealedBoxOptions): SealedBox {
  const keys = new Map<SealedKind, Keys>()

  function findKeys(kind: SealedKind): Keys {
    const known = keys.get(kind) ?? createSealedKeys(secrets, kind, names[kind])
    keys.set(kind, known)
    return known
  }

  return {
    async seal(kind, payload, maxAge, issuedAt = numericDate(clock())) {
      const key = await findKeys(kind).first()
      if (!key) throw new Error('A sealed box needs a secret')
      const jti = typeof payload['jti'] === 'string' ? payload['jti'] : randomToken(16)
      const claims = { iat: issuedAt, exp: issuedAt + maxAge, jti }
      return encryptCompact(key, JSON.stringify({ ...payload, ...claims }))
    },
    async open(kind, sealed, now) {
      const text = await decryptCompact(findKeys(kind), sealed)
      return readSealed(text, now ?? clock(), (claim) => accepts(kind, claim))
    },
    async examine(kind, sealed, now) {
      const own = findKeys(kind)
      if (!(await hasKey(own, sealed))) return { why: 'unknown-key', sealed: isSealed(sealed) }
      const text = await decryptCompact(own, sealed)
      return whyClosed(text, numericDate(now ?? clock()), (claim) => accepts(kind, claim))
    },
  }
}
