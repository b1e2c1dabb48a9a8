import type { Connection } from './server.ts'

/** A step of a test, with a text of its own. */
export type Work = (number: string) => Promise<unknown>

/**
 * Calls `work` with each of its commands failing in each way, and `check` afterwards.
 *
 * @returns how many calls were rejected
 */
export async function failEvery(
  connection: Connection,
  work: Work,
  check: Work,
  prepare: Work = () => Promise.resolve(),
): Promise<number> {
  let failures = 0
  for (const when of ['before', 'after', 'unanswered'] as const) {
    let reached = true
    for (let command = 1; reached; command += 1) {
      const number = `${when}-${command}-${crypto.randomUUID()}`
      await prepare(number)
      connection.arm({ command, when })
      const [outcome] = await Promise.allSettled([work(number)])
      reached = connection.arm(null)
      if (outcome.status === 'rejected') failures += 1
      await check(number)
    }
  }
  return failures
}
