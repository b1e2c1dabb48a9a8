import { base64url } from './encoding.ts'

/** Letters and digits that are not mistaken for each other when read from a screen or spoken. */
const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function randomBytes(count: number): Uint8Array {
  return globalThis.crypto.getRandomValues(new Uint8Array(count))
}

/** Random bytes in base64url. */
export function randomToken(bytes: number = 32): string {
  return base64url(randomBytes(bytes))
}

/** Random bytes in lower-case hex. */
export function randomHex(bytes: number = 32): string {
  return Array.from(randomBytes(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A random whole number below a limit of up to 65,536. Not for secrets: small numbers come a little more often. */
export function randomBelow(limit: number): number {
  const [high = 0, low = 0] = randomBytes(2)
  return (high * 256 + low) % limit
}

/**
 * Random characters that are easy to type, 5 bits each: letters and digits of which none is mistaken for another.
 *
 * @param characters - how many
 *
 * @example
 * ```ts
 * import { randomReadable } from '@latchstring/core/features'
 *
 * randomReadable(10) // K3M9QX4TBR
 * ```
 */
export function randomReadable(characters: number): string {
  // 256 is a multiple of the 32 characters, so that none is more likely than another.
  return Array.from(randomBytes(characters), (byte) =>
    READABLE.charAt(byte % READABLE.length),
  ).join('')
}

/**
 * Whether a text has only characters that {@link randomReadable} makes.
 *
 * @example
 * ```ts
 * import { isReadable } from '@latchstring/core/features'
 *
 * isReadable('K3M9Q-0') // false
 * ```
 */
export function isReadable(text: string): boolean {
  return Array.from(text).every((character) => READABLE.includes(character))
}

/**
 * The characters of a typed code, without what people put between them.
 *
 * @example
 * ```ts
 * import { normalizeReadable } from '@latchstring/core/features'
 *
 * normalizeReadable('k3m9q-x4tbr') // K3M9QX4TBR
 * ```
 */
export function normalizeReadable(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
}
