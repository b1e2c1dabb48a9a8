import type { RecordTable, StoredRecord } from '@latchstring/core/adapters'
import {
  type Ending,
  explore,
  type Explored,
  type Fault,
  type Step,
} from '../records/src/explore.ts'
import type { Attacked } from './record-attacks.ts'

/** An adapter whose commands are steps of a program, one by one. */
export interface Stepped {
  readonly adapter: Attacked
  /** From now on each command is such a step. */
  readonly take: (step: Step) => void
}

/** Makes a command a step, where there is a program. */
export function createSteps(): {
  readonly take: (step: Step) => void
  readonly pass: <T>(send: () => Promise<T>) => Promise<T>
} {
  let step: Step | undefined
  return {
    take(next) {
      step = next
    },
    pass: (send) => (step ? step(send) : send()),
  }
}

/** What a store is looked at by. */
export interface UserStore {
  readonly inserting: Stepped
  readonly deleting: Stepped
  /** Not in steps. */
  readonly adapter: Attacked
  readonly createUser: () => Promise<string>
  /** What there is of a user. */
  readonly leftOf: (userId: string) => Promise<readonly unknown[]>
}

const textOf = (ending: Ending | undefined): string => {
  if (ending?.how === 'returned') return String(ending.value)
  return ending?.how === 'threw' ? `threw ${String(ending.error)}` : 'stopped'
}

/** What is wrong once both have ended, and the deletion was begun again where it was stopped. */
async function checkEnd(
  { adapter, leftOf }: UserStore,
  userId: string,
  [inserted, deleted]: readonly Ending[],
): Promise<string | undefined> {
  if (deleted?.how === 'threw' || !['inserted', 'no-owner', 'stopped'].includes(textOf(inserted))) {
    return `${textOf(inserted)} and ${textOf(deleted)}`
  }
  const wasStopped = [inserted, deleted].some((ending) => ending?.how === 'stopped')
  if (wasStopped) await adapter.deleteUser(userId)
  const left = await leftOf(userId)
  return left.length === 0 ? undefined : `${textOf(inserted)}, and left: ${JSON.stringify(left)}`
}

/**
 * Runs `insert` of a row and `deleteUser` of its owner in every order of their commands, and with each fault at every command.
 *
 * @param make - the row of a user
 */
export function exploreEnd(
  store: UserStore,
  table: RecordTable,
  make: (userId: string) => StoredRecord,
  faults: readonly Fault[] = [],
): Promise<Explored> {
  const { inserting, deleting } = store
  return explore(async () => {
    const userId = await store.createUser()
    return {
      programs: [
        async (step) => {
          inserting.take(step)
          return inserting.adapter.records.insert(table, make(userId), 0)
        },
        async (step) => {
          deleting.take(step)
          await deleting.adapter.deleteUser(userId)
        },
      ],
      check: (endings) => checkEnd(store, userId, endings),
    }
  }, faults)
}
