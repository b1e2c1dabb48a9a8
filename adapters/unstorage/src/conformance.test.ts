import { testDriver } from '../test/conformance.ts'
import { DRIVERS } from '../test/drivers.ts'
import { IN_FULL } from '../../../test/kit/src/in-part.ts'

for (const driver of DRIVERS.filter(({ name }) => name === 'memory')) {
  testDriver({ driver, singleWriter: true, throughTheCore: true })
  if (IN_FULL) testDriver({ driver, singleWriter: false, throughTheCore: true })
}
