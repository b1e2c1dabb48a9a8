import { createHash } from 'node:crypto'
import { type AdapterRecords, devices, type StoredRecord } from '@latchstring/core/adapters'
import { recordVerbs } from './memory-records.ts'

/** A device of the list, with its times as dates. */
export interface ListedDevice {
  readonly sessionId: string
  readonly userId: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expires: Date
  readonly label: string | null
  readonly place: string | null
  readonly provider: string | null
  readonly providerSession: string | null
  readonly providerSubject: string | null
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

function toRow(device: ListedDevice): StoredRecord {
  const { createdAt, lastSeenAt, expires } = device
  const session = digest(device.sessionId)
  const times = {
    createdAt: createdAt.getTime(),
    lastSeenAt: lastSeenAt.getTime(),
    expires: expires.getTime(),
  }
  const values = {
    ...device,
    ...times,
    session,
    providerSession: device.providerSession ?? session,
  }
  return { values, version: 1 }
}

function toDevice({ values }: StoredRecord): ListedDevice {
  const { session, createdAt, lastSeenAt, expires, providerSession, ...row } = values
  const times = {
    createdAt: new Date(Number(createdAt)),
    lastSeenAt: new Date(Number(lastSeenAt)),
    expires: new Date(Number(expires)),
  }
  const at = { providerSession: providerSession === session ? null : providerSession }
  // The core has checked the fields of the row.
  return { ...row, ...times, ...at } as ListedDevice
}

/** Rows of devices in memory, which a test reads and writes by the ids of their sessions. */
export class MemoryDevices {
  readonly #tables: Map<string, Map<string, StoredRecord>> = new Map()
  readonly records: AdapterRecords

  /** @param isUser - whether a user can have devices. Default: every one can */
  constructor(isUser: (id: string) => boolean = () => true) {
    this.records = recordVerbs({ records: this.#tables }, isUser)
  }

  get #rows(): Map<string, StoredRecord> {
    const rows = this.#tables.get(devices.name) ?? new Map<string, StoredRecord>()
    this.#tables.set(devices.name, rows)
    return rows
  }

  get size(): number {
    return this.#rows.size
  }

  /** All devices, in the order in which they were added. */
  values(): readonly ListedDevice[] {
    return [...this.#rows.values()].map(toDevice)
  }

  keys(): readonly string[] {
    return this.values().map(({ sessionId }) => sessionId)
  }

  get(sessionId: string): ListedDevice | undefined {
    return this.values().find((device) => device.sessionId === sessionId)
  }

  has(sessionId: string): boolean {
    return this.get(sessionId) !== undefined
  }

  /** Adds a device, or replaces the one of the session. */
  set(device: ListedDevice): void {
    const row = toRow(device)
    this.#rows.set(JSON.stringify([row.values['userId'], row.values['session']]), row)
  }

  /** Has these devices and no others. */
  replace(...all: readonly ListedDevice[]): void {
    this.clear()
    for (const device of all) this.set(device)
  }

  delete(sessionId: string): void {
    for (const [key, { values }] of this.#rows) {
      if (values['sessionId'] === sessionId) this.#rows.delete(key)
    }
  }

  clear(): void {
    this.#rows.clear()
  }
}
