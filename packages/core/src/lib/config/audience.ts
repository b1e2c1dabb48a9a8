import { toHost, type OriginPolicy } from '../http/origin.ts'
import { InvalidConfiguration } from '../errors/classes.ts'
import type { AuthConfig } from '../types/config.ts'
import {
  areNames,
  chooseAudience,
  fixed,
  listedHosts,
  named,
  UNNAMED,
  type Audience,
} from './audience-kinds.ts'
import type { Settings } from './env.ts'

export type { Audience }

function readNames(given: AuthConfig['audience'], fromEnv: string | undefined): readonly string[] {
  if (given === undefined) return fromEnv === undefined ? [] : [fromEnv]
  const names = typeof given === 'string' ? [given] : given
  if (areNames(names)) return names
  throw new InvalidConfiguration(
    '`audience` is empty. Name the application, or leave the option out.',
  )
}

function byOrigin(policy: OriginPolicy, { deployment }: Settings): Audience {
  if (policy.kind === 'fixed') return fixed(toHost(policy.origin.href))
  if (policy.kind === 'listed') return listedHosts(policy.hosts)
  return named([deployment ?? UNNAMED])
}

/**
 * The audience of a configuration: its names, else the domain of its session cookie, else its hosts, else the name that the
 * platform gives the deployment.
 *
 * @throws InvalidConfiguration when a name is empty
 */
export function resolveAudience(
  { audience, cookies }: Pick<AuthConfig, 'audience' | 'cookies'>,
  policy: OriginPolicy,
  settings: Settings,
): Audience {
  const names = readNames(audience, settings.audience)
  return chooseAudience(names, cookies?.sessionToken?.options?.domain, () =>
    byOrigin(policy, settings),
  )
}
