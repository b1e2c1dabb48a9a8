import { afterAll, beforeAll } from 'vitest'
import { CONTRACTS } from './contracts.ts'
import { nextServerTarget } from './src/next-server-target.ts'
import { type NextServer, startNextServer } from './src/next-server.ts'
import { runContracts } from './src/run.ts'

let server: NextServer | undefined

beforeAll(async () => {
  server = await startNextServer()
}, 180_000)
afterAll(() => server?.close())

function running(): NextServer {
  if (!server) throw new Error('The server runs only while tests do.')
  return server
}

const target = nextServerTarget(running)

runContracts(target, CONTRACTS)
