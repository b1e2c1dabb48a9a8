import { testDriver } from '../test/conformance.ts'
import { DRIVERS } from '../test/drivers.ts'

for (const driver of DRIVERS.filter(({ name }) => name !== 'memory')) {
  testDriver({ driver, singleWriter: false, throughTheCore: true })
  // A single writer does the same with every driver.
  if (!driver.shared) testDriver({ driver, singleWriter: true, throughTheCore: false })
}
