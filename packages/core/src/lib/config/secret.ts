import { memoize } from '../kit/cache.ts'
import { MissingSecret, WeakSecret } from '../errors/classes.ts'
import { randomToken } from '../crypto/random.ts'
import type { Log } from '../logger/logger.ts'
import { acceptWeakSecret } from '../types/symbols.ts'
import type { AuthConfig } from '../types/config.ts'
import type { JWT } from '../types/jwt.ts'
import type { Settings } from './env.ts'
import { findEmpty, findWeakness, isBlank } from './secret-strength.ts'

/**
 * The secrets of an option that may be left out. An empty text and an empty list count as left out, as an empty variable
 * does.
 *
 * @param option - name of the option, for the error
 * @throws MissingSecret when one of several is empty: a key would be derived from nothing
 */
export function configuredSecrets(
  given: string | readonly string[] | undefined,
  option: string,
): readonly string[] | undefined {
  if (!Array.isArray(given))
    return typeof given === 'string' && !isBlank(given) ? [given] : undefined
  const list: readonly string[] = given
  const empty = findEmpty(list, option)
  if (empty !== undefined) throw new MissingSecret(empty)
  return list.length === 0 ? undefined : list
}

/**
 * The secrets of a function that can do nothing without.
 *
 * @param name - of the function, for the error
 * @throws MissingSecret when there is none, or one of several is empty
 */
export function requireSecrets(
  given: string | readonly string[] | undefined,
  name: string,
): readonly string[] {
  const secrets = configuredSecrets(given, 'secret')
  if (secrets) return secrets
  throw new MissingSecret(`${name} needs a \`secret\` that is not empty.`)
}

/** The inputs of checking secrets. */
interface SecretContext {
  readonly log: Log
  /** As in `ResolvedConfig`. */
  readonly application: object
}

/** The settings that decide whether a secret is strong enough. */
export interface SecretPolicy extends SecretContext {
  readonly production: boolean
  readonly acceptWeak: boolean
}

/** The secret of an application without one, in development: the same for all configurations that its function makes. */
const generateFor = memoize((_application: object) => randomToken())

/**
 * Checks the secrets of a configuration. In development a missing one is generated, and lasts as long as the process.
 *
 * @throws MissingSecret in production without a secret
 * @throws WeakSecret in production with one that can be guessed
 */
export function resolveSecrets(
  secrets: readonly string[],
  policy: SecretPolicy,
): readonly string[] {
  const { production, acceptWeak, log, application } = policy
  const present = secrets.filter((secret) => !isBlank(secret))
  if (present.length === 0) {
    if (production) throw new MissingSecret('`secret` is missing, and AUTH_SECRET is not set.')
    log.errorOnce(new MissingSecret('AUTH_SECRET is not set. Sessions end when this process does.'))
    return [generateFor(application)]
  }
  const weakness = present.map(findWeakness).find((reason) => reason !== undefined)
  if (weakness !== undefined && !acceptWeak) {
    const error = new WeakSecret(weakness)
    if (production) throw error
    log.errorOnce(error)
  }
  return present
}

/** The secrets of everything, and those of sessions where they have their own; the first of each seals. */
export function readSecrets(
  input: Pick<AuthConfig<JWT, object>, 'secret' | 'weakSecret' | 'jwt'>,
  settings: Settings,
  { log, application }: SecretContext,
): { readonly secrets: readonly string[]; readonly jwtSecrets: readonly string[] } {
  const acceptWeak = input.weakSecret === acceptWeakSecret
  const policy = { production: settings.production, acceptWeak, log, application }
  const given = configuredSecrets(input.secret, 'secret') ?? settings.secrets
  const own = configuredSecrets(input.jwt?.secret, 'jwt.secret')
  const secrets = resolveSecrets(given, policy)
  return { secrets, jwtSecrets: own ? resolveSecrets(own, policy) : secrets }
}
