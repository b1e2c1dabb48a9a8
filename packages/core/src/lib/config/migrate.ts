import { InvalidConfiguration } from '../errors/classes.ts'
import type { MigrateOptions } from '../types/config.ts'

/** Session cookies of the other library, newest version first, without the prefix of https. */
const COOKIES = ['authjs.session-token', 'next-auth.session-token'] as const

/** How sessions of another library are taken over. */
export interface ResolvedMigration {
  /** Names of its session cookies, for one protocol. */
  readonly names: (secure: boolean) => readonly string[]
  readonly secrets: readonly string[]
  /** Milliseconds since the epoch. */
  readonly until: number
}

/**
 * Checks the `migrate` option.
 *
 * @throws InvalidConfiguration when it names no other library, or no day to end
 */
export function resolveMigration(
  options: MigrateOptions | undefined,
  secrets: readonly string[],
): ResolvedMigration | undefined {
  if (!options) return undefined
  const { from, until, secret } = options
  const end = new Date(until).getTime()
  if (from !== 'next-auth') throw new InvalidConfiguration('`migrate.from` is not "next-auth".')
  if (Number.isNaN(end)) {
    throw new InvalidConfiguration('`migrate.until` is not a date, such as "2027-06-30".')
  }
  const own = typeof secret === 'string' ? [secret] : secret
  return {
    names: (secure) => COOKIES.map((name) => (secure ? `__Secure-${name}` : name)),
    secrets: own ?? secrets,
    until: end,
  }
}
