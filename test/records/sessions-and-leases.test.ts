import { describe, expect, test } from 'vitest'
import { explore, type Step, type World } from './src/explore.ts'
import { hold } from './src/held.ts'
import { createRecords, type Faults, type Fields, type Records, type Table } from './src/records.ts'

describe('a password that is replaced', () => {
  interface Password extends Fields {
    readonly userId: string
    readonly hash: string
  }
  const passwords: Table<Password> = { name: 'passwords', key: ({ userId }) => userId }

  /** The sessions of a user: endings are counted, and each session carries the number it was issued under. */
  class Sessions {
    generation = 0
    // One session is from before.
    readonly #issued = [0]

    readonly end = (): unknown => (this.generation += 1)
    readonly issue = (generation: number): unknown => this.#issued.push(generation)
    /** The sessions that are accepted. */
    get alive(): readonly number[] {
      return this.#issued.filter((generation) => generation >= this.generation)
    }
  }

  type Part = 'end' | 'write'

  /** From where a session has its generation. */
  type From = 'proof' | 'session'

  async function replace(
    records: Records,
    step: Step,
    sessions: Sessions,
    order: readonly Part[],
  ): Promise<'replaced'> {
    for (const part of order) {
      if (part === 'end') await step(sessions.end)
      else {
        const row = await records.get(passwords, 'ada')
        if (row) await records.change(passwords, row, { hash: 'new' })
      }
    }
    return 'replaced'
  }

  /** A sign-in with the old password. */
  async function signIn(
    records: Records,
    step: Step,
    sessions: Sessions,
    from: From,
  ): Promise<boolean> {
    const before = await step(() => sessions.generation)
    const row = await records.get(passwords, 'ada')
    if (row?.fields.hash !== 'old') return false
    await step(() => sessions.issue(from === 'proof' ? before : sessions.generation))
    return true
  }

  const make = (order: readonly Part[], from: From) => async (): Promise<World> => {
    const records = createRecords()
    await records.insert(passwords, { userId: 'ada', hash: 'old' })
    const sessions = new Sessions()
    return {
      programs: [
        (step) => replace(hold(records, step), step, sessions, order),
        (step) => signIn(hold(records, step), step, sessions, from),
      ],
      check: async ([replaced]) => {
        if (replaced?.how === 'returned') {
          return sessions.alive.length > 0 ? 'a session of the old password is left' : undefined
        }
        const isNew = (await records.get(passwords, 'ada'))?.fields.hash === 'new'
        return isNew && sessions.alive.includes(0)
          ? 'the process ended, and a session from before is left'
          : undefined
      },
    }
  }

  test('leaves no session of the old one, as it ends them before and after', async () => {
    const { bad } = await explore(make(['end', 'write', 'end'], 'proof'), ['crash', 'lost-answer'])
    expect(bad).toEqual([])
  })

  test.each([
    ['its endings all come before', ['end', 'write'], 'proof'],
    ['its endings all come after', ['write', 'end'], 'proof'],
    ['the session carries the generation of its beginning', ['end', 'write', 'end'], 'session'],
  ] as const)('leaves one where %s', async (_where, order, from) => {
    expect((await explore(make(order, from), ['crash'])).bad).not.toEqual([])
  })
})

describe('the lease of a token that is refreshed', () => {
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

  async function refresh(records: Records, step: Step, service: Service): Promise<string> {
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

  const make = (faults?: Faults) => async (): Promise<World> => {
    const records = createRecords(faults)
    await records.insert(vault, { id: '1', refresh: 'r0', leased: null })
    const service = new Service()
    const program = (step: Step): Promise<unknown> => refresh(hold(records, step), step, service)
    return {
      programs: [program, program, (step) => step(service.wait)],
      check: async (endings) => {
        if (service.ended) return service.late ? undefined : 'a refresh token was used twice'
        const isStored = endings.some((end) => end.how === 'returned' && end.value === 'refreshed')
        const row = await records.get(vault, '1')
        return isStored && row?.fields.refresh !== service.current
          ? 'the newest token is not the stored one'
          : undefined
      },
    }
  }

  test('sends each refresh token once, and stores the newest', async () => {
    expect((await explore(make())).bad).toEqual([])
  })

  test('sends one twice over a store that compares no version', async () => {
    expect((await explore(make({ byKeyAlone: true }))).bad).not.toEqual([])
  })

  test('is free again after its process ended', async () => {
    const records = createRecords()
    await records.insert(vault, { id: '1', refresh: 'r0', leased: NOW - LEASE })
    expect(await refresh(records, async (work) => work(), new Service())).toBe('refreshed')
  })
})
