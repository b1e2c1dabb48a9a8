import { base64url } from '../../crypto/encoding.ts'
import type { ServerLibrary } from './server-library.ts'

/** A public key in COSE (RFC 9052, section 7), decoded. */
type CoseKey = ReadonlyMap<number, unknown>

/** A key as Web Crypto imports it. */
interface Importable {
  readonly jwk: {
    readonly kty: string
    readonly alg?: string
    readonly crv?: string
    readonly x?: string
    readonly y?: string
    readonly n?: string
    readonly e?: string
    readonly pub?: string
  }
  readonly algorithm: {
    readonly name: string
    readonly namedCurve?: string
    readonly hash?: string
  }
}

type ToImportable = (key: CoseKey) => Importable

// Labels of COSE keys and their types (RFC 9053, section 7; RFC 8230, section 4).
const KTY = 1
const ALG = 3
const OKP = 1
const EC2 = 2
const RSA = 3
const AKP = 7

function requireMember(key: CoseKey, label: number, expected: number, what: string): void {
  if (key.get(label) !== expected) throw new Error(`The ${what} does not fit the algorithm`)
}

function bytesOf(key: CoseKey, label: number, length?: number): Uint8Array {
  const value = key.get(label)
  if (value instanceof Uint8Array && (length === undefined || value.length === length)) return value
  throw new Error('A part of the key is missing or has another length than the algorithm says')
}

const ec =
  (crv: number, namedCurve: string, length: number): ToImportable =>
  (key) => {
    requireMember(key, KTY, EC2, 'type of the key')
    requireMember(key, -1, crv, 'curve')
    const [x, y] = [bytesOf(key, -2, length), bytesOf(key, -3, length)]
    return {
      jwk: { kty: 'EC', crv: namedCurve, x: base64url(x), y: base64url(y) },
      algorithm: { name: 'ECDSA', namedCurve },
    }
  }

/** 2^255 - 19. */
const P = 2n ** 255n - 19n

/**
 * The y coordinates of the eight points of small order on edwards25519: of order 1, 2, 4 and 8, each with both signs of x where there
 * are two (the list of libsodium, `ge25519_has_small_order`, without the encodings of y that are not below p).
 */
const SMALL_ORDER: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  P - 1n,
  0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n,
  0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n,
])

/** Everybody can make signatures for a key of small order. RFC 8032, section 5.1.3, refuses y that is not below p. */
function requireLargeOrder(encoded: Uint8Array): void {
  const hex = Array.from(encoded.toReversed(), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  const y = BigInt.asUintN(255, BigInt(`0x${hex}`))
  if (y >= P || SMALL_ORDER.has(y)) throw new Error('The key is one that everybody can sign with')
}

const ed25519: ToImportable = (key) => {
  requireMember(key, KTY, OKP, 'type of the key')
  requireMember(key, -1, 6, 'curve')
  const x = bytesOf(key, -2, 32)
  requireLargeOrder(x)
  return { jwk: { kty: 'OKP', crv: 'Ed25519', x: base64url(x) }, algorithm: { name: 'Ed25519' } }
}

/** Lengths of a modulus in bytes: 2048 bits at least (RFC 8812, section 2), and what can still be verified quickly at most. */
const MODULUS = { least: 256, most: 1024 } as const

/** With an exponent of 1 a message is its own signature; an even one has no private key. */
function requireExponent(exponent: Uint8Array): void {
  const [first = 0] = exponent
  const last = exponent.at(-1) ?? 0
  const isOne = exponent.length === 1 && last === 1
  if (exponent.length > 8 || first === 0 || last % 2 === 0 || isOne) {
    throw new Error('The exponent is none of an RSA key')
  }
}

const rsa =
  (name: 'RSASSA-PKCS1-v1_5' | 'RSA-PSS', hash: string): ToImportable =>
  (key) => {
    requireMember(key, KTY, RSA, 'type of the key')
    const [n, e] = [bytesOf(key, -1), bytesOf(key, -2)]
    const isModulus = n.length >= MODULUS.least && n.length <= MODULUS.most
    // RFC 8230, section 4: no leading zeros.
    if (!isModulus || n[0] === 0 || (n.at(-1) ?? 0) % 2 === 0) {
      throw new Error('The modulus is none of an RSA key of 2048 bits or more')
    }
    requireExponent(e)
    return {
      jwk: { kty: 'RSA', n: base64url(n), e: base64url(e) },
      algorithm: { name, hash },
    }
  }

const mlDsa =
  (alg: string, length: number): ToImportable =>
  (key) => {
    requireMember(key, KTY, AKP, 'type of the key')
    return {
      jwk: { kty: 'AKP', alg, pub: base64url(bytesOf(key, -1, length)) },
      algorithm: { name: alg },
    }
  }

/**
 * The algorithms that the package verifies (IANA COSE Algorithms), each with the one kind of key it has here: Web Authentication Level
 * 3, section 5.8.5, ties ES256, ES384, ES512 and EdDSA to a curve each. ES256K is verified by no version of it, and SHA-1 is left out.
 */
const KEYS: ReadonlyMap<number, ToImportable> = new Map([
  [-7, ec(1, 'P-256', 32)],
  [-35, ec(2, 'P-384', 48)],
  [-36, ec(3, 'P-521', 66)],
  [-8, ed25519],
  [-257, rsa('RSASSA-PKCS1-v1_5', 'SHA-256')],
  [-258, rsa('RSASSA-PKCS1-v1_5', 'SHA-384')],
  [-259, rsa('RSASSA-PKCS1-v1_5', 'SHA-512')],
  [-37, rsa('RSA-PSS', 'SHA-256')],
  [-38, rsa('RSA-PSS', 'SHA-384')],
  [-39, rsa('RSA-PSS', 'SHA-512')],
  [-48, mlDsa('ML-DSA-44', 1312)],
  [-49, mlDsa('ML-DSA-65', 1952)],
  [-50, mlDsa('ML-DSA-87', 2592)],
])

/**
 * Checks the public key of a new credential: its type, curve, lengths and algorithm fit, it was asked for, not everybody can sign with
 * it, and Web Crypto imports it, which refuses points that are not on the curve. Otherwise its owner would keep a passkey that never
 * signs in, or one that does for everybody (Web Authentication Level 3, section 7.1, steps 20 and 21).
 *
 * @param bytes - in COSE
 * @param algorithms - those that were asked for
 * @throws Error when it cannot be used
 */
export async function requireUsableKey(
  { decodeCredentialPublicKey }: ServerLibrary,
  bytes: Uint8Array<ArrayBuffer>,
  algorithms: readonly number[],
): Promise<void> {
  const decoded: unknown = decodeCredentialPublicKey(bytes)
  if (!(decoded instanceof Map)) throw new Error('The key is none in COSE')
  // Labels of other types than numbers are never looked up.
  const key = decoded as CoseKey
  const algorithm = key.get(ALG)
  const toImportable = typeof algorithm === 'number' ? KEYS.get(algorithm) : undefined
  if (typeof algorithm !== 'number' || !toImportable || !algorithms.includes(algorithm)) {
    throw new Error('The algorithm of the key was not asked for, or cannot be verified')
  }
  const { jwk, algorithm: imported } = toImportable(key)
  await crypto.subtle.importKey('jwk', jwk, imported, true, ['verify'])
}
