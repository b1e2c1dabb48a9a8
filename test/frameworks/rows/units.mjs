import assert from 'node:assert/strict'
import { json } from '@latchstring/framework-conformance'

/** @typedef {import('../types.d.ts').UnitResults} UnitResults */

/** @type {readonly import('../types.d.ts').Row[]} */
export const units = [
  {
    id: 'U1',
    name: 'The unit tests of cryptography and HTTP pass on the runtime',
    needs: ['units'],
    async run(server) {
      const answer = await server.ask('/units')
      // What the application gives is what the tests returned.
      const { passed, failed, leftOut } = /** @type {UnitResults} */ (json(answer))
      const titles = failed.map((one) => one.split(': ')[0])
      assert.deepEqual(failed, [], `${failed.length} unit tests fail: ${titles.join(' | ')}`)
      assert.ok(passed > 1000, `only ${passed} unit tests`)
      return `${passed} pass, ${leftOut.length} left out`
    },
  },
]
