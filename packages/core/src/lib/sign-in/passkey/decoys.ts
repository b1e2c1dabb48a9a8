import { base64url, base64urlDecode } from '../../crypto/encoding.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import type { Macs } from '../../crypto/mac.ts'
import type { CredentialDescriptor } from './credential.ts'
import type { ServerLibrary } from './server-library.ts'

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

const bytesOf = (encoded: string): Uint8Array => base64urlDecode(encoded) ?? new Uint8Array()

/** Bytes at the end of a made-up id by which the server knows it again: a random id has them once in 2^64 times. */
const MARK = 8

/** The mark of each secret, newest first, for the bytes before it. */
async function marksOf(macs: Macs, start: Uint8Array): Promise<readonly string[]> {
  const all = await macs.all('webauthn-decoy', JSON.stringify(['mark', base64url(start)]))
  return all.map((mac) => base64url(bytesOf(mac).slice(0, MARK)))
}

/**
 * Whether a credential id was made up here, with any of the secrets. Such an id is refused like one that is taken: an application that
 * accepted it for a new credential would reveal that it is free.
 *
 * @param id - base64url
 */
export async function isDecoy(macs: Macs, id: string): Promise<boolean> {
  const bytes = bytesOf(id)
  const mark = base64url(bytes.slice(-MARK))
  const marks = await marksOf(macs, bytes.slice(0, -MARK))
  return marks.some((one) => constantTimeEqual(one, mark))
}

/** The distribution of the number of decoys: of 256 values of a byte, those below make one, or at most two. */
const ONE = 192
const TWO = 240

const MOST = 3

async function decoy(
  macs: Macs,
  sign: (part: string) => Promise<string>,
): Promise<CredentialDescriptor> {
  const [shape = '', ...rest] = await Promise.all(['shape', 'first', 'second'].map(sign))
  const [pick = 0] = base64urlDecode(shape) ?? []
  const [length, transports] = SHAPES[pick % SHAPES.length] ?? [32]
  const bytes = rest.flatMap((mac) => [...(base64urlDecode(mac) ?? [])])
  const start = Uint8Array.from(bytes.slice(0, length - MARK))
  const [mark = ''] = await marksOf(macs, start)
  const id = base64url(Uint8Array.from([...start, ...bytesOf(mark)]))
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
    ...Array.from({ length: MOST }, (_, index) => decoy(macs, (part) => sign(index, part))),
  ])
  const [pick = 0] = base64urlDecode(count) ?? []
  return all.slice(0, pick < ONE ? 1 : pick < TWO ? 2 : MOST)
}

/**
 * Public keys for ids without one, of the algorithms that are asked for by default: the base points of P-256 and edwards25519, and an odd
 * number of 2048 bits. An answer that they verify is refused.
 */
const STAND_INS: ReadonlyMap<number, ReadonlyMap<number, number | Uint8Array>> = new Map([
  [
    -7,
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf('axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY')],
      [-3, bytesOf('T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU')],
    ]),
  ],
  [
    -257,
    new Map<number, number | Uint8Array>([
      [1, 3],
      [3, -257],
      [-1, new Uint8Array(256).fill(255)],
      [-2, Uint8Array.of(1, 0, 1)],
    ]),
  ],
  [
    -8,
    new Map<number, number | Uint8Array>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, Uint8Array.of(0x58, ...new Uint8Array(31).fill(0x66))],
    ]),
  ],
])

/** Of 256 ids, those with a stand-in for RS256, and for EdDSA: most authenticators sign with ES256. */
const RSA_SHARE = 24
const ED_SHARE = 48

/**
 * The key that an answer is verified with where its credential is not known, in COSE: a wrong answer costs one verification for a known
 * credential, so that it has to for an unknown one. An id has the same every time.
 *
 * @param algorithms - those that credentials may have
 */
export async function standInKey(
  { isoCBOR }: ServerLibrary,
  macs: Macs,
  id: string,
  algorithms: readonly number[],
): Promise<Uint8Array<ArrayBuffer>> {
  const [pick = 0] = bytesOf(await macs.sign('webauthn-decoy', JSON.stringify(['key', id])))
  const wanted = pick < RSA_SHARE ? -257 : pick < ED_SHARE ? -8 : -7
  const chosen = algorithms.includes(wanted) ? wanted : algorithms.find((one) => STAND_INS.has(one))
  return isoCBOR.encode(new Map(STAND_INS.get(chosen ?? -7)))
}
