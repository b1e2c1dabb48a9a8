import { describe, expect, it } from 'vitest'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { AdapterRevocation } from '../types/adapter-revocation.ts'
import type { Adapter } from '../types/adapter.ts'
import { useLogoutToken } from './used-tokens.ts'

const START = 1_700_000_000_000
const TOKEN = { issuer: 'https://id.example', id: 'one', expires: START + 120_000 }

function feed(): Adapter {
  const entries: AdapterRevocation[] = []
  return {
    capabilities: { revocationFeed: true },
    appendRevocations: (more) => void entries.push(...more),
    listRevocations: () => [],
    getRevocation: ({ key }) => entries.find((entry) => entry.key === key) ?? null,
  }
}

function counter(): Adapter {
  const times = new Map<string, number>()
  return {
    capabilities: { counters: true },
    spend({ key, interval, burst, now }) {
      const next = Math.max(times.get(key) ?? 0, now) + interval
      if (next - now > burst) return { allowed: false, retryAfter: next - now - burst }
      times.set(key, next)
      return { allowed: true, retryAfter: 0 }
    },
  }
}

const STORES = { 'a feed': feed, 'a counter': counter, 'no store that counts': () => ({}) }

describe.each(Object.entries(STORES))('a logout token with %s', (_, create) => {
  const open = (now = START, adapter: Adapter = create()): ResolvedConfig =>
    // What of a configuration is used.
    ({ adapter, clock: () => now }) as unknown as ResolvedConfig

  async function isNew(config: ResolvedConfig, token = TOKEN): Promise<boolean> {
    const use = await useLogoutToken(config, token)
    if (use.isNew) await use.done()
    return use.isNew
  }

  it('is accepted once during its lifetime (LGO-10)', async () => {
    const adapter = create()
    expect(await isNew(open(START, adapter))).toBe(true)
    for (const later of [0, 1, 1_000, 119_999]) {
      expect(await isNew(open(START + later, adapter))).toBe(false)
    }
  })

  it('does not affect a token with another id or from another issuer (LGO-10 LGO-12)', async () => {
    const config = open()
    expect(await isNew(config)).toBe(true)
    expect(await isNew(config, { ...TOKEN, id: 'two' })).toBe(true)
    expect(await isNew(config, { ...TOKEN, issuer: 'https://other.example' })).toBe(true)
  })
})

it('without a store, 10,000 logout tokens at most are kept in memory (LGO-14)', async () => {
  // What of a configuration is used.
  const config = { adapter: {}, clock: () => START } as unknown as ResolvedConfig
  for (let count = 0; count <= 10_000; count += 1) {
    expect((await useLogoutToken(config, { ...TOKEN, id: String(count) })).isNew).toBe(true)
  }
  expect((await useLogoutToken(config, { ...TOKEN, id: '10000' })).isNew).toBe(false)
  expect((await useLogoutToken(config, { ...TOKEN, id: '0' })).isNew).toBe(true)
})
