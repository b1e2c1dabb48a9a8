import { memoize } from '../kit/cache.ts'
import { lazy } from '../kit/lazy.ts'
import type { RecordTable, StoredRecord } from '../types/records.ts'
import type { Awaitable } from '../types/utility.ts'

const loadHiding = lazy(() => import('../errors/hide-secrets.ts'))

const secretFields: (table: RecordTable) => readonly string[] = memoize((table: RecordTable) =>
  Object.entries(table.fields)
    .filter(([, { secret }]) => secret !== undefined)
    .map(([name]) => name),
)

/**
 * Writes rows. Drivers quote the parameters of a statement in the messages of their errors: there the values of secret fields are hidden.
 *
 * @param rows - that the store is given, or has
 */
export async function withoutValues<Answer>(
  table: RecordTable,
  rows: readonly StoredRecord[],
  write: () => Awaitable<Answer>,
): Promise<Answer> {
  try {
    return await write()
  } catch (thrown) {
    const fields = secretFields(table)
    const secrets = rows
      .flatMap(({ values }) => fields.map((field) => values[field]))
      .filter((value) => typeof value === 'string')
    throw (await loadHiding()).hideInThrown(thrown, secrets, '[secret]')
  }
}
