import type { Ending, World } from './explore.ts'
import { hold } from './held.ts'
import { createRecords, type Faults, type Fields, type Records, type Table } from './records.ts'

/** A program over the five verbs. */
export type Program = (records: Records) => Promise<unknown>

/** Programs over one store, in which a row is already. */
export interface Scene<F extends Fields> {
  readonly table: Table<F>
  readonly rows: readonly F[]
  readonly programs: readonly Program[]
  readonly faults?: Faults
  readonly check: (
    after: { readonly endings: readonly Ending[]; readonly records: Records },
    returned: readonly unknown[],
  ) => string | undefined | Promise<string | undefined>
}

/** What the programs returned; nothing for those that threw or were stopped. */
const returnedBy = (endings: readonly Ending[]): readonly unknown[] =>
  endings.map((ending) => (ending.how === 'returned' ? ending.value : undefined))

/** Makes the world of a scene. */
export async function makeWorld<F extends Fields>(scene: Scene<F>): Promise<World> {
  const records = createRecords(scene.faults)
  for (const row of scene.rows) await records.insert(scene.table, row)
  return {
    programs: scene.programs.map((program) => (step) => program(hold(records, step))),
    check: (endings) => scene.check({ endings, records }, returnedBy(endings)),
  }
}

/** How many of the values are `true`. */
export const count = (values: readonly unknown[]): number =>
  values.filter((value) => value === true).length
