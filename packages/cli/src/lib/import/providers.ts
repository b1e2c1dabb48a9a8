import type { AuthConfig } from '@latchstring/core'
import { UsageError } from '../arguments.ts'

/** Providers that better-auth calls otherwise. */
const OTHER_NAMES: Readonly<Record<string, string>> = { microsoft: 'microsoft-entra-id' }

/**
 * Providers whose accounts have other ids here, by `accountSubject` of better-auth 1.7.25: `oid` in place of `sub` (Microsoft), the user without
 * the workspace (Slack), `user_id` in place of the identity URL (Salesforce), and `id` in place of `sub` (Polar).
 */
const OTHER_IDS: ReadonlySet<string> = new Set(['microsoft', 'polar', 'salesforce', 'slack'])

/** A provider of the application, as accounts name it. */
export interface TargetProvider {
  readonly id: string
  readonly type: 'oauth' | 'oidc'
}

/** Where the accounts of a provider of better-auth go, or why they cannot. */
export type FoundProvider = TargetProvider | 'no-provider' | 'other-ids'

interface Described {
  readonly id: string
  readonly type: string
  readonly checkUserHandle?: boolean
}

/** What a provider says of itself; factories may be left uncalled. */
function describe(provider: AuthConfig['providers'][number]): Described {
  const { options, ...own } = typeof provider === 'function' ? provider() : provider
  return { ...own, ...options }
}

/** Providers of the application that something is moved to. */
export interface TargetProviders {
  find(source: string): FoundProvider
  /** The provider of passkeys. */
  readonly passkeys: Described | undefined
}

/**
 * Reads the providers of a configuration.
 *
 * @param given - ids of providers here, by those that better-auth has
 * @throws UsageError for an id that the configuration does not have
 */
export function readProviders(
  { providers }: Pick<AuthConfig, 'providers'>,
  given: Readonly<Record<string, string>>,
): TargetProviders {
  const all = providers.map(describe)
  const find = (id: string): TargetProvider | undefined => {
    const found = all.find((one) => one.id === id)
    return found?.type === 'oauth' || found?.type === 'oidc' ? { id, type: found.type } : undefined
  }
  for (const id of Object.values(given)) {
    if (find(id) === undefined) {
      throw new UsageError(
        `--providers: the configuration has no OAuth provider ${JSON.stringify(id)}.`,
      )
    }
  }
  return {
    find(source) {
      const named = Object.hasOwn(given, source) ? given[source] : undefined
      if (named !== undefined) return find(named) ?? 'no-provider'
      const found = find(OTHER_NAMES[source] ?? source)
      return found && OTHER_IDS.has(source) ? 'other-ids' : (found ?? 'no-provider')
    },
    passkeys: all.find(({ type }) => type === 'webauthn'),
  }
}
