import { openRedis } from './src/store.ts'
import { testThreeProcesses } from './src/three-processes.ts'

testThreeProcesses(openRedis)
