import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import type { Account } from '../../types/account.ts'
import type { IssuedAfter, ProviderMarks } from './claims.ts'
import { EVERYONE } from './copy.ts'
import type { Feed } from './feed.ts'
import { learn, openFeed, type OpenFeed } from './open-feed.ts'
import { providerKeys, type ProviderSession } from './provider-keys.ts'

/** The recipient of a session. */
interface Recipient {
  /** Id of the user; without one the sessions of the user cannot be ended. */
  readonly owner: string | undefined
  /** The session at the provider that signed the user in, where it named one. */
  readonly providerSession?: (ProviderSession & { readonly issuer: string }) | undefined
  /** When the request that proved the sign-in began, in milliseconds since the epoch. Default: after every ending. */
  readonly begunAt?: number | undefined
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

/** Makes the copy know every ending of all and of a user. */
async function catchUpWith(open: OpenFeed, owner: string | undefined): Promise<void> {
  await open.feed.pullNow(open.use)
  await learn(open, [
    { kind: 'all', key: EVERYONE },
    ...(owner === undefined ? [] : [{ kind: 'user', key: owner } as const]),
  ])
}

const timeOf = (entry: AdapterRevocation | null): number => entry?.at.getTime() ?? 0

/** Generation of the latest ending of a user, 0 where there was none. */
const generationOf = (feed: Feed, owner: string | undefined): number =>
  (owner === undefined ? undefined : feed.user(owner)?.generation) ?? 0

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
  await catchUpWith(open, owner)
  const find = async (
    kind: 'provider' | 'user',
    key: string | undefined,
  ): Promise<AdapterRevocation | null> =>
    key === undefined ? null : use.store().getRevocation({ kind, key })
  const generation = generationOf(feed, owner)
  // A generation is at least the time of its ending.
  const isLate = generation > (recipient.begunAt ?? Number.POSITIVE_INFINITY)
  const [ended, session, own] = await Promise.all([
    find('provider', marks?.u),
    find('provider', marks?.s),
    find('user', isLate ? owner : undefined),
  ])
  const [atUser, atSession, atOwner] = [timeOf(ended), timeOf(session), timeOf(own)]
  return {
    owner,
    since: Math.max(feed.epoch.at, atUser, atSession),
    endedAt: Math.max(atOwner, atUser, atSession),
    generation,
    epoch: feed.epoch.generation,
    provider: marks && {
      ...marks,
      ...(ended ? { g: ended.generation } : {}),
      ...(session ? { n: session.generation } : {}),
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
