import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { ProviderMarks, Standing } from './claims.ts'
import { openFeed } from './look-up.ts'
import { providerKeys, type ProviderSession } from './provider-keys.ts'

/** Who a session is for. */
export interface Issued {
  /** Id of the user; nobody can end the sessions of a user without one. */
  readonly owner: string | undefined
  /** The session at the provider that signed the user in, where it named one. */
  readonly at?: (ProviderSession & { readonly issuer: string }) | undefined
}

/** What the tokens of a session say of the one at the provider. */
export async function marksFor(at: Issued['at']): Promise<Omit<ProviderMarks, 'g'> | undefined> {
  if (!at) return undefined
  const { session, user } = await providerKeys(at.issuer, at)
  return {
    ...(session === undefined ? {} : { s: session }),
    ...(user === undefined ? {} : { u: user }),
  }
}

/**
 * What a session says that is issued now: it comes after every ending that the store knows of.
 *
 * @throws AdapterError when the store cannot tell
 */
export async function newStanding(
  config: ResolvedConfig,
  { owner, at }: Issued,
): Promise<Standing | undefined> {
  const open = openFeed(config)
  if (!open) return undefined
  const { feed, use } = open
  const marks = await marksFor(at)
  await feed.pullNow(use)
  const ended =
    marks?.u === undefined
      ? null
      : await use.store().getRevocation({ kind: 'provider', key: marks.u })
  return {
    owner,
    generation: (owner === undefined ? undefined : feed.user(owner)?.generation) ?? 0,
    epoch: feed.epoch.generation,
    provider: marks && { ...marks, ...(ended ? { g: ended.generation } : {}) },
  }
}
