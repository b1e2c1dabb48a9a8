import type { Step } from '../explore.ts'
import type { Fields, Records, Table } from '../records.ts'
import type { Scene } from '../scene.ts'

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

const replace =
  (sessions: Sessions, order: readonly Part[]) =>
  async (records: Records, step: Step): Promise<'replaced'> => {
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
const signIn =
  (sessions: Sessions, from: From) =>
  async (records: Records, step: Step): Promise<boolean> => {
    const before = await step(() => sessions.generation)
    const row = await records.get(passwords, 'ada')
    if (row?.fields.hash !== 'old') return false
    await step(() => sessions.issue(from === 'proof' ? before : sessions.generation))
    return true
  }

/** A password that is replaced during a sign-in with it. */
export const replacedPassword = (
  order: readonly Part[] = ['end', 'write', 'end'],
  from: From = 'proof',
): Scene => {
  const sessions = new Sessions()
  return {
    before: (records) => records.insert(passwords, { userId: 'ada', hash: 'old' }),
    programs: [replace(sessions, order), signIn(sessions, from)],
    check: async ({ endings: [replaced], records }) => {
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
