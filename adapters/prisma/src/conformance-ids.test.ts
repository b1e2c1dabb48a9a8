import { testPublishedModels, testWrittenModels } from '../test/conformance.ts'

testWrittenModels('uuid')
testWrittenModels('integer')
testPublishedModels()
