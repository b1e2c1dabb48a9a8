import { InvalidConfiguration } from '@latchstring/core/errors'
import type { FeatureUser } from '@latchstring/core/features'
import type { PasswordHasher, PasswordHasherOptions } from './hashing/hasher.ts'

/** Whose a new password is. A person who registers has no id yet. */
export interface PasswordOwner {
  readonly email: string | null
  readonly name: string | null
  readonly username: string | null
}

/** Asks for known breaches whether a password is in one. */
export interface BreachOptions {
  /** Sends the request. Default: that of the process. */
  readonly fetch?: typeof globalThis.fetch
  /** Where ranges of hashes are, with a slash at the end. Default: `https://api.pwnedpasswords.com/range/` */
  readonly url?: string
}

/** Called once something is stored. A failure is logged, and the answer stays the same. */
export interface PasswordEvents {
  /** Someone has registered. */
  readonly registered?: (user: FeatureUser) => unknown
  /** A signed-in user has changed the password, or set the first one. */
  readonly changed?: (user: FeatureUser) => unknown
  /** A user has chosen another password by mail. */
  readonly reset?: (user: FeatureUser) => unknown
}

/** Options of `passwords`. */
export interface PasswordsOptions {
  /** Whether people can register. Default: true */
  readonly signUp?: boolean
  /** Whether people can have a name to sign in with beside their address. Default: false */
  readonly username?: boolean
  /**
   * Characters of the shortest new password, from 8 to 64. Default: 8. Take 15 where no second factor is asked for (NIST SP 800-63B-4).
   */
  readonly minLength?: number
  /** Whether passwords of the list of common ones are refused. Default: true */
  readonly blocklist?: boolean
  /** Whether new passwords are looked up in known breaches, by five characters of a hash. Default: false */
  readonly breaches?: boolean | BreachOptions
  /** Words that count nothing in a password, such as the name of the application. Address, name and username never count. */
  readonly words?: readonly string[]
  /**
   * A rule of your own.
   *
   * @returns why the password is refused, as a sentence for the person; `undefined` where it may be used
   */
  readonly policy?: (
    password: string,
    owner: PasswordOwner,
  ) => string | undefined | Promise<string | undefined>
  /**
   * How passwords are hashed, and which hashes of other systems are compared; or a hasher that the process has already, so that both share
   * its queue.
   */
  readonly hash?: PasswordHasherOptions | PasswordHasher
  readonly on?: PasswordEvents
}

/** The options, complete. */
export interface Settings {
  readonly signUp: boolean
  readonly username: boolean
  readonly minLength: number
  readonly blocklist: boolean
  readonly breaches: BreachOptions | undefined
  readonly words: readonly string[]
  readonly policy: PasswordsOptions['policy']
  readonly hash: PasswordHasherOptions | PasswordHasher
  readonly on: PasswordEvents
}

/** Below it, a password that is tried online can be found (NIST SP 800-63B-4, 3.1.1.2). */
const SHORTEST = 8
const LONGEST = 64

/** What is wrong with options whose types have not been checked. */
function findFault({ minLength, words, policy, breaches }: Settings): string | undefined {
  if (!Number.isSafeInteger(minLength) || minLength < SHORTEST || minLength > LONGEST) {
    return `\`minLength\` is a whole number from ${SHORTEST} to ${LONGEST}`
  }
  if (!Array.isArray(words) || words.some((word: unknown) => typeof word !== 'string')) {
    return '`words` is a list of texts'
  }
  if (policy !== undefined && typeof policy !== 'function') return '`policy` is a function'
  return breaches?.url === undefined || /^https:\/\/.+\/$/.test(breaches.url)
    ? undefined
    : '`breaches.url` begins with https:// and ends with a slash'
}

const DEFAULTS = {
  signUp: true,
  username: false,
  minLength: SHORTEST,
  blocklist: true,
  words: [],
  policy: undefined,
  hash: {},
  on: {},
} as const

/** The options that were given; one that is `undefined` is left out. */
const givenOf = (options: PasswordsOptions): PasswordsOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

function toBreaches(breaches: PasswordsOptions['breaches']): BreachOptions | undefined {
  if (breaches === true) return {}
  return breaches === false ? undefined : breaches
}

/**
 * Reads options, where no type has been checked.
 *
 * @throws InvalidConfiguration that names the option
 */
export function readOptions(options: PasswordsOptions): Settings {
  const given = givenOf(options)
  const settings = { ...DEFAULTS, ...given, breaches: toBreaches(given.breaches) }
  const fault = findFault(settings)
  if (fault === undefined) return settings
  throw new InvalidConfiguration(`\`passwords()\` cannot be used: ${fault}.`)
}
