import { afterEach } from 'vitest'
import type { TestDatabase } from './databases.ts'
import { createWith } from './migrating.ts'

/** What is undone after each test of a file, last first. */
export interface CleanUps {
  /** Has something undone after the test. */
  readonly push: (cleanUp: () => unknown) => void
  /** Makes a database for the test, with tables of its own. */
  readonly open: (
    create: () => Promise<TestDatabase>,
    statements?: readonly string[],
  ) => Promise<TestDatabase>
}

/** Undoes after each test of a file what the test asks for. */
export function cleanUpAfterEach(): CleanUps {
  const cleanUps: (() => unknown)[] = []

  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  })

  return {
    push: (cleanUp) => void cleanUps.push(cleanUp),
    async open(create, statements = []) {
      const database = await createWith(create, statements)
      cleanUps.push(() => database.drop())
      return database
    },
  }
}
