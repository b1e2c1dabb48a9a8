import type { AdapterRevocation, AdapterSpend, RevocationRange } from '@latchstring/core/adapters'

/** Tables for revocations and budgets. */
export interface ControlTables {
  readonly revocations: Map<string, AdapterRevocation>
  readonly budgets: Map<string, number>
}

/** Empty tables. */
export const createControlTables = (): ControlTables => ({
  revocations: new Map(),
  budgets: new Map(),
})

const isTime = (date: Date): boolean => !Number.isNaN(date.getTime())

/** The feed of revocations. A cursor is the number of an entry. */
const feed = ({ revocations }: ControlTables) => ({
  appendRevocations: async (entries: readonly AdapterRevocation[]) => {
    const kept = structuredClone(entries)
    if (!kept.every(({ at, expires }) => isTime(at) && isTime(expires))) {
      throw new TypeError('an entry without a time')
    }
    for (const entry of kept) revocations.set(String(revocations.size + 1), entry)
  },
  listRevocations: async ({ after = '0', limit }: RevocationRange) =>
    [...revocations]
      .filter(([cursor]) => Number(cursor) > Number(after))
      .slice(0, limit)
      .map(([cursor, entry]) => ({ ...structuredClone(entry), cursor })),
  getRevocation: async ({ kind, key }: Pick<AdapterRevocation, 'kind' | 'key'>) => {
    const found = [...revocations.values()].filter((one) => one.kind === kind && one.key === key)
    return structuredClone(found.toSorted((a, b) => b.generation - a.generation)[0] ?? null)
  },
})

const counters = ({ budgets }: ControlTables) => {
  const spend = async ({ key, interval, burst, now }: AdapterSpend) => {
    const next = Math.max(budgets.get(key) ?? 0, now) + interval
    const retryAfter = Math.max(0, next - now - burst)
    if (retryAfter > 0) return { allowed: false, retryAfter }
    budgets.set(key, next)
    return { allowed: true, retryAfter: 0 }
  }
  return {
    spend,
    spendAll: async (spends: readonly AdapterSpend[]) => Promise.all(spends.map(spend)),
  }
}

/** Revocations and budgets in memory. */
export const controlMethods = (tables: ControlTables) => ({
  ...feed(tables),
  ...counters(tables),
})
