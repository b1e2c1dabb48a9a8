import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  readonly payload: AdapterPayload
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * Keeps what the provider issues in memory, so that it outlives the provider's change of keys and
 * two providers in one process share nothing.
 *
 * @returns an adapter factory for the provider's configuration
 */
export function createStorage(): (model: string) => Adapter {
  const models = new Map<string, Map<string, Entry>>()

  return (model) => {
    const entries = models.get(model) ?? new Map<string, Entry>()
    models.set(model, entries)

    function read(id: string): AdapterPayload | undefined {
      const entry = entries.get(id)
      if (entry === undefined || entry.expiresAt > Date.now()) return entry?.payload
      entries.delete(id)
      return undefined
    }

    function readBy(field: 'uid' | 'userCode', value: string): AdapterPayload | undefined {
      for (const [id, { payload }] of entries) if (payload[field] === value) return read(id)
      return undefined
    }

    return {
      async upsert(id, payload, expiresIn) {
        const expiresAt = expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1000
        entries.set(id, { payload: structuredClone(payload), expiresAt })
      },
      find: async (id) => read(id),
      findByUid: async (uid) => readBy('uid', uid),
      findByUserCode: async (userCode) => readBy('userCode', userCode),
      async consume(id) {
        const entry = entries.get(id)
        if (entry !== undefined) entry.payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(id)
      },
      async revokeByGrantId(grantId) {
        for (const [id, { payload }] of entries) if (payload.grantId === grantId) entries.delete(id)
      },
    }
  }
}
