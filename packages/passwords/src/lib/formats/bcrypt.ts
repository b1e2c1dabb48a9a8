import { Buffer } from 'node:buffer'
import { createHash, createHmac } from 'node:crypto'
import type { PasswordFormat, ReadHash } from '../hashing/format.ts'

/** A stored hash of bcrypt cannot be compared, because the package `bcryptjs` is not installed. */
export class BcryptMissing extends Error {
  override readonly name = 'BcryptMissing'

  constructor(options?: ErrorOptions) {
    super('A stored password is a hash of bcrypt: npm install bcryptjs', options)
  }
}

/** The part of `bcryptjs` that is used. */
interface Bcrypt {
  compare(password: string, hash: string): Promise<boolean>
}

async function loadBcrypt(): Promise<Bcrypt> {
  try {
    const loaded: { default: Bcrypt } = await import('bcryptjs')
    return loaded.default
  } catch (cause) {
    throw new BcryptMissing({ cause })
  }
}

/** Bytes of a password that bcrypt looks at. */
const LONGEST = 72

const SHAPE = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/

/** bcrypt of a password, or of what a system makes of it first. */
function readBcrypt(
  hash: string,
  prepare: (password: string) => string = (password) => password,
): ReadHash | undefined {
  const cost = Number(SHAPE.exec(hash)?.[1] ?? 0)
  if (cost < 4) return undefined
  return {
    memory: 8192,
    // On the thread that everything runs on, so that it counts twice.
    time: 2 ** cost / 7,
    async matches(password) {
      const prepared = prepare(password)
      // bcrypt stops there, and the same password without the rest would be right.
      if (prepared.includes('\0')) return false
      return (await loadBcrypt()).compare(prepared, hash)
    },
    cuts: (password) => Buffer.byteLength(prepare(password)) > LONGEST,
  }
}

const DJANGO = 'bcrypt_sha256$'

const sha256Hex = (password: string): string => createHash('sha256').update(password).digest('hex')

/** WordPress 6.8: bcrypt would not look at what is beyond 72 bytes. */
const wordPress = (password: string): string =>
  createHmac('sha384', 'wp-sha384').update(password).digest('base64')

/** `$2b$12$…`, also with what Django (`bcrypt$`, `bcrypt_sha256$`) and WordPress (`$wp`) put in front. */
export const bcrypt: PasswordFormat = {
  name: 'bcrypt',
  read(stored) {
    if (stored.startsWith(DJANGO)) return readBcrypt(stored.slice(DJANGO.length), sha256Hex)
    if (stored.startsWith('bcrypt$')) return readBcrypt(stored.slice('bcrypt$'.length))
    if (stored.startsWith('$wp$2')) return readBcrypt(stored.slice('$wp'.length), wordPress)
    return readBcrypt(stored)
  },
}
