import { BY_FUNCTION, byFunction } from './src/by-function.ts'
import { coreTarget } from './src/core-target.ts'
import { runContracts } from './src/run.ts'

runContracts(byFunction(coreTarget), BY_FUNCTION)
