import { MissingSecret, WeakSecret } from '../errors/classes.ts'
import { randomToken } from '../crypto/random.ts'
import type { Log } from '../logger/logger.ts'

const MIN_BYTES = 32
const MIN_DISTINCT = 10

/** Why a secret can be guessed, or `undefined`. */
export function weaknessOf(secret: string): string | undefined {
  if (new TextEncoder().encode(secret).length < MIN_BYTES) {
    return `it has less than ${MIN_BYTES} bytes`
  }
  if (new Set(secret).size < MIN_DISTINCT) {
    return `it has less than ${MIN_DISTINCT} different characters`
  }
  return undefined
}

/** What decides whether a secret is good enough. */
export interface SecretPolicy {
  readonly production: boolean
  readonly acceptWeak: boolean
  readonly log: Log
}

/**
 * Checks the secrets of a configuration. In development a missing one is made up, and lasts as long as the configuration.
 *
 * @throws MissingSecret in production without a secret
 * @throws WeakSecret in production with one that can be guessed
 */
export function resolveSecrets(
  secrets: readonly string[],
  policy: SecretPolicy,
): readonly string[] {
  const { production, acceptWeak, log } = policy
  const present = secrets.filter((secret) => secret !== '')
  if (present.length === 0) {
    if (production) throw new MissingSecret('There is no `secret`, and AUTH_SECRET is not set.')
    log.error(new MissingSecret('AUTH_SECRET is not set. Sessions end when this process does.'))
    return [randomToken()]
  }
  const weakness = present.map(weaknessOf).find((reason) => reason !== undefined)
  if (weakness !== undefined && !acceptWeak) {
    const error = new WeakSecret(`The secret can be guessed: ${weakness}.`)
    if (production) throw error
    log.error(error)
  }
  return present
}
