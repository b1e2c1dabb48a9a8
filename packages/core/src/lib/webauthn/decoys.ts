import { base64url, base64urlDecode } from '../crypto/encoding.ts'
import type { Macs } from '../crypto/mac.ts'
import type { CredentialDescriptor } from './credential.ts'

// Lengths of credential ids, in bytes, and transports as common authenticators have them.
const SHAPES: readonly (readonly [length: number, transports: readonly string[]])[] = [
  [16, ['internal', 'hybrid']],
  [20, ['internal', 'hybrid']],
  [32, ['internal']],
  [48, ['usb', 'nfc']],
  [64, ['usb']],
]

/**
 * Credentials for somebody who has none: the same every time, and not to be told from real ones, so that nobody learns
 * who is known.
 *
 * @param entered - what was entered to be found by
 */
export async function decoysFor(
  macs: Macs,
  provider: string,
  entered: string,
): Promise<readonly CredentialDescriptor[]> {
  const parts = ['shape', 'first', 'second'].map((part) =>
    macs.sign('webauthn-decoy', JSON.stringify([provider, entered, part])),
  )
  const [shape = '', ...rest] = await Promise.all(parts)
  const [pick = 0] = base64urlDecode(shape) ?? []
  const [length, transports] = SHAPES[pick % SHAPES.length] ?? [32, ['internal']]
  const bytes = rest.flatMap((mac) => [...(base64urlDecode(mac) ?? [])])
  return [{ id: base64url(Uint8Array.from(bytes.slice(0, length))), transports: [...transports] }]
}
