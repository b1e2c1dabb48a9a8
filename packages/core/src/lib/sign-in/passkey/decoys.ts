import { base64url, base64urlDecode } from '../../crypto/encoding.ts'
import type { Macs } from '../../crypto/mac.ts'
import type { CredentialDescriptor } from './credential.ts'

// Lengths of credential ids, in bytes, and transports of common authenticators. Browsers sort transports, and some list none.
const SHAPES: readonly (readonly [length: number, transports?: readonly string[]])[] = [
  [16, ['hybrid', 'internal']],
  [20, ['hybrid', 'internal']],
  [20],
  [32, ['hybrid', 'internal']],
  [32, ['internal']],
  [48, ['nfc', 'usb']],
  [64, ['usb']],
  [64],
]

/** The distribution of the number of decoys: of 256 values of a byte, those below make one, or at most two. */
const ONE = 192
const TWO = 240

const MOST = 3

async function decoy(sign: (part: string) => Promise<string>): Promise<CredentialDescriptor> {
  const [shape = '', ...rest] = await Promise.all(['shape', 'first', 'second'].map(sign))
  const [pick = 0] = base64urlDecode(shape) ?? []
  const [length, transports] = SHAPES[pick % SHAPES.length] ?? [32]
  const bytes = rest.flatMap((mac) => [...(base64urlDecode(mac) ?? [])])
  const id = base64url(Uint8Array.from(bytes.slice(0, length)))
  return transports ? { id, transports: [...transports] } : { id }
}

/**
 * Decoys for a user without credentials: one to three, the same every time, and indistinguishable from real ones, so that options do not
 * reveal which users exist.
 *
 * @param entered - the fields of the look-up
 */
export async function decoysFor(
  macs: Macs,
  provider: string,
  entered: string,
): Promise<readonly CredentialDescriptor[]> {
  const sign = async (...parts: (string | number)[]): Promise<string> =>
    macs.sign('webauthn-decoy', JSON.stringify([provider, entered, ...parts]))
  // Always computes all of them, so that the time does not depend on the number.
  const [count, ...all] = await Promise.all([
    sign('count'),
    ...Array.from({ length: MOST }, (_, index) => decoy((part) => sign(index, part))),
  ])
  const [pick = 0] = base64urlDecode(count) ?? []
  return all.slice(0, pick < ONE ? 1 : pick < TWO ? 2 : MOST)
}
