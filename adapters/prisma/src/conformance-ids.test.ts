import { testWrittenModels } from '../test/conformance.ts'

testWrittenModels('uuid')
testWrittenModels('integer')
