import { testPublishedModels, testWrittenModels } from '../test/conformance.ts'

testWrittenModels('text')
testPublishedModels()
