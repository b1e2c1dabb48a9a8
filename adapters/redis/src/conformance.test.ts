import { IO_REDIS } from '../test/clients.ts'
import { testClient } from '../test/conformance.ts'

testClient(IO_REDIS)
