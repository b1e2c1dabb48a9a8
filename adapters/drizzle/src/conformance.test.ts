import { testDriver } from '../test/conformance.ts'
import { findDriver } from '../test/drivers.ts'

// Statements for PostgreSQL are those for SQLite: its drivers are beside the other forms of ids.
testDriver(findDriver('sqlite'), 'text')
testDriver(findDriver('mysql'), 'text')
