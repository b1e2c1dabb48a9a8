import { testDriver } from '../test/conformance.ts'
import { DRIVERS } from '../test/drivers.ts'

for (const driver of DRIVERS.filter(({ name }) => name === 'memory')) {
  testDriver({ driver, singleWriter: false, throughTheCore: true })
}

// Who writes alone does the same with every driver.
for (const driver of DRIVERS.filter(({ shared }) => !shared)) {
  testDriver({ driver, singleWriter: true, throughTheCore: driver.name === 'memory' })
}
