import * as vitest from 'vitest'
import { IN_FULL } from '../../../test/kit/src/in-part.ts'
import type { TestRunner } from '../src/index.ts'

/** Runs the cases over sessions in a database, and those over sessions in a JWT where slow tests run. */
export const inOneStrategy: TestRunner = {
  ...vitest,
  describe(name, define) {
    if (IN_FULL || name !== 'sessions: jwt') vitest.describe(name, define)
  },
}
