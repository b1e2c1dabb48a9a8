import { openPostgres } from './src/store.ts'
import { testThreeProcesses } from './src/three-processes.ts'

testThreeProcesses(openPostgres)
