import { createHash } from 'node:crypto'
import { UsageError } from '../arguments.ts'
import { loadDriver } from '../driver.ts'
import type { ProcessEnvironment } from '../terminal.ts'

/** The secrets of better-auth. */
export interface SourceSecrets {
  /** By their versions, where there are some. */
  readonly versions: ReadonlyMap<number, string>
  /** The one without a version. */
  readonly plain: string | undefined
}

/**
 * The secrets of `BETTER_AUTH_SECRET` and `BETTER_AUTH_SECRETS`, which is `version:secret,…`.
 *
 * @throws UsageError where the latter cannot be read; the message has no part of it
 */
export function readSecrets(env: ProcessEnvironment['env']): SourceSecrets {
  const given = env['BETTER_AUTH_SECRETS'] ?? ''
  const versions = new Map<number, string>()
  for (const entry of given.split(',').map((one) => one.trim())) {
    if (entry === '') continue
    const [, version, secret = ''] = /^(\d{1,9}):(.+)$/.exec(entry) ?? []
    if (version === undefined) {
      throw new UsageError(
        'BETTER_AUTH_SECRETS is not a list of version:secret, separated by commas.',
      )
    }
    versions.set(Number(version), secret.trim())
  }
  const plain = env['BETTER_AUTH_SECRET'] ?? ''
  return { versions, plain: plain === '' ? undefined : plain }
}

/** What opens the values that better-auth has sealed: `undefined` for one that none of the secrets has sealed. */
export type Unseal = (sealed: string) => string | undefined

const NONCE = 24
const TAG = 16

/** `$ba$<version>$<hex>`; before there were versions, the digits alone. */
const ENVELOPE = /^(?:\$ba\$(\d{1,9})\$)?((?:[0-9a-f]{2})+)$/

/** `xchacha20poly1305` of `@noble/ciphers`. */
type Cipher = (
  key: Uint8Array,
  nonce: Uint8Array,
) => { readonly decrypt: (sealed: Uint8Array) => Uint8Array }

/** XChaCha20-Poly1305 with the nonce in front, under the SHA-256 of the secret. */
function open(cipher: Cipher, secret: string, digits: string): string | undefined {
  const bytes = Buffer.from(digits, 'hex')
  if (bytes.length < NONCE + TAG) return undefined
  const key = createHash('sha256').update(secret).digest()
  try {
    const opened = cipher(key, bytes.subarray(0, NONCE)).decrypt(bytes.subarray(NONCE))
    return new TextDecoder('utf-8', { fatal: true }).decode(opened)
  } catch {
    return undefined
  }
}

/**
 * Makes what opens sealed values. The cipher is loaded here.
 *
 * @param folder - where the application is
 * @throws Error where the package with the cipher is not installed
 */
export async function createUnseal(
  { versions, plain }: SourceSecrets,
  folder: string,
): Promise<Unseal> {
  const module = await loadDriver('@noble/ciphers', '@noble/ciphers/chacha.js', folder)
  // What the package exports is in its own types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const { xchacha20poly1305: cipher } = module as { readonly xchacha20poly1305: Cipher }
  return (sealed) => {
    const [, version, digits] = ENVELOPE.exec(sealed) ?? []
    if (digits === undefined) return undefined
    const secret = version === undefined ? plain : versions.get(Number(version))
    return secret === undefined ? undefined : open(cipher, secret, digits)
  }
}
