import assert from 'node:assert/strict'
import { signIn } from '@latchstring/framework-conformance'

/** @typedef {import('@latchstring/framework-conformance').Server} Server */

/** @type {(server: Server) => Promise<void>} */
async function tryFeature(server) {
  const page = await server.ask('/auth/greeting/hello', { headers: { accept: 'text/html' } })
  assert.equal(page.status, 200, page.body)
  assert.match(page.body, /A greeting/)
  const other = await server.ask('/auth/greeting/other', { headers: { accept: 'text/html' } })
  assert.equal(other.status, 404, other.body)
  const jar = await signIn(server, 'ada')
  assert.match((await server.ask('/greet', { jar })).body, /Hello, id-of-ada; Hello, grace/)
  assert.match((await server.ask('/greet')).body, /SessionRequired; Hello, grace/)
}

/** @type {readonly import('../types.d.ts').Row[]} */
export const features = [
  {
    id: 'F14',
    name: 'A feature of a configuration has its page, its operations for the user of the request, and those for any user',
    needs: ['feature'],
    env: { TEST_FEATURES: 'object' },
    run: tryFeature,
  },
  {
    id: 'F15',
    name: 'A feature beside a configuration function has them too',
    needs: ['feature'],
    env: { TEST_FEATURES: 'function' },
    run: tryFeature,
  },
]
