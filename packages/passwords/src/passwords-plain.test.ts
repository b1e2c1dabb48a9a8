import { testFeature } from '@latchstring/feature-conformance'
import { suite } from '../test/suite.ts'

testFeature(suite('passwords()', {}))
testFeature(suite('passwords({ signUp: false })', { signUp: false }))
