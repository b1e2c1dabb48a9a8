import type { Table } from '@latchstring/schema'
import type { Kysely } from 'kysely'
import type { Layout } from './layout.ts'
import { type RecordCodec, type Row, createRowCodec } from './records.ts'
import { type Database, type Rows, createRows } from './rows.ts'

/** The tables of the option `records`. */
export const recordTables = ({ schema }: Layout): readonly Table[] =>
  schema.tables.filter(({ key }) => key.startsWith('auth_'))

/** The rows of a table. */
export interface Place {
  readonly codec: RecordCodec<Row>
  readonly rows: Rows<Row>
}

/** The rows of each table of the option `records`, by its own name. */
export const recordPlaces = (layout: Layout, db: Kysely<Database>): ReadonlyMap<string, Place> =>
  new Map(
    recordTables(layout).map(({ key }) => {
      const codec = createRowCodec(layout, key)
      return [key, { codec, rows: createRows(db, layout.dialect, codec) }]
    }),
  )

/** The rows that belong to users, with the member that names the user. */
export function ownedRecordRows(
  layout: Layout,
  db: Kysely<Database>,
): readonly { readonly key: string; readonly owner: string; readonly rows: Rows<Row> }[] {
  const places = recordPlaces(layout, db)
  return recordTables(layout).flatMap(({ key, columns }) => {
    const owner = columns.find(({ userId }) => userId)?.member
    const rows = places.get(key)?.rows
    return owner === undefined || rows === undefined ? [] : [{ key, owner, rows }]
  })
}
