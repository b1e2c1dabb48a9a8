import { Buffer } from 'node:buffer'
import { createCipheriv } from 'node:crypto'
import { equalBytes, SHORTEST_HASH, type PasswordFormat, type ReadHash } from '../hashing/format.ts'
import { scrypt, scryptMemory, scryptTime } from '../hashing/scrypt.ts'

/** What Firebase exports with its users: per user a salt and a hash, per project the rest. */
interface FirebaseHash {
  readonly salt: string
  readonly hash: string
  readonly separator: string
  readonly signerKey: string
  readonly rounds: number
  readonly memory: number
}

/** The hash is the project's key, enciphered with what scrypt makes of the password. */
function readFirebase(parts: FirebaseHash): ReadHash | undefined {
  const { rounds, memory } = parts
  if (rounds < 1 || memory < 1 || memory > 30) return undefined
  const [salt, hash, separator, key] = [
    parts.salt,
    parts.hash,
    parts.separator,
    parts.signerKey,
  ].map((text) => Buffer.from(text, 'base64'))
  if (!salt || !hash || !separator || !key || key.length < SHORTEST_HASH) return undefined
  const cost = { n: 2 ** memory, r: rounds, p: 1 }
  return {
    memory: scryptMemory(cost),
    time: scryptTime(cost),
    async matches(password) {
      const derived = await scrypt(password, Buffer.concat([salt, separator]), 32, cost)
      const cipher = createCipheriv('aes-256-ctr', derived, new Uint8Array(16))
      return equalBytes(Buffer.concat([cipher.update(key), cipher.final()]), hash)
    },
  }
}

const BASE64 = '[A-Za-z0-9+/_-]+=*'

const SUPABASE = new RegExp(
  String.raw`^\$fbscrypt\$v=1,n=(?<memory>\d{1,2}),r=(?<rounds>\d{1,3}),p=1(?:,ss=(?<separator>${BASE64}))?,sk=(?<signerKey>${BASE64})\$(?<salt>${BASE64})\$(?<hash>${BASE64})$`,
)
const KRATOS = new RegExp(
  String.raw`^\$firescrypt\$ln=(?<memory>\d{1,2}),r=(?<rounds>\d{1,3}),p=1\$(?<salt>${BASE64})\$(?<hash>${BASE64})\$(?<separator>${BASE64})\$(?<signerKey>${BASE64})$`,
)
const CLERK = new RegExp(
  String.raw`^(?<hash>${BASE64})\$(?<salt>${BASE64})\$(?<signerKey>${BASE64})\$(?<separator>${BASE64})\$(?<rounds>\d{1,3})\$(?<memory>\d{1,2})$`,
)

/** A hash of Firebase, as Supabase (`$fbscrypt$`), Kratos (`$firescrypt$`) and Clerk (six fields) write it. */
export const firebase: PasswordFormat = {
  name: 'Firebase',
  read(stored) {
    const groups = [SUPABASE, KRATOS, CLERK]
      .map((shape) => shape.exec(stored)?.groups)
      .find((found) => found !== undefined)
    if (!groups) return undefined
    const { salt = '', hash = '', separator = '', signerKey = '' } = groups
    return readFirebase({
      salt,
      hash,
      separator,
      signerKey,
      rounds: Number(groups['rounds']),
      memory: Number(groups['memory']),
    })
  },
}
