import { type KeyObject, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** What a TLS server presents. */
export interface Certificate {
  /** PEM. */
  readonly key: string
  /** PEM. */
  readonly cert: string
}

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17

/** 1.2.840.10045.4.3.2, `ecdsa-with-SHA256`. */
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')
/** 2.5.4.3, `commonName`. */
const COMMON_NAME = Buffer.from('0603550403', 'hex')

const DAY = 86_400_000

/** One value in DER (ITU-T X.690, section 10). */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)
  return der(UTC_TIME, Buffer.from(`${digits}Z`))
}

/** Version 1 of X.509 (RFC 5280, section 4.1), which is enough for a browser that ignores certificate errors. */
function selfSigned(name: string, publicKey: KeyObject, privateKey: KeyObject): Buffer {
  const commonName = der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(name)))
  const distinguishedName = der(SEQUENCE, der(SET, commonName))
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const toBeSigned = der(
    SEQUENCE,
    der(INTEGER, serial),
    ECDSA_WITH_SHA256,
    distinguishedName,
    der(SEQUENCE, time(Date.now() - DAY), time(Date.now() + DAY)),
    distinguishedName,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const bits = der(BIT_STRING, Buffer.from([0]), signature)
  return der(SEQUENCE, toBeSigned, ECDSA_WITH_SHA256, bits)
}

/**
 * Creates a key and a self-signed certificate for it, valid for a day.
 *
 * @param name - host name
 * @returns both as PEM
 */
export function createCertificate(name: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const lines =
    selfSigned(name, publicKey, privateKey)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}
