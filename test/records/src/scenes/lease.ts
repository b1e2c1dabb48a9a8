import type { Step } from '../explore.ts'
import type { Fields, Records, Table } from '../records.ts'
import type { Scene } from '../scene.ts'

interface Vault extends Fields {
  readonly id: string
  readonly refresh: string
  readonly leased: number | null
}
const vault: Table<Vault> = { name: 'vault', key: ({ id }) => id }
const LEASE = 60_000
const NOW = 1_000_000

/** A provider that takes each refresh token once, and answers the second use by ending all of them; and a clock. */
class Service {
  now = NOW
  current = 'r0'
  ended = false
  /** Whether a lease was over before its process had stored what it got. */
  late = false
  #sent = 0

  readonly wait = (): unknown => (this.now += LEASE)
  readonly takeOver = (): unknown => (this.late = true)
  /** @returns the next refresh token */
  send(token: string): string {
    if (token !== this.current) this.ended = true
    else this.current = `r${(this.#sent += 1)}`
    return this.current
  }
}

const refresh =
  (service: Service) =>
  async (records: Records, step: Step): Promise<string> => {
    const row = await records.get(vault, '1')
    if (!row) return 'absent'
    const { leased } = row.fields
    const now = await step(() => service.now)
    if (leased !== null && now < leased + LEASE) return 'busy'
    const held = await records.change(vault, row, { leased: now })
    if (!held) return 'busy'
    if (leased !== null) service.takeOver()
    const next = await step(() => service.send(held.fields.refresh))
    const written = await records.change(vault, held, { refresh: next, leased: null })
    return written ? 'refreshed' : 'too late'
  }

const leased = (service: Service, since: number | null): Pick<Scene, 'before' | 'faults'> => ({
  before: (records) => records.insert(vault, { id: '1', refresh: service.current, leased: since }),
  faults: [],
})

/** A token that two processes refresh under a lease, which time may end. */
export const refreshedToken = (): Scene => {
  const service = new Service()
  return {
    ...leased(service, null),
    programs: [refresh(service), refresh(service), (_records, step) => step(service.wait)],
    check: async ({ endings, records }) => {
      if (service.ended) return service.late ? undefined : 'a refresh token was used twice'
      const isStored = endings.some((end) => end.how === 'returned' && end.value === 'refreshed')
      const row = await records.get(vault, '1')
      return isStored && row?.fields.refresh !== service.current
        ? 'the newest token is not the stored one'
        : undefined
    },
  }
}

/** A token whose lease is of a process that ended. */
export const abandonedLease = (): Scene => {
  const service = new Service()
  return {
    ...leased(service, NOW - LEASE),
    programs: [refresh(service)],
    check: (_after, [refreshed]) => (refreshed === 'refreshed' ? undefined : 'it is not refreshed'),
  }
}
