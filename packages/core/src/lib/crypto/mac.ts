import { primitives } from '#primitives'
import { createCache } from '../kit/cache.ts'
import type { Awaitable } from '../types/utility.ts'
import { constantTimeEqual } from './compare.ts'

/** The purpose of a MAC; each has keys of its own. */
export type MacPurpose =
  | 'mail-link'
  | 'mail-code'
  | 'mail-expiry'
  | 'mail-proof'
  | 'webauthn-decoy'
  | 'limit'
  | 'device'
  | 'device-id'
  | 'way-in'

/** Keyed hashes (HMAC-SHA-256, in base64url) that survive a change of the secret. */
export interface Macs {
  /** With the newest secret. */
  sign(purpose: MacPurpose, text: string): Promise<string>
  /** With every secret, newest first. */
  all(purpose: MacPurpose, text: string): Promise<readonly string[]>
  /** Whether it was made with any of the secrets. */
  verify(purpose: MacPurpose, text: string, mac: string): Promise<boolean>
}

type MacKey = Uint8Array<ArrayBuffer>

/** The keys of several applications with some secrets each. */
const derivedKeys = createCache<Awaitable<MacKey>>({ entries: 256 })

/** Derives the key for one use of a secret, once. */
const deriveMacKey = (purpose: MacPurpose, secret: string): Awaitable<MacKey> =>
  derivedKeys.get(`${purpose} ${secret}`, () =>
    primitives.hkdf(secret, 'latchstring', `latchstring v1 mac ${purpose}`, 32),
  )

/** Keyed hashes with the keys of some secrets, newest first. */
export function createMacs(secrets: readonly string[]): Macs {
  async function all(purpose: MacPurpose, text: string): Promise<readonly string[]> {
    return Promise.all(
      secrets.map(async (secret) => primitives.hmac(await deriveMacKey(purpose, secret), text)),
    )
  }

  return {
    all,
    async sign(purpose, text) {
      const [secret] = secrets
      if (secret === undefined) throw new Error('A MAC needs a secret')
      return primitives.hmac(await deriveMacKey(purpose, secret), text)
    },
    async verify(purpose, text, mac) {
      return (await all(purpose, text)).some((candidate) => constantTimeEqual(candidate, mac))
    },
  }
}
