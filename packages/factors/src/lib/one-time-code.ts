import { base32Decode } from './base32.ts'

/** Seconds of a step (RFC 6238, section 5.2). */
export const STEP_SECONDS = 30

/** Bytes of a new secret: as many as SHA-1 has (RFC 4226, section 4). */
export const SECRET_BYTES = 20

const DIGITS = 6

/** Steps beside the present one whose codes are taken: the one before, while a code is typed, and the next, for a clock that is ahead. */
const BESIDE = 1

/** The step at a time, in milliseconds since the epoch. */
export const stepAt = (now: number): number => Math.floor(now / 1000 / STEP_SECONDS)

/** The code of a counter (RFC 4226, section 5.3). */
export async function codeAt(secret: Uint8Array<ArrayBuffer>, counter: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-1' }
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  const message = new DataView(new ArrayBuffer(8))
  message.setBigUint64(0, BigInt(counter))
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, message))
  const offset = mac.getUint8(mac.byteLength - 1) & 0x0f
  const number = mac.getUint32(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The digits of what was typed, with spaces or without; `undefined` for what is no code. */
export function readCode(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return digits.length === DIGITS && /^\d+$/.test(digits) ? digits : undefined
}

/** Compares two codes of one length in a time that does not depend on where they differ. */
function isSame(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at += 1) {
    difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  }
  return difference === 0
}

/**
 * The step that a code is of, among those that are taken now.
 *
 * @param secret - in base32
 * @param now - milliseconds since the epoch
 * @param after - the newest step whose code was taken: older ones and itself are refused (RFC 6238, section 5.2)
 * @returns `undefined` for a wrong code
 */
export async function stepOfCode(
  secret: string,
  code: string,
  { now, after }: { readonly now: number; readonly after: number },
): Promise<number | undefined> {
  const bytes = base32Decode(secret)
  if (!bytes || bytes.length === 0) return undefined
  const present = stepAt(now)
  const steps = Array.from({ length: 2 * BESIDE + 1 }, (_, at) => present - BESIDE + at)
  let found: number | undefined
  // Each is computed, whichever is right.
  for (const step of steps.filter((one) => one >= 0)) {
    const isRight = isSame(await codeAt(bytes, step), code)
    if (isRight && step > after && found === undefined) found = step
  }
  return found
}
