import type {
  Adapter,
  AdapterDevice,
  AdapterRevocation,
  RevocationRange,
} from '@latchstring/core/adapters'

/** A store in memory that knows endings and devices and nothing else, and can be switched off. */
export interface ControlStore {
  readonly adapter: Adapter
  /** Entries of the feed, in its order; a test may add some, or take some out. */
  readonly feed: AdapterRevocation[]
  readonly devices: Map<string, AdapterDevice>
  /** Names of the methods that were called, in order. */
  readonly calls: string[]
  /** While it is set, every method throws. */
  isAway: boolean
}

/** Makes a store of endings and devices. */
export function createControlStore(): ControlStore {
  const feed: AdapterRevocation[] = []
  const devices = new Map<string, AdapterDevice>()
  const calls: string[] = []
  const called = (name: string): void => {
    calls.push(name)
    if (store.isAway) throw new Error('The store is away.')
  }
  const adapter: Adapter = {
    capabilities: { revocationFeed: true, devices: true },
    async appendRevocations(entries) {
      called('appendRevocations')
      feed.push(...structuredClone([...entries]))
    },
    async listRevocations({ after = '0', limit }: RevocationRange) {
      called('listRevocations')
      return feed
        .map((entry, index) => ({ ...structuredClone(entry), cursor: String(index + 1) }))
        .filter(({ cursor }) => Number(cursor) > Number(after))
        .slice(0, limit)
    },
    async getRevocation({ kind, key }) {
      called('getRevocation')
      const found = feed.filter((one) => one.kind === kind && one.key === key)
      return structuredClone(found.toSorted((a, b) => b.generation - a.generation)[0] ?? null)
    },
    async putDevice(device, options) {
      called('putDevice')
      if (options?.ifPresent === true && !devices.has(device.sessionId)) return
      devices.set(device.sessionId, structuredClone(device))
    },
    async listDevicesByUserId(userId) {
      called('listDevicesByUserId')
      return structuredClone([...devices.values()].filter((device) => device.userId === userId))
    },
    async listDevicesByProviderSession(key) {
      called('listDevicesByProviderSession')
      return structuredClone([...devices.values()].filter((one) => one.providerSession === key))
    },
    async deleteDevice(sessionId) {
      called('deleteDevice')
      devices.delete(sessionId)
    },
  }
  const store: ControlStore = { adapter, feed, devices, calls, isAway: false }
  return store
}

/** The same store as another process sees it. */
export const otherProcess = ({ adapter }: ControlStore): Adapter => ({ ...adapter })
