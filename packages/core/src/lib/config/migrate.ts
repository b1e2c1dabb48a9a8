import { InvalidConfiguration } from '../errors/classes.ts'
import type { MigrateOptions } from '../types/config.ts'
import { isBlank } from './secret-strength.ts'
import type { JWTOptions } from '../types/jwt.ts'

/** Session cookies of other libraries, newest version first, without the prefix of https. */
const COOKIES: Readonly<Record<MigrateOptions['from'], readonly string[]>> = {
  'next-auth': ['authjs.session-token', 'next-auth.session-token'],
  'better-auth': ['better-auth.session_token'],
}

/** How sessions of another library are taken over. */
export interface ResolvedMigration {
  /** Its cookies are signed names of sessions, and hold nothing themselves. */
  readonly signed: boolean
  /** Names of its session cookies, for one protocol. */
  readonly names: (secure: boolean) => readonly string[]
  readonly secrets: readonly string[]
  /** Has the decoder of the application, if there is one. */
  readonly decoder: Pick<JWTOptions, 'decode'>
  /** Domain its cookies were set for. */
  readonly domain: string | undefined
  /** Milliseconds since the epoch. */
  readonly until: number
}

/** Refuses an empty secret, which any client can guess: its variable was not set. */
function ownSecrets({ secret }: MigrateOptions): readonly string[] | undefined {
  if (secret === undefined) return undefined
  const own = typeof secret === 'string' ? [secret] : secret
  if (own.length > 0 && !own.some(isBlank)) return own
  throw new InvalidConfiguration(
    '`migrate.secret` is empty. Set it to the secret of the other library, or leave it out.',
  )
}

/**
 * Checks the `migrate` option.
 *
 * @param secrets - those of session tokens
 * @throws InvalidConfiguration when it names no other library, no day to end, or an empty secret
 */
export function resolveMigration(
  options: MigrateOptions | undefined,
  secrets: readonly string[],
  jwt: JWTOptions = {},
): ResolvedMigration | undefined {
  if (!options) return undefined
  const { from, until, domain, cookieName, decode } = options
  const end = new Date(until).getTime()
  if (!Object.hasOwn(COOKIES, from)) {
    throw new InvalidConfiguration('`migrate.from` is neither "next-auth" nor "better-auth".')
  }
  const signed = from === 'better-auth'
  if (Number.isNaN(end)) {
    throw new InvalidConfiguration('`migrate.until` is not a date, such as "2027-06-30".')
  }
  return {
    signed,
    names: (secure) => [
      ...(cookieName === undefined ? [] : [cookieName]),
      ...COOKIES[from].map((name) => (secure ? `__Secure-${name}` : name)),
    ],
    secrets: ownSecrets(options) ?? secrets,
    // What opens sealed sessions knows nothing of signed names.
    decoder: decode ? { decode } : signed ? {} : jwt,
    domain,
    until: end,
  }
}
