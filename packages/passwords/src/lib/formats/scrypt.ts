import { Buffer } from 'node:buffer'
import {
  equalBytes,
  LONGEST_HASH,
  SHORTEST_HASH,
  type PasswordFormat,
  type ReadHash,
} from '../hashing/format.ts'
import { parsePhc } from '../hashing/phc.ts'
import { scrypt, scryptMemory, scryptTime, type ScryptCost } from '../hashing/scrypt.ts'

/** A hash of scrypt, in whichever text it was written. */
export function readScrypt(
  salt: string | Uint8Array,
  hash: Uint8Array,
  cost: ScryptCost,
  spelling: (password: string) => string = (password) => password,
): ReadHash | undefined {
  if (hash.length < SHORTEST_HASH || hash.length > LONGEST_HASH) return undefined
  return {
    memory: scryptMemory(cost),
    time: scryptTime(cost),
    matches: async (password) =>
      equalBytes(await scrypt(spelling(password), salt, hash.length, cost), hash),
  }
}

const LARGEST_EXPONENT = 30

/** Whether a number is what scrypt takes as N. */
export const isPower = (n: number): boolean => n > 1 && Number.isInteger(Math.log2(n))

/** `$scrypt$ln=15,r=8,p=3$salt$hash`: ours, where Argon2 is not there, and that of passlib. Kratos writes N itself for `ln`, and padding. */
export const phcScrypt: PasswordFormat = {
  name: 'scrypt',
  read(stored) {
    const phc = parsePhc(stored)
    if (phc?.name !== 'scrypt') return undefined
    const [ln, r, p] = ['ln', 'r', 'p'].map((name) => phc.parameters.get(name) ?? 0)
    if (!ln || !r || !p) return undefined
    const n = ln > LARGEST_EXPONENT ? ln : 2 ** ln
    return isPower(n) ? readScrypt(phc.salt, phc.hash, { n, r, p }) : undefined
  },
}

const nfkc = (password: string): string => password.normalize('NFKC')

/**
 * `salt:hash` in hexadecimal digits, where the digits of the salt are what is hashed: better-auth, and Oslo's `Scrypt`. Lucia before its
 * version 3 has salts of letters and smaller blocks, and begins with `s2:` from some version on.
 */
export const colonScrypt: PasswordFormat = {
  name: 'better-auth, Lucia',
  read(stored) {
    const parts = /^(s2:)?([a-zA-Z0-9]{8,64}):([0-9a-f]{128})$/.exec(stored)
    if (!parts) return undefined
    const [, s2, salt = '', hash = ''] = parts
    const small = s2 === undefined && !/^[0-9a-f]{32}$/.test(salt)
    return readScrypt(salt, Buffer.from(hash, 'hex'), { n: 16_384, r: small ? 8 : 16, p: 1 }, nfkc)
  },
}
