import { testWrittenModels } from '../test/conformance.ts'

testWrittenModels('text')
