import { CONTRACTS } from './contracts.ts'
import { coreTarget } from './src/core-target.ts'
import { runContracts } from './src/run.ts'

runContracts(coreTarget, CONTRACTS)
