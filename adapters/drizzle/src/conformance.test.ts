import { testDriver } from '../test/conformance.ts'
import { findDriver } from '../test/drivers.ts'
import { IN_FULL } from '../../../test/kit/src/in-part.ts'

// Statements for PostgreSQL are those for SQLite: its drivers are beside the other forms of ids.
if (IN_FULL) testDriver(findDriver('sqlite'), 'text')
testDriver(findDriver('mysql'), 'text')
