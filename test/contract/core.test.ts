import { CORE_CONTRACTS } from './core.contract.ts'
import { coreTarget } from './src/core-target.ts'
import { runContracts } from './src/run.ts'

runContracts(coreTarget, CORE_CONTRACTS)
