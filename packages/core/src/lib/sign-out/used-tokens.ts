import type { ResolvedConfig } from '../config/resolved-config.ts'
import { memoize } from '../kit/cache.ts'
import { sha256 } from '../crypto/hash.ts'
import type { Adapter } from '../types/adapter.ts'
import type { LogoutToken } from './logout-token.ts'

/** How many tokens a process remembers: more than providers send in five minutes. */
const MAX_REMEMBERED_TOKENS = 10_000

/** Tokens that this process has seen, with the end of their validity, for each application without a store to share them. */
const rememberedBy = memoize((_application: object) => new Map<string, number>())

/** Tokens that a counter has recorded and whose endings failed in this process: each may be used once more. For each application. */
const failedBy = memoize((_application: object) => new Set<string>())

/** Whether a token may be used, and functions to report the result. */
interface TokenUse {
  readonly isNew: boolean
  /** Called after the sessions have ended. */
  readonly done: () => Promise<void>
  /** Called after a failure: the provider may send the token again. */
  readonly failed: () => void
}

const nothing = (): void => undefined

type FeedMethods = Required<Pick<Adapter, 'appendRevocations' | 'getRevocation'>>

async function useInFeed(
  { appendRevocations, getRevocation }: FeedMethods,
  key: string,
  { now, expires }: { readonly now: number; readonly expires: number },
): Promise<TokenUse> {
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
): Promise<TokenUse> {
  const failed = failedBy(application)
  const validFor = Math.max(1, expires - now)
  const spent = await spend({ key, interval: validFor, burst: validFor, now })
  return {
    isNew: failed.delete(key) || spent.allowed,
    done: async () => undefined,
    failed() {
      const [oldest = ''] = failed
      if (failed.size >= MAX_REMEMBERED_TOKENS) failed.delete(oldest)
      failed.add(key)
    },
  }
}

function useInMemory(
  application: object,
  key: string,
  { now, expires }: { readonly now: number; readonly expires: number },
): TokenUse {
  const remembered = rememberedBy(application)
  // The map is in the order of arrival, so the oldest come first.
  for (const [old, end] of remembered) {
    if (end > now) break
    remembered.delete(old)
  }
  const isNew = !remembered.has(key)
  const [oldest = ''] = remembered.keys()
  // A repeated token takes no room.
  if (isNew && remembered.size >= MAX_REMEMBERED_TOKENS) remembered.delete(oldest)
  remembered.set(key, expires)
  return {
    isNew,
    done: async () => undefined,
    failed: () => void remembered.delete(key),
  }
}

/**
 * Whether a logout token has not been used before (OpenID Connect Back-Channel Logout 1.0, section 2.6). Uses are recorded in the feed
 * of endings, else in a counter of the store, else in this process, for as long as the token is accepted.
 */
export async function useLogoutToken(
  { adapter, application, clock }: Pick<ResolvedConfig, 'adapter' | 'application' | 'clock'>,
  { issuer, id, expires }: LogoutToken,
): Promise<TokenUse> {
  const now = clock()
  const hash = await sha256(`logout-token\0${issuer}\0${id}`)
  const capabilities = adapter?.capabilities
  if (adapter && capabilities?.revocationFeed) {
    // Configuration has checked the methods of a declared capability.
    return useInFeed(adapter as Adapter & FeedMethods, `jti:${hash}`, { now, expires })
  }
  if (adapter?.spend && capabilities?.counters) {
    // Configuration has checked the methods of a declared capability.
    return useByCounter(adapter as Adapter & SpendMethod, hash, { application, now, expires })
  }
  return useInMemory(application, hash, { now, expires })
}
