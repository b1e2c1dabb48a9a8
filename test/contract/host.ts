import { pathToFileURL } from 'node:url'
import { CONTRACTS } from './contracts.ts'
import { BY_FUNCTION, byFunction } from './src/by-function.ts'
import { type Application, hostTarget } from './src/host-target.ts'
import { runContracts, type Variance } from './src/run.ts'

// What the row of test/frameworks/rows/contract.mjs says.
const { CONTRACT_HOST = '', CONTRACT_APPLICATION = '' } = process.env

// The module is a file of a fixture, which test/frameworks has installed with its framework.
const application = (await import(pathToFileURL(CONTRACT_APPLICATION).href)) as Application
const target = hostTarget(CONTRACT_HOST, application)

const VARIANCES: readonly Variance[] = [
  {
    title: 'a script is told that an action is unknown',
    reason:
      'Only actions are answered: the other paths below the base path are those of the application, which answers in a way of its own.',
    failure: 'UnknownAction',
  },
  {
    title: 'the configuration function is called without a request by code that has none',
    reason: 'There is no such code: every operation is one of the request that is being served.',
    failure: 'to be called once with arguments: [ undefined ]',
  },
]

runContracts(target, CONTRACTS, VARIANCES)
runContracts(byFunction(target), BY_FUNCTION)
