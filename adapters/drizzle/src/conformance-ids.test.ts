import { testDriver } from '../test/conformance.ts'
import { DRIVERS } from '../test/drivers.ts'

for (const driver of DRIVERS) {
  // The other databases are in the quick run.
  if (driver.dialect === 'postgres') testDriver(driver, 'text')
  testDriver(driver, 'uuid')
  testDriver(driver, 'integer')
}
