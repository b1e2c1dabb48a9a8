import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTRACTS } from './contracts.ts'
import { nextServerTarget } from './src/next-server-target.ts'
import { type NextServer, startNextServer } from './src/next-server.ts'
import { type Exceptions, listProofs, runContracts } from './src/run.ts'

let server: NextServer | undefined

beforeAll(async () => {
  server = await startNextServer()
}, 180_000)
afterAll(() => server?.close())

function running(): NextServer {
  if (!server) throw new Error('The server runs only while tests do.')
  return server
}

const OTHER_CLASSES =
  'The build has a copy of the core, so its errors are of no class that this process knows.'

/** What makes no sense over this server. The lines of these tests are proven in `next.test.ts`. */
const EXCEPTIONS: Exceptions = {
  'in production nothing works without a secret, and the error says so': OTHER_CLASSES,
  'on the server the error is thrown to the caller, as it is': OTHER_CLASSES,
  'middleware asks with the session, or null, and the request':
    'The request of middleware has the address that Next.js listens at as its URL.',
}

const target = nextServerTarget(running)

runContracts(target, CONTRACTS, EXCEPTIONS)

test('every exception is a test of the contract', () => {
  const titles = listProofs(target, CONTRACTS).map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(Object.keys(EXCEPTIONS)))
})
