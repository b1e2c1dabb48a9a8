import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { phcArgon2 } from '../formats/argon2.ts'
import { bcrypt } from '../formats/bcrypt.ts'
import { djangoScrypt } from '../formats/django-scrypt.ts'
import { firebase } from '../formats/firebase.ts'
import { aspNet, djangoPbkdf2, phcPbkdf2 } from '../formats/pbkdf2.ts'
import { phpass } from '../formats/phpass.ts'
import { colonScrypt, phcScrypt } from '../formats/scrypt.ts'
import { findArgon2, type Argon2, type FoundArgon2 } from './argon2.ts'
import type { PasswordFormat, ReadHash } from './format.ts'
import { formatPhc } from './phc.ts'
import { createQueue, type Queue } from './queue.ts'
import { scrypt } from './scrypt.ts'

/** A form of stored hashes that is not among the known ones. */
export interface CustomHash {
  /** Whether a stored text is one of these hashes. */
  readonly recognise: (stored: string) => boolean
  /** Whether the password is the one that was hashed. */
  readonly verify: (password: string, stored: string) => Promise<boolean>
}

export interface PasswordHasherOptions {
  /**
   * Hashes at the same time. Default: one less than there are processors, and than threads of Node.js (four, or `UV_THREADPOOL_SIZE`), so
   * that other requests have one; at least one.
   */
  readonly atOnce?: number
  /** Hashes that wait for their turn. One more is refused with `PasswordQueueFull`. Default: 100. */
  readonly waiting?: number
  /** MiB that comparing with a stored hash may need; one that needs more is refused before any work. Default: 64. */
  readonly maxMemory?: number
  /** Another form of hashes, of the system that was there before. */
  readonly custom?: CustomHash
}

/** What comparing a password with a stored hash has shown. */
export interface PasswordCheck {
  /** Whether it is the password. */
  readonly right: boolean
  /** Whether it is right, and stored in another form or with another cost than new ones are: hash it anew. */
  readonly outdated: boolean
}

/** The stored text is no hash that can be compared; the message says why, and names no part of it. */
export class PasswordHashUnusable extends Error {
  override readonly name = 'PasswordHashUnusable'
}

/** A stored hash, or none; or what reads it when it is the turn of this password, so that no row is read for one that is refused. */
export type StoredHash = string | undefined | (() => Promise<string | undefined>)

/** Hashes passwords, and compares them with stored hashes of many systems. */
export interface PasswordHasher {
  /** How new passwords are hashed, for a report: `argon2id of node:crypto`, `argon2id of @node-rs/argon2` or `scrypt of node:crypto`. */
  readonly method: string
  /**
   * Hashes a new password.
   *
   * @param password - up to 4,096 bytes, without halves of characters
   * @returns a text of about 100 characters, with salt and cost in it
   * @throws PasswordQueueFull
   * @throws RangeError for another password
   */
  hash(password: string): Promise<string>
  /**
   * Compares a password with a stored hash. Without one, or with an empty text, it takes as long as with one of ours, and is wrong.
   * A password that `hash` refuses is wrong, and its hash is not read.
   *
   * @throws PasswordQueueFull
   * @throws PasswordHashUnusable when the stored text is no known hash, or too costly to compare
   */
  check(password: string, stored: StoredHash): Promise<PasswordCheck>
  /**
   * Whether a hash from elsewhere can be compared here. Nothing is computed.
   *
   * @throws PasswordHashUnusable that says why it cannot
   */
  examine(stored: string): void
}

const ARGON2_COST = { m: 19_456, t: 2, p: 1 }
const SCRYPT_COST = { n: 2 ** 15, r: 8, p: 3 }
const SALT = 16
const LENGTH = 32
/** Half of a character of UTF-16. */
const LONE = /\p{Surrogate}/u
const LONGEST_MILLISECONDS = 2000
const MEBIBYTE = 1_048_576

/** How passwords are spelled before they are hashed by us, so that é is é on each keyboard (NIST SP 800-63B, 3.1.1.2). */
const spelled = (password: string): string => password.normalize('NFKC')

async function hashArgon2(argon2: Argon2, password: string): Promise<string> {
  const salt = randomBytes(SALT)
  const cost = ARGON2_COST
  const hash = await argon2({ kind: 'argon2id', password, salt, length: LENGTH, cost })
  const parameters = new Map(Object.entries(cost))
  return formatPhc({ name: 'argon2id', version: 19, parameters, salt, hash })
}

async function hashScrypt(password: string): Promise<string> {
  const salt = randomBytes(SALT)
  const hash = await scrypt(password, salt, LENGTH, SCRYPT_COST)
  const parameters = new Map([
    ['ln', Math.log2(SCRYPT_COST.n)],
    ['r', SCRYPT_COST.r],
    ['p', SCRYPT_COST.p],
  ])
  return formatPhc({ name: 'scrypt', version: undefined, parameters, salt, hash })
}

/** Both are current in every process: one without Argon2 could not compare what another one has hashed anew. */
const CURRENT = ['$argon2id$v=19$m=19456,t=2,p=1$', '$scrypt$ln=15,r=8,p=3$']

const formatsWith = (argon2: Argon2 | undefined): readonly PasswordFormat[] => [
  phcArgon2(argon2),
  phcScrypt,
  bcrypt,
  colonScrypt,
  djangoPbkdf2,
  djangoScrypt,
  firebase,
  phcPbkdf2,
  phpass,
  aspNet,
]

