import type { ResolvedConfig } from '../config/resolved-config.ts'
import { memoize } from '../kit/cache.ts'
import { sha256 } from '../crypto/hash.ts'
import type { Adapter } from '../types/adapter.ts'
import type { LogoutToken } from './logout-token.ts'

/** How many tokens a process remembers by itself: as many as providers send in five minutes, and more. */
const MAX_REMEMBERED = 10_000

/** Tokens that this process has seen, with when they stop being taken; for each application that has no store to share them. */
const rememberedBy = memoize((_application: object) => new Map<string, number>())

/** Tokens that a counter knows, and that this process could not do: each may be used once more. For each application. */
const failedBy = memoize((_application: object) => new Set<string>())

/** Whether a token may be used, and ways to say what came of it. */
interface Use {
  readonly isNew: boolean
  /** Called once what the token says has been done. */
  readonly done: () => Promise<void>
  /** Called where that has failed: the provider may send it again. */
  readonly failed: () => void
}

const nothing = (): void => undefined

type FeedMethods = Required<Pick<Adapter, 'appendRevocations' | 'getRevocation'>>

async function useInFeed(
  { appendRevocations, getRevocation }: FeedMethods,
  key: string,
  { now, expires }: { readonly now: number; readonly expires: number },
): Promise<Use> {
  const entry = { kind: 'provider' as const, key }
  const known = await getRevocation(entry)
  return {
    isNew: known === null,
    async done() {
      const [at, end] = [new Date(now), new Date(expires)]
      const row = { ...entry, generation: 0, reason: 'back-channel', at, expires: end }
      await appendRevocations([row])
    },
    failed: nothing,
  }
}

type SpendMethod = Required<Pick<Adapter, 'spend'>>

async function useByCounter(
  { spend }: SpendMethod,
  key: string,
  {
    application,
    now,
    expires,
  }: { readonly application: object; readonly now: number; readonly expires: number },
): Promise<Use> {
  const failed = failedBy(application)
  const lasts = Math.max(1, expires - now)
  const spent = await spend({ key, interval: lasts, burst: lasts, now })
  return {
    isNew: failed.delete(key) || spent.allowed,
    done: async () => undefined,
    failed() {
      const [oldest = ''] = failed
      if (failed.size >= MAX_REMEMBERED) failed.delete(oldest)
      failed.add(key)
    },
  }
}

function useInMemory(
  application: object,
  key: string,
  { now, expires }: { readonly now: number; readonly expires: number },
): Use {
  const remembered = rememberedBy(application)
  // In the order in which they were seen.
  for (const [old, end] of remembered) {
    if (end > now) break
    remembered.delete(old)
  }
  const isNew = !remembered.has(key)
  const [oldest = ''] = remembered.keys()
  // A token that is sent again does not make room for itself.
  if (isNew && remembered.size >= MAX_REMEMBERED) remembered.delete(oldest)
  remembered.set(key, expires)
  return {
    isNew,
    done: async () => undefined,
    failed: () => void remembered.delete(key),
  }
}

/**
 * Whether a logout token has not been used before (OpenID Connect Back-Channel Logout 1.0, section 2.6): where sessions are ended
 * by a feed, all processes know, and else a counter or this process does, for as long as the token would be taken.
 */
export async function useLogoutToken(
  { adapter, application, clock }: Pick<ResolvedConfig, 'adapter' | 'application' | 'clock'>,
  { issuer, id, expires }: LogoutToken,
): Promise<Use> {
  const now = clock()
  const hash = await sha256(`logout-token\0${issuer}\0${id}`)
  const capabilities = adapter?.capabilities
  if (adapter && capabilities?.revocationFeed) {
    // A declared capability has been checked to have its methods.
    return useInFeed(adapter as Adapter & FeedMethods, `jti:${hash}`, { now, expires })
  }
  if (adapter?.spend && capabilities?.counters) {
    // A declared capability has been checked to have its methods.
    return useByCounter(adapter as Adapter & SpendMethod, hash, { application, now, expires })
  }
  return useInMemory(application, hash, { now, expires })
}
