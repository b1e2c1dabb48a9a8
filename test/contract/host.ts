import { pathToFileURL } from 'node:url'
import { CONTRACTS } from './contracts.ts'
import { BY_FUNCTION, byFunction } from './src/by-function.ts'
import { type Application, hostTarget } from './src/host-target.ts'
import { HOST_VARIANCES } from './src/host-variances.mjs'
import { runContracts } from './src/run.ts'

// What the row of test/frameworks/rows/contract.mjs says.
const { CONTRACT_HOST = '', CONTRACT_APPLICATION = '' } = process.env

// The module is a file of a fixture, which test/frameworks has installed with its framework.
const application = (await import(pathToFileURL(CONTRACT_APPLICATION).href)) as Application
const target = hostTarget(CONTRACT_HOST, application)

runContracts(target, CONTRACTS, HOST_VARIANCES)
runContracts(byFunction(target), BY_FUNCTION)
