import { NODE_REDIS } from '../test/clients.ts'
import { testClient } from '../test/conformance.ts'

testClient(NODE_REDIS)