const ofCustom = ({ recognise, verify }: CustomHash): PasswordFormat => ({
  name: 'custom',
  read(stored) {
    if (!recognise(stored)) return undefined
    return {
      memory: 0,
      time: 0,
      asTyped: true,
      // A function without types may answer with something else.
      matches: async (password) => (await verify(password, stored)) === true,
    }
  },
})

/** Reads a stored hash, and refuses what would cost too much before it is computed. */
function readStored(
  formats: readonly PasswordFormat[],
  stored: string,
  maxMemory: number,
): ReadHash {
  for (const { name, read } of formats) {
    const found = read(stored)
    if (found && (found.memory > maxMemory || found.time > LONGEST_MILLISECONDS)) {
      throw new PasswordHashUnusable(
        `A stored hash (${name}) would need ${Math.ceil(found.memory / MEBIBYTE)} MiB and about ${Math.ceil(found.time)} ms. ` +
          'Raise maxMemory if such hashes are yours.',
      )
    }
    if (found) return found
  }
  throw new PasswordHashUnusable('A stored password is no hash of a known form.')
}

function defaultAtOnce(): number {
  const threads = Number(process.env['UV_THREADPOOL_SIZE']) || 4
  return Math.max(1, Math.min(availableParallelism(), threads) - 1)
}

/** The password as it is stored by us, and as it was typed where that is another text: hashes of others were made of that. */
async function compare(read: ReadHash, password: string): Promise<boolean> {
  const ours = read.asTyped ? password : spelled(password)
  if (await read.matches(ours)) return true
  return ours !== password && read.matches(password)
}

/** How this process hashes. */
interface Made {
  readonly found: FoundArgon2 | undefined
  readonly hash: (password: string) => Promise<string>
  /** The hash of a password that does not exist. */
  readonly nothing: string
}

/** Bytes of the longest password: longer ones cost time and add nothing. */
const LONGEST_PASSWORD = 4096

/** Whether a password can be hashed: two texts with halves of characters would be stored as the same one. */
function isHashable(password: string): boolean {
  // Before it is spelled, which can make a text 18 times as long.
  if (password.length > LONGEST_PASSWORD || LONE.test(password)) return false
  return Buffer.byteLength(spelled(password)) <= LONGEST_PASSWORD
}

class Hasher implements PasswordHasher {
  readonly method: string
  readonly #make: (password: string) => Promise<string>
  readonly #formats: readonly PasswordFormat[]
  readonly #maxMemory: number
  readonly #queue: Queue
  readonly #nothing: string

  constructor(make: Made, options: PasswordHasherOptions) {
    const { found, hash, nothing } = make
    this.method = found ? `argon2id of ${found.from}` : 'scrypt of node:crypto'
    this.#make = hash
    this.#nothing = nothing
    const known = formatsWith(found?.argon2)
    this.#formats = options.custom ? [ofCustom(options.custom), ...known] : known
    this.#maxMemory = (options.maxMemory ?? 64) * MEBIBYTE
    this.#queue = createQueue(options.atOnce ?? defaultAtOnce(), options.waiting ?? 100)
  }

  async hash(password: string): Promise<string> {
    if (!isHashable(password)) {
      throw new RangeError(`A password is a text of up to ${LONGEST_PASSWORD} bytes.`)
    }
    return this.#queue(() => this.#make(spelled(password)))
  }

  async check(password: string, given: StoredHash): Promise<PasswordCheck> {
    if (!isHashable(password)) return { right: false, outdated: false }
    return this.#queue(async () => {
      const found = typeof given === 'function' ? await given() : given
      const stored = found === '' ? undefined : found
      const compared = stored ?? this.#nothing
      const read = readStored(this.#formats, compared, this.#maxMemory)
      const current = CURRENT.some((prefix) => compared.startsWith(prefix))
      const matched = await compare(read, password)
      const right = matched && stored !== undefined
      return { right, outdated: right && !current && read.cuts?.(password) !== true }
    })
  }

  examine(stored: string): void {
    readStored(this.#formats, stored, this.#maxMemory)
  }
}

/**
 * Makes what hashes passwords in this process: with Argon2id where Node.js or `@node-rs/argon2` has it, else with scrypt.
 *
 * @throws TypeError when an option is no number that makes sense
 *
 * @example
 * ```ts
 * import { createPasswordHasher } from '@latchstring/passwords/hashing'
 *
 * const hasher = await createPasswordHasher()
 * const stored = await hasher.hash('correct horse battery staple')
 * const { right, outdated } = await hasher.check('correct horse battery staple', stored)
 * ```
 */
export async function createPasswordHasher(
  options: PasswordHasherOptions = {},
): Promise<PasswordHasher> {
  for (const name of ['atOnce', 'waiting', 'maxMemory'] as const) {
    const value = options[name]
    const least = name === 'waiting' ? 0 : 1
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= least)) {
      throw new TypeError(`${name} is a whole number from ${least}`)
    }
  }
  const found = await findArgon2()
  const hash = found
    ? (password: string): Promise<string> => hashArgon2(found.argon2, password)
    : hashScrypt
  const nothing = await hash(randomBytes(SALT).toString('hex'))
  return new Hasher({ found, hash, nothing }, options)
}
