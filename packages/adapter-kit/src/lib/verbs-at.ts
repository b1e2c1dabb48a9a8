import type { RecordTable } from '@latchstring/core/adapters'
import { repeatConflicts } from './conflicts.ts'
import type { RecordVerbs } from './methods.ts'

type Verb = Exclude<keyof RecordVerbs, 'keeps'>

type Rest<Parameters extends readonly unknown[]> = Parameters extends readonly [unknown, ...infer R]
  ? R
  : never

/** The verbs as functions that take the place of a table. */
export type VerbSteps<Place> = {
  readonly [Name in Verb]: (
    place: Place,
    ...rest: Rest<Parameters<RecordVerbs[Name]>>
  ) => ReturnType<RecordVerbs[Name]>
}

/**
 * The verbs on tables that have a place each, such as a model or a table of an ORM. Those of one statement are repeated after a conflict.
 *
 * @param at - finds the place of a table
 * @param steps - what each verb does there. `insert` has several statements, and repeats each by itself
 * @param keeps - whether there is a place for a table
 */
export function verbsAt<Place>(
  at: (table: RecordTable) => Place,
  steps: VerbSteps<Place>,
  keeps: RecordVerbs['keeps'],
): RecordVerbs {
  const { get, find, insert, change, drop, clear, deleteExpired } = steps
  const single: Omit<RecordVerbs, 'keeps' | 'insert'> = {
    get: async (table, key) => get(at(table), key),
    find: async (table, query) => find(at(table), query),
    change: async (table, row, from) => change(at(table), row, from),
    drop: async (table, key, version) => drop(at(table), key, version),
    clear: async (table, field, value) => clear(at(table), field, value),
    deleteExpired: async (table, now, limit) => deleteExpired(at(table), now, limit),
  }
  return Object.freeze({
    ...repeatConflicts(single),
    keeps,
    insert: async (table, row, now) => insert(at(table), row, now),
  })
}
