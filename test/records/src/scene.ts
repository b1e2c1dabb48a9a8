import type { Ending, Fault, Step, World } from './explore.ts'
import type { Records } from './records.ts'

/** A program over the five verbs, each call of which is a step. What it shares beside them it calls by `step`. */
export type Program = (records: Records, step: Step) => Promise<unknown>

/** Programs over one store. */
export interface Scene {
  /** What is in the store already. */
  readonly before?: (records: Records) => Promise<unknown>
  readonly programs: readonly Program[]
  /** What is wrong afterwards. */
  readonly check: (
    after: { readonly endings: readonly Ending[]; readonly records: Records },
    returned: readonly unknown[],
  ) => string | undefined | Promise<string | undefined>
  /** What may happen to a call. Default: it is lost, or its answer is */
  readonly faults?: readonly Fault[]
}

const EVERY_FAULT: readonly Fault[] = ['crash', 'lost-answer']

/** What may happen to the calls of a scene. */
export const faultsOf = ({ faults = EVERY_FAULT }: Scene): readonly Fault[] => faults

/** The store as one program has it: each of its calls is a step. */
const hold = (records: Records, step: Step): Records => ({
  get: (table, key) => step(() => records.get(table, key)),
  find: (table, value) => step(() => records.find(table, value)),
  insert: (table, fields) => step(() => records.insert(table, fields)),
  change: (table, row, to) => step(() => records.change(table, row, to)),
  drop: (table, row) => step(() => records.drop(table, row)),
})

/** What the programs returned; nothing for those that threw or were stopped. */
const returnedBy = (endings: readonly Ending[]): readonly unknown[] =>
  endings.map((ending) => (ending.how === 'returned' ? ending.value : undefined))

/** Makes the world of a scene over a store. */
export async function makeWorld(scene: Scene, records: Records): Promise<World> {
  await scene.before?.(records)
  return {
    programs: scene.programs.map((program) => (step) => program(hold(records, step), step)),
    check: (endings) => scene.check({ endings, records }, returnedBy(endings)),
  }
}

/** How many of the values are `true`. */
const count = (values: readonly unknown[]): number =>
  values.filter((value) => value === true).length

/** What is wrong where more than one program got `true`. */
export const usedOnce = (returned: readonly unknown[]): string | undefined =>
  count(returned) > 1 ? 'it was used twice' : undefined
