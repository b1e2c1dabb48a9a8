import { isCausedBy } from './causes.ts'

/** What drivers have as `code`, or `sqlState`, where a statement was undone because another one changed the same rows. */
const CODES: ReadonlySet<unknown> = new Set([
  // SQLSTATE serialization_failure and deadlock_detected.
  '40001',
  '40P01',
  // MySQL and MariaDB.
  'ER_LOCK_DEADLOCK',
  'ER_CHECKREAD',
  // Prisma.
  'P2034',
])

const readMember = (value: object, name: string): unknown => Reflect.get(value, name)

function saysSo(error: Error): boolean {
  const meta = readMember(error, 'meta')
  // Prisma has the code of the database for a raw query.
  const inner = typeof meta === 'object' && meta !== null ? readMember(meta, 'code') : undefined
  return [readMember(error, 'code'), readMember(error, 'sqlState'), inner].some((code) =>
    CODES.has(code),
  )
}

/** Milliseconds after which a conflict is no longer repeated. */
const PATIENCE = 3000

const pause = (turn: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.random() * Math.min(100, 5 * 2 ** turn))
  })

type Call = (...args: never[]) => Promise<unknown>

/**
 * Wraps functions that have no effect where they fail, so that each is called again after a conflict: above the isolation level
 * `read committed` a database undoes all but one of several simultaneous changes of a row, and after a deadlock all but one.
 *
 * @param calls - single statements, and functions that run in a transaction of their own
 */
export function repeatConflicts<Calls extends object>(calls: Calls): Calls {
  const repeat =
    (call: Call): Call =>
    async (...args) => {
      const start = performance.now()
      for (let turn = 0; ; turn += 1) {
        try {
          return await call(...args)
        } catch (error) {
          if (!isCausedBy(error, saysSo) || performance.now() - start > PATIENCE) throw error
        }
        await pause(turn)
      }
    }
  const entries = Object.entries(calls).map(([name, call]: [string, unknown]) => [
    name,
    // The methods of an adapter are asynchronous.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    typeof call === 'function' ? repeat(call as Call) : call,
  ])
  // Each method keeps its arguments and its result.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Object.fromEntries(entries) as Calls
}
