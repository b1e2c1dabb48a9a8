import { isReadable, normalizeReadable, randomReadable } from '@latchstring/core/features'

/** Characters of a code: of 5 bits each, which makes 50. */
const LENGTH = 10

/**
 * Rounds of PBKDF2, which are the most that Cloudflare Workers do. Half of 2^50 codes with 100,000 rounds each is out of reach, which a password
 * that a person has thought of is not: those want more.
 */
const ROUNDS = 100_000

const BITS = 256

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const base64Decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

async function derive(
  code: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(code)
  const key = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, BITS))
}

/** A salted hash of a code, with its parameters. */
export async function hashBackupCode(code: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await derive(code, salt, ROUNDS)
  return `$pbkdf2-sha256$i=${ROUNDS}$${base64(salt)}$${base64(hash)}`
}

const FORMAT = /^\$pbkdf2-sha256\$i=(\d{1,6})\$([A-Za-z0-9+/=]{24})\$([A-Za-z0-9+/=]{44})$/

/** Whether a hash is that of a code. */
export async function isBackupCode(code: string, stored: string): Promise<boolean> {
  const [, rounds, salt, hash] = FORMAT.exec(stored) ?? []
  if (rounds === undefined || salt === undefined || hash === undefined) return false
  const expected = base64Decode(hash)
  const given = await derive(code, base64Decode(salt), Number(rounds))
  return given.reduce((found, byte, at) => found | (byte ^ (expected[at] ?? 256)), 0) === 0
}

/** A new code, without its slot. */
export const newBackupCode = (): string => randomReadable(LENGTH)

/** A code as a person sees it, with its slot in front, which is no number of a list that could be left out. */
export const showBackupCode = (slot: string, code: string): string =>
  `${slot}${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`

/** A code of the form that is made here. */
export interface TypedBackupCode {
  readonly slot: string
  readonly code: string
}

const TYPED = new RegExp(`^(\\d{1,2})(.{${LENGTH}})$`)

/** What was typed, in any case, with dashes and spaces or without; `undefined` for what is no code of this form. */
export function readBackupCode(typed: string): TypedBackupCode | undefined {
  const [, slot, code] = TYPED.exec(normalizeReadable(typed)) ?? []
  return slot === undefined || code === undefined || !isReadable(code) ? undefined : { slot, code }
}
