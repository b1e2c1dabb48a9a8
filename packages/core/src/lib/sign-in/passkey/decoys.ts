import { base64url, base64urlDecode } from '../../crypto/encoding.ts'
import type { Macs } from '../../crypto/mac.ts'
import type { CredentialDescriptor } from './credential.ts'

// Lengths of credential ids, in bytes, and transports as common authenticators have them: browsers sort them, some
// tell none.
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

/** Most people have one. Of 256 values of a byte, how many mean one at most, and two at most. */
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
 * Credentials for somebody who has none: one to three, the same every time, and not to be told from real ones, so that
 * nobody learns who is known.
 *
 * @param entered - what was entered to be found by
 */
export async function decoysFor(
  macs: Macs,
  provider: string,
  entered: string,
): Promise<readonly CredentialDescriptor[]> {
  const sign = async (...parts: (string | number)[]): Promise<string> =>
    macs.sign('webauthn-decoy', JSON.stringify([provider, entered, ...parts]))
  // All of them in every case, so that few take no less time than many.
  const [count, ...all] = await Promise.all([
    sign('count'),
    ...Array.from({ length: MOST }, (_, index) => decoy((part) => sign(index, part))),
  ])
  const [pick = 0] = base64urlDecode(count) ?? []
  return all.slice(0, pick < ONE ? 1 : pick < TWO ? 2 : MOST)
}
