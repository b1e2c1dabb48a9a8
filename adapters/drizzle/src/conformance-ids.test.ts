import { testDriver } from '../test/conformance.ts'
import { DRIVERS } from '../test/drivers.ts'

for (const driver of DRIVERS) {
  testDriver(driver, 'text', true)
  testDriver(driver, 'uuid')
  testDriver(driver, 'integer')
}
