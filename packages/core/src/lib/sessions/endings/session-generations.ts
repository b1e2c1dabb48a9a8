import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import type { Account } from '../../types/account.ts'
import type { IssuedAfter, ProviderMarks } from './claims.ts'
import { openFeed } from './look-up.ts'
import { providerKeys, type ProviderSession } from './provider-keys.ts'

/** The recipient of a session. */
interface Recipient {
  /** Id of the user; without one the sessions of the user cannot be ended. */
  readonly owner: string | undefined
  /** The session at the provider that signed the user in, where it named one. */
  readonly providerSession?: (ProviderSession & { readonly issuer: string }) | undefined
}

/** The stored marks of the session at the provider, where that can end one here. */
export async function findMarks(
  config: Pick<ResolvedConfig, 'revocation' | 'session'>,
  { providerSession: at }: Pick<Recipient, 'providerSession'>,
): Promise<Omit<ProviderMarks, 'g' | 'n'> | undefined> {
  if (!at || (!config.revocation && !config.session.devices)) return undefined
  const { session, user } = await providerKeys(at.issuer, at)
  return {
    ...(session === undefined ? {} : { s: session }),
    ...(user === undefined ? {} : { u: user }),
  }
}

/**
 * Which endings a session comes after that is issued now: every one that the store knows of.
 *
 * @throws AdapterError when the store cannot tell
 */
export async function findIssuedAfter(
  config: ResolvedConfig,
  recipient: Recipient,
): Promise<IssuedAfter | undefined> {
  const open = openFeed(config)
  if (!open) return undefined
  const { feed, use } = open
  const { owner } = recipient
  const marks = await findMarks(config, recipient)
  await feed.pullNow(use)
  const find = async (key: string | undefined): Promise<AdapterRevocation | null> =>
    key === undefined ? null : use.store().getRevocation({ kind: 'provider', key })
  // One that the provider named is over for good, also where it was ended during the sign-in.
  const isNamed = recipient.providerSession?.sid !== undefined
  const [ended, unnamed] = await Promise.all([find(marks?.u), find(isNamed ? undefined : marks?.s)])
  const times = [ended, unnamed].map((entry) => entry?.at.getTime() ?? 0)
  return {
    owner,
    since: Math.max(feed.epoch.at, ...times),
    generation: (owner === undefined ? undefined : feed.user(owner)?.generation) ?? 0,
    epoch: feed.epoch.generation,
    provider: marks && {
      ...marks,
      ...(ended ? { g: ended.generation } : {}),
      ...(unnamed ? { n: unnamed.generation } : {}),
    },
  }
}

/** The provider, and the session there, that a device signed in with. */
interface Source {
  readonly provider: string | null
  readonly providerSession: string | null
  readonly providerSubject: string | null
}

/** The sign-in of a device, for the list of devices. */
export function toDeviceSource(
  { account }: { readonly account: Account | null },
  marks: Pick<ProviderMarks, 's' | 'u'> = {},
): Source {
  return {
    provider: account?.provider ?? null,
    providerSession: marks.s ?? null,
    providerSubject: marks.u ?? null,
  }
}
