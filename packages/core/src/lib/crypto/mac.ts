import { primitives } from '#primitives'
import type { Awaitable } from '../types/utility.ts'
import { constantTimeEqual } from './compare.ts'

/** What a MAC is for; each has keys of its own. */
export type MacPurpose =
  | 'mail-link'
  | 'mail-code'
  | 'mail-expiry'
  | 'mail-place'
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

/** Derives each key once, when it is first needed. */
export function createMacs(secrets: readonly string[]): Macs {
  const keys = new Map<string, Awaitable<Uint8Array<ArrayBuffer>>>()

  function deriveKey(purpose: MacPurpose, secret: string): Awaitable<Uint8Array<ArrayBuffer>> {
    const id = `${purpose} ${secret}`
    const key = keys.get(id) ?? derive(purpose, secret)
    keys.set(id, key)
    return key
  }

  async function all(purpose: MacPurpose, text: string): Promise<readonly string[]> {
    return Promise.all(
      secrets.map(async (secret) => primitives.hmac(await deriveKey(purpose, secret), text)),
    )
  }

  return {
    all,
    async sign(purpose, text) {
      const [secret] = secrets
      if (secret === undefined) throw new Error('A MAC needs a secret')
      return primitives.hmac(await deriveKey(purpose, secret), text)
    },
    async verify(purpose, text, mac) {
      return (await all(purpose, text)).some((candidate) => constantTimeEqual(candidate, mac))
    },
  }
}

function derive(purpose: MacPurpose, secret: string): Awaitable<Uint8Array<ArrayBuffer>> {
  return primitives.hkdf(secret, 'latchstring', `latchstring v1 mac ${purpose}`, 32)
}
