import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/** What is used of the options to register with (Web Authentication Level 3, section 5.4). */
export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id?: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly pubKeyCredParams: readonly { readonly alg: number }[]
  readonly excludeCredentials?: readonly { readonly id: string }[]
  readonly authenticatorSelection?: {
    readonly residentKey?: string
    readonly userVerification?: string
  }
  readonly timeout?: number
}

/** What is used of the options to sign in with (Web Authentication Level 3, section 5.5). */
export interface RequestOptions {
  readonly challenge: string
  readonly rpId?: string
  readonly userVerification?: string
  readonly allowCredentials?: readonly {
    readonly id: string
    readonly transports?: readonly string[]
  }[]
  readonly timeout?: number
}

/** The JSON a browser makes of an answer. */
export interface CredentialJSON {
  readonly id: string
  readonly rawId: string
  readonly type: string
  readonly clientExtensionResults: object
  readonly response: Readonly<Record<string, unknown>>
}

/** How an answer differs from an honest one. */
export interface Bend {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  /** Flags of the authenticator data in place of UP and UV. */
  readonly flags?: number
  readonly counter?: number
  readonly userHandle?: string | null
  /** Answers with another credential than the last one. */
  readonly id?: string
  /** COSE algorithm written into the public key. */
  readonly algorithm?: number
  /** Makes a credential with this id in place of a random one. */
  readonly newId?: Uint8Array
  /** Registers this public key, in COSE, in place of its own. */
  readonly publicKey?: Cbor
  /** Attests in this format, with this statement. */
  readonly attestation?: readonly [format: string, statement: ReadonlyMap<Cbor, Cbor>]
}

/** A credential as it is kept between runs of a program. */
export interface KeptCredential {
  readonly id: string
  readonly userHandle: string
  /** PKCS #8, in base64. */
  readonly privateKey: string
}

/** A fake: an authenticator and the browser in front of it, in software. It signs with ES256 and attests nothing. */
export interface FakeAuthenticator {
  /** The ids it has made, in order. */
  readonly ids: readonly string[]
  create(options: CreationOptions, bend?: Bend): CredentialJSON
  get(options: RequestOptions, bend?: Bend): CredentialJSON
  /** Its credentials, for another one. */
  keep(): readonly KeptCredential[]
}

/** Flags of authenticator data (Web Authentication Level 3, section 6.1). */
export const FLAGS = { UP: 1, UV: 4, BE: 8, BS: 16, AT: 64, ED: 128 } as const

/** A CBOR value, as far as attestation objects need it (RFC 8949). */
export type Cbor = number | string | Uint8Array | ReadonlyMap<Cbor, Cbor>

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

/** Encodes a value. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    return Buffer.concat([head(3, bytes.length), bytes])
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member)])
  return Buffer.concat([head(5, value.size), ...members])
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

function uint(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** A public key in COSE (RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject, algorithm: number): Buffer {
  // They end it. Not from a JWK: Node.js 20 waits for itself for ever if it collects what has generated a key meanwhile.
  const point = key.export({ format: 'der', type: 'spki' }).subarray(-64)
  return cbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, algorithm],
      [-1, 1],
      [-2, point.subarray(0, 32)],
      [-3, point.subarray(32)],
    ]),
  )
}

/** The credential as `PublicKeyCredential.toJSON()` gives it (WebAuthn, section 5.1). */
const publicKeyCredential = (id: string, response: CredentialJSON['response']): CredentialJSON => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
})

interface Credential {
  readonly privateKey: KeyObject
  readonly userHandle: string
  readonly eligibility: number
}

/** Options of a {@link FakeAuthenticator}. */
export interface FakeAuthenticatorOptions {
  /** Origin of the page it stands before. */
  readonly origin: string
  /** What its counter starts from; it counts only with one. */
  readonly counter?: number
  /** Flags of every credential: `BE`, and `BS` with it. */
  readonly backup?: number
  /** What model it says it is, as a UUID. */
  readonly aaguid?: string
  readonly transports?: readonly string[]
  /** Credentials of an earlier one. Default: none. */
  readonly kept?: readonly KeptCredential[]
}

/** Makes an authenticator. */
export function createAuthenticator({
  origin,
  counter: start,
  backup = 0,
  aaguid = '00000000-0000-0000-0000-000000000000',
  transports = ['internal', 'hybrid'],
  kept = [],
}: FakeAuthenticatorOptions): FakeAuthenticator {
  const credentials = new Map<string, Credential>(
    kept.map(({ id, userHandle, privateKey }) => [
      id,
      {
        privateKey: createPrivateKey({
          key: Buffer.from(privateKey, 'base64'),
          format: 'der',
          type: 'pkcs8',
        }),
        userHandle,
        eligibility: backup,
      },
    ]),
  )
  let counter = start

  function clientData(type: string, challenge: string, bend: Bend): Buffer {
    const { crossOrigin = false, topOrigin } = bend
    const data = {
      type: bend.type ?? type,
      challenge: bend.challenge ?? challenge,
      origin: bend.origin ?? origin,
      crossOrigin,
      ...(topOrigin === undefined ? {} : { topOrigin }),
    }
    return Buffer.from(JSON.stringify(data))
  }

  function count(bend: Bend): Buffer {
    if (counter !== undefined) counter += 1
    return uint(bend.counter ?? counter ?? 0, 4)
  }

  const base = FLAGS.UP | FLAGS.UV

  return {
    get ids() {
      return [...credentials.keys()]
    },
    keep: () =>
      [...credentials].map(([id, { userHandle, privateKey }]) => ({
        id,
        userHandle,
        privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      })),
    create(options, bend = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const rawId = Buffer.from(bend.newId ?? randomBytes(32))
      const id = rawId.toString('base64url')
      const userHandle = options.user.id
      credentials.set(id, { privateKey, userHandle, eligibility: backup })
      const authData = Buffer.concat([
        sha256(bend.rpId ?? options.rp.id ?? new URL(origin).hostname),
        Buffer.from([(bend.flags ?? base | backup) | FLAGS.AT]),
        count(bend),
        Buffer.from(aaguid.replaceAll('-', ''), 'hex'),
        uint(rawId.length, 2),
        rawId,
        bend.publicKey === undefined
          ? coseKey(publicKey, bend.algorithm ?? -7)
          : cbor(bend.publicKey),
      ])
      const [format, statement] = bend.attestation ?? ['none', new Map<Cbor, Cbor>()]
      const attestationObject = cbor(
        new Map<Cbor, Cbor>([
          ['fmt', format],
          ['attStmt', statement],
          ['authData', authData],
        ]),
      )
      return publicKeyCredential(id, {
        clientDataJSON: clientData('webauthn.create', options.challenge, bend).toString(
          'base64url',
        ),
        attestationObject: attestationObject.toString('base64url'),
        transports,
      })
    },
    get(options, bend = {}) {
      const id = bend.id ?? [...credentials.keys()].at(-1) ?? ''
      const credential = credentials.get(id)
      if (!credential) throw new Error('The fake authenticator has no such credential.')
      const client = clientData('webauthn.get', options.challenge, bend)
      const authData = Buffer.concat([
        sha256(bend.rpId ?? options.rpId ?? new URL(origin).hostname),
        Buffer.from([bend.flags ?? base | credential.eligibility]),
        count(bend),
      ])
      const signed = Buffer.concat([authData, sha256(client)])
      const { userHandle = credential.userHandle } = bend
      return publicKeyCredential(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, credential.privateKey).toString('base64url'),
        ...(userHandle === null ? {} : { userHandle }),
      })
    },
  }
}
