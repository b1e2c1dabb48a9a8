import { bindText, openBound, type Unopened } from '../crypto/bound-text.ts'
import { AdapterError } from '../errors/classes.ts'
import { memoize } from '../kit/cache.ts'
import type { RecordTable, RecordValue, RecordValues } from '../types/records.ts'

/** Seals fields of rows before a store sees them, and opens them again. */
export interface RowSeals {
  /** @throws AdapterError where there is no secret */
  readonly seal: (table: RecordTable, values: RecordValues) => Promise<RecordValues>
  /** @throws AdapterError for a value that does not open: it is not taken for one that is not there */
  readonly open: (table: RecordTable, values: RecordValues) => Promise<RecordValues>
}

const sealedFields: (table: RecordTable) => readonly string[] = memoize((table: RecordTable) =>
  Object.entries(table.fields)
    .filter(([, { secret }]) => secret === 'sealed')
    .map(([name]) => name),
)

/** What a value is bound to: it opens in no other field, row or table. Ids and names are ASCII. */
const placeOf = ({ name, key }: RecordTable, values: RecordValues, field: string): string =>
  JSON.stringify(['latchstring row', name, key.map((part) => values[part]), field])

const WHY: Readonly<Record<Unopened, string>> = {
  form: 'it is not sealed',
  secret:
    'it was sealed with a secret that the configuration does not have. Name that one after the new one, as in `secret: [new, old]`',
  changed: 'it was changed, or sealed for another field, row or table',
}

type Convert = (text: string, field: string) => Promise<string>

/** The values with the sealed fields as they are on the other side. A field that is `null` stays so. */
async function convert(table: RecordTable, values: RecordValues, each: Convert) {
  const changed: Record<string, RecordValue> = { ...values }
  for (const field of sealedFields(table)) {
    const value = values[field]
    if (typeof value === 'string') changed[field] = await each(value, field)
  }
  return Object.freeze(changed)
}

/**
 * Seals with the first of some secrets, and opens with all.
 *
 * @param secrets - those of the configuration, newest first
 */
export const rowSeals: (secrets: readonly string[]) => RowSeals = memoize(
  (secrets: readonly string[]): RowSeals => ({
    async seal(table, values) {
      const [newest] = secrets
      return convert(table, values, async (text, field) => {
        if (newest !== undefined) return bindText(newest, placeOf(table, values, field), text)
        throw new AdapterError(`There is no secret to seal rows of "${table.name}" with.`)
      })
    },
    async open(table, values) {
      return convert(table, values, async (sealed, field) => {
        const opened = await openBound(secrets, placeOf(table, values, field), sealed)
        if (typeof opened !== 'string') return opened.text
        throw new AdapterError(
          `"${field}" of a row of the table "${table.name}" does not open: ${WHY[opened]}.`,
        )
      })
    },
  }),
)

/** For tables of the core, which have no sealed fields. */
export const NO_SEALS: RowSeals = rowSeals([])

/** Whether a table has fields that are sealed. */
export const hasSealed = (table: RecordTable): boolean => sealedFields(table).length > 0
