import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { equalBytes, type PasswordFormat } from '../hashing/format.ts'

const DIGITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Rounds after which other requests have their turn. */
const PAUSE = 500

/** Three bytes become four digits, the lowest six bits first. */
function encode(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3)
    const value = (group[0] ?? 0) | ((group[1] ?? 0) << 8) | ((group[2] ?? 0) << 16)
    for (let digit = 0; digit <= group.length; digit += 1) {
      text += DIGITS.charAt((value >> (6 * digit)) & 63)
    }
  }
  return text
}

const md5 = (...parts: readonly Uint8Array[]): Uint8Array =>
  createHash('md5').update(Buffer.concat(parts)).digest()

/** `$P$B…` of phpass: WordPress before 6.8, and `$H$` of phpBB. */
export const phpass: PasswordFormat = {
  name: 'phpass',
  read(stored) {
    const parts = /^\$[PH]\$([./A-Za-z0-9])([./A-Za-z0-9]{8})([./A-Za-z0-9]{22})$/.exec(stored)
    if (!parts) return undefined
    const [, digit = '', salt = '', hash = ''] = parts
    const log2 = DIGITS.indexOf(digit)
    if (log2 < 7) return undefined
    return {
      memory: 8192,
      // Nothing else runs meanwhile, so it counts ten times.
      time: 2 ** log2 / 50,
      async matches(typed) {
        const password = Buffer.from(typed)
        let made = md5(Buffer.from(salt), password)
        for (let round = 0; round < 2 ** log2; round += 1) {
          made = md5(made, password)
          if (round % PAUSE === 0) await setImmediate()
        }
        return equalBytes(Buffer.from(encode(made)), Buffer.from(hash))
      },
    }
  },
}
