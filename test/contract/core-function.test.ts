import { CORE_CONTRACTS } from './core.contract.ts'
import { byFunction } from './src/by-function.ts'
import { coreTarget } from './src/core-target.ts'
import { runContracts } from './src/run.ts'

runContracts(byFunction(coreTarget), CORE_CONTRACTS)
