import type { Step } from './explore.ts'
import type { Records } from './records.ts'

/** The store as one program has it: each of its calls is a step. */
export function hold(records: Records, step: Step): Records {
  return {
    get: (table, key) => step(() => records.get(table, key)),
    find: (table, owner) => step(() => records.find(table, owner)),
    insert: (table, fields) => step(() => records.insert(table, fields)),
    change: (table, row, to) => step(() => records.change(table, row, to)),
    drop: (table, row) => step(() => records.drop(table, row)),
  }
}
