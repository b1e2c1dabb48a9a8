import assert from 'node:assert/strict'
import { json } from '@latchstring/framework-conformance'

/** @typedef {import('../types.d.ts').UnitResults} UnitResults */

/** Tests that do not pass, with how many do, which is shown where the host declares them. */
export class CountedFailure extends Error {
  /**
   * @param {string} message
   * @param {string} figures
   */
  constructor(message, figures) {
    super(message)
    this.figures = figures
  }
}

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
      const titles = failed.map((one) => one.split(': ')[0]).join(' | ')
      const left = `${leftOut.length} left out`
      if (failed.length > 0) {
        throw new CountedFailure(
          `${failed.length} unit tests fail: ${titles}\n${failed.join('\n')}`,
          `${passed} pass, ${failed.length} fail, ${left}`,
        )
      }
      assert.ok(passed > 1000, `only ${passed} unit tests`)
      return `${passed} pass, ${left}`
    },
  },
]
