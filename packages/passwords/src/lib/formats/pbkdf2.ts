import { Buffer } from 'node:buffer'
import { pbkdf2 as derive } from 'node:crypto'
import {
  equalBytes,
  LONGEST_HASH,
  SHORTEST_HASH,
  type PasswordFormat,
  type ReadHash,
} from '../hashing/format.ts'

const DIGESTS: Readonly<Record<string, string>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha1': 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
  pbkdf2_sha1: 'sha1',
  pbkdf2_sha256: 'sha256',
}

/** Bytes that one run of a digest gives. */
const SIZES: Readonly<Record<string, number>> = { sha1: 20, sha256: 32, sha512: 64 }

interface Pbkdf2Task {
  readonly digest: string
  readonly rounds: number
  readonly salt: string | Uint8Array
  readonly hash: Uint8Array
}

function readPbkdf2({ digest, rounds, salt, hash }: Pbkdf2Task): ReadHash | undefined {
  if (rounds < 1 || hash.length < SHORTEST_HASH || hash.length > LONGEST_HASH) return undefined
  return {
    memory: 8192,
    time: (rounds * Math.ceil(hash.length / (SIZES[digest] ?? 1))) / 700,
    matches: (password) =>
      new Promise((resolve, reject) => {
        derive(password, salt, rounds, hash.length, digest, (error, key) => {
          if (error) reject(error)
          else resolve(equalBytes(key, hash))
        })
      }),
  }
}

/** passlib writes `.` for `+`. */
const fromAdapted = (text: string): Uint8Array => Buffer.from(text.replaceAll('.', '+'), 'base64')

/** `$pbkdf2-sha256$29000$salt$hash` of passlib, `$pbkdf2-sha256$i=600000,l=32$salt$hash` of the PHC string format. */
export const phcPbkdf2: PasswordFormat = {
  name: 'PBKDF2',
  read(stored) {
    const parts =
      /^\$(pbkdf2(?:-sha\d+)?)\$(?:i=)?(\d{1,9})(?:,l=\d+)?\$([A-Za-z0-9./+]+)\$([A-Za-z0-9./+]+)$/.exec(
        stored,
      )
    const digest = DIGESTS[parts?.[1] ?? '']
    if (!parts || digest === undefined) return undefined
    const [, , rounds, salt = '', hash = ''] = parts
    return readPbkdf2({
      digest,
      rounds: Number(rounds),
      salt: fromAdapted(salt),
      hash: fromAdapted(hash),
    })
  },
}

/** `pbkdf2_sha256$600000$salt$hash` of Django, whose salt is the text itself. */
export const djangoPbkdf2: PasswordFormat = {
  name: 'Django',
  read(stored) {
    const parts = /^(pbkdf2_sha(?:1|256))\$(\d{1,9})\$([^$]{1,128})\$([A-Za-z0-9+/]+=*)$/.exec(
      stored,
    )
    const digest = DIGESTS[parts?.[1] ?? '']
    if (!parts || digest === undefined) return undefined
    const [, , rounds, salt = '', hash = ''] = parts
    return readPbkdf2({ digest, rounds: Number(rounds), salt, hash: Buffer.from(hash, 'base64') })
  },
}

const ASPNET_DIGESTS = ['sha1', 'sha256', 'sha512']

/** A hash of ASP.NET Identity in base64: a byte for the version, then what it needs. */
export const aspNet: PasswordFormat = {
  name: 'ASP.NET Identity',
  read(stored) {
    if (!/^A[A-Za-z0-9+/]{60,}=*$/.test(stored)) return undefined
    const bytes = Buffer.from(stored, 'base64')
    if (bytes[0] === 0 && bytes.length === 49) {
      const [salt, hash] = [bytes.subarray(1, 17), bytes.subarray(17)]
      return readPbkdf2({ digest: 'sha1', rounds: 1000, salt, hash })
    }
    const digest = ASPNET_DIGESTS[bytes.readUInt32BE(1)]
    const saltLength = bytes.readUInt32BE(9)
    if (bytes[0] !== 1 || digest === undefined || saltLength > bytes.length - 29) return undefined
    const salt = bytes.subarray(13, 13 + saltLength)
    const hash = bytes.subarray(13 + saltLength)
    return readPbkdf2({ digest, rounds: bytes.readUInt32BE(5), salt, hash })
  },
}
