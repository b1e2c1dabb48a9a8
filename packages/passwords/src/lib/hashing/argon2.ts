import * as crypto from 'node:crypto'

export type Argon2Kind = 'argon2d' | 'argon2i' | 'argon2id'

/** The cost of Argon2, in the words of RFC 9106. */
export interface Argon2Cost {
  /** Memory, in KiB. */
  readonly m: number
  /** Passes. */
  readonly t: number
  /** Lanes. */
  readonly p: number
}

export interface Argon2Task {
  readonly kind: Argon2Kind
  readonly password: string
  readonly salt: Uint8Array
  readonly length: number
  readonly cost: Argon2Cost
}

/** Computes a hash of Argon2, version 1.3. */
export type Argon2 = (task: Argon2Task) => Promise<Uint8Array>

/** Milliseconds that Argon2 takes, roughly: two passes over 19 MiB take 40. */
export const argon2Time = ({ m, t }: Argon2Cost): number => (m * t) / 1000

/** `crypto.argon2` of Node.js 24.7 and later, which the types of Node.js 20 do not have. */
type NativeArgon2 = (
  kind: Argon2Kind,
  parameters: {
    message: string
    nonce: Uint8Array
    parallelism: number
    tagLength: number
    memory: number
    passes: number
  },
  callback: (error: Error | null, key: Uint8Array) => void,
) => void

function native(argon2: NativeArgon2): Argon2 {
  return ({ kind, password, salt, length, cost }) =>
    new Promise((resolve, reject) => {
      const parameters = {
        message: password,
        nonce: salt,
        parallelism: cost.p,
        tagLength: length,
        memory: cost.m,
        passes: cost.t,
      }
      argon2(kind, parameters, (error, key) => {
        if (error) reject(error)
        else resolve(key)
      })
    })
}

/** The part of `@node-rs/argon2` that is used. */
interface Addon {
  hashRaw(
    password: string,
    options: {
      algorithm: number
      memoryCost: number
      timeCost: number
      parallelism: number
      outputLen: number
      salt: Uint8Array
    },
  ): Promise<Uint8Array>
}

const ALGORITHMS: Readonly<Record<Argon2Kind, number>> = { argon2d: 0, argon2i: 1, argon2id: 2 }

const ofAddon =
  (addon: Addon): Argon2 =>
  ({ kind, password, salt, length, cost }) =>
    addon.hashRaw(password, {
      algorithm: ALGORITHMS[kind],
      memoryCost: cost.m,
      timeCost: cost.t,
      parallelism: cost.p,
      outputLen: length,
      salt,
    })

const PROBE: Argon2Task = {
  kind: 'argon2id',
  password: 'probe',
  salt: new Uint8Array(16),
  length: 32,
  cost: { m: 8, t: 1, p: 1 },
}

/** A function that is there may still throw, as on a system's OpenSSL before 3.2: one small call shows it. */
async function works(argon2: Argon2): Promise<boolean> {
  try {
    return (await argon2(PROBE)).length === PROBE.length
  } catch {
    return false
  }
}

/** Where Argon2 comes from: Node.js itself, or the package `@node-rs/argon2`. */
export interface FoundArgon2 {
  readonly from: 'node:crypto' | '@node-rs/argon2'
  readonly argon2: Argon2
}

/** Finds an Argon2 that works in this process, or `undefined`. */
export async function findArgon2(): Promise<FoundArgon2 | undefined> {
  // The types of Node.js 20 lack the function; its call decides.
  const { argon2 } = crypto as { argon2?: NativeArgon2 }
  if (typeof argon2 === 'function' && (await works(native(argon2)))) {
    return { from: 'node:crypto', argon2: native(argon2) }
  }
  try {
    const addon: Addon = await import('@node-rs/argon2')
    if (await works(ofAddon(addon))) return { from: '@node-rs/argon2', argon2: ofAddon(addon) }
  } catch {
    // Not installed, or not for this platform.
  }
  return undefined
}
