import type {
  Adapter,
  AdapterRecords,
  AdapterRevocation,
  RevocationRange,
} from '@latchstring/core/adapters'
import { MemoryDevices } from '../../adapters/memory-devices.ts'

/** A store in memory that knows endings and devices and nothing else, and can be switched off. */
export interface ControlStore {
  readonly adapter: Adapter
  /** Entries of the feed, in its order; a test may add some, or take some out. */
  readonly feed: AdapterRevocation[]
  readonly devices: MemoryDevices
  /** Names of the methods that were called, in order. */
  readonly calls: string[]
  /** While it is set, every method throws. */
  isAway: boolean
}

const VERBS = ['get', 'find', 'insert', 'change', 'drop', 'clear', 'deleteExpired'] as const

/** The verbs, whose calls are counted. */
function calling(records: AdapterRecords, called: (name: string) => void): AdapterRecords {
  const verbs = VERBS.map((verb): [string, unknown] => [
    verb,
    async (...args: readonly unknown[]) => {
      called(`records.${verb}`)
      const answer: unknown = Reflect.apply(records[verb], records, args)
      return answer
    },
  ])
  // Each verb is what it was.
  return { ...records, ...(Object.fromEntries(verbs) as Partial<AdapterRecords>) }
}

/** Makes a store of endings and devices. */
export function createControlStore(): ControlStore {
  const feed: AdapterRevocation[] = []
  const devices = new MemoryDevices()
  const calls: string[] = []
  const called = (name: string): void => {
    calls.push(name)
    if (store.isAway) throw new Error('The store is away.')
  }
  const adapter: Adapter = {
    capabilities: { revocationFeed: true, records: true },
    records: calling(devices.records, called),
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
  }
  const store: ControlStore = { adapter, feed, devices, calls, isAway: false }
  return store
}

/** The same store as another process sees it. */
export const otherProcess = ({ adapter }: ControlStore): Adapter => ({ ...adapter })
