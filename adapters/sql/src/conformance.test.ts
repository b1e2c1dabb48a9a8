import { RECORDS } from '../../../test/adapters/samples.ts'
import { testByUrl } from '../test/conformance.ts'
import { createSqliteFile } from '../test/stores.ts'

// The suite over PostgreSQL is run by the adapter for Kysely, over MariaDB by that for Drizzle.
testByUrl({
  name: 'SQLite in a file',
  create: createSqliteFile,
  options: { sessionControl: true, records: RECORDS },
  throughTheCore: true,
})
