import { scrypt as derive } from 'node:crypto'

/** The cost of scrypt, in the words of RFC 7914. */
export interface ScryptCost {
  /** N, a power of two. */
  readonly n: number
  /** Block size. */
  readonly r: number
  /** Parallelism. */
  readonly p: number
}

/** Bytes of memory that scrypt needs, roughly. */
export const scryptMemory = ({ n, r }: ScryptCost): number => 128 * r * n

/** Milliseconds that scrypt takes, roughly: 2^15 blocks of 1 kB three times take 230. */
export const scryptTime = ({ n, r, p }: ScryptCost): number => (n * r * p) / 3400

/** scrypt (RFC 7914), off the main thread. */
export function scrypt(
  password: string | Uint8Array,
  salt: string | Uint8Array,
  length: number,
  cost: ScryptCost,
): Promise<Uint8Array> {
  const { n: N, r, p } = cost
  const maxmem = 2 * (scryptMemory(cost) + 128 * r * p)
  return new Promise((resolve, reject) => {
    derive(password, salt, length, { N, r, p, maxmem }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
