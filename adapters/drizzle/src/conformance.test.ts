import { testDriver } from '../test/conformance.ts'
import { DRIVERS } from '../test/drivers.ts'

// One driver for each database: the second one of PostgreSQL is beside the other forms of ids.
for (const driver of DRIVERS.filter(({ name }) => name !== 'postgres.js'))
  testDriver(driver, 'text')
