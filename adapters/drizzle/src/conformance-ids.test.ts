import { testDriver } from '../test/conformance.ts'
import { DRIVERS } from '../test/drivers.ts'

for (const driver of DRIVERS) {
  // Its database has the quick run with another driver.
  if (driver.name === 'postgres.js') testDriver(driver, 'text')
  testDriver(driver, 'uuid')
  testDriver(driver, 'integer')
}
