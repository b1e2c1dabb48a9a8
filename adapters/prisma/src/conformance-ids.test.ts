import { testPublishedModels, testWrittenModels } from '../test/conformance.ts'

testWrittenModels('text', true)
testWrittenModels('uuid')
testWrittenModels('integer')
testPublishedModels()
