import { testDriver } from '../test/conformance.ts'
import { DRIVERS } from '../test/drivers.ts'

for (const driver of DRIVERS.filter(({ name }) => name === 'memory')) {
  testDriver({ driver, singleWriter: false, throughTheCore: true })
  testDriver({ driver, singleWriter: true, throughTheCore: true })
}
