import { testFakeServer } from '../test/conformance.ts'

testFakeServer(false)
