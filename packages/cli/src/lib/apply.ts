import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Plan,
  type Refusal,
  type Schema,
  type Step,
  checkPlan,
  checkStep,
  inspect,
  plan,
} from '@latchstring/schema'
import type { Connection } from './connection.ts'
import { describeError, isLockTimeout } from './describe-error.ts'

/** A step that was applied. */
export interface Applied {
  readonly step: Step
  /** How long it took. */
  readonly seconds: number
}

/** What became of a plan. */
export interface Outcome {
  readonly applied: readonly Applied[]
  readonly failed?: { readonly step: Step; readonly message: string }
  /** Steps that were not tried. */
  readonly left: readonly Step[]
  /** Steps that were applied are undone, because a later one failed. */
  readonly undone: boolean
  readonly refused: readonly Refusal[]
}

/** Reports what is being done. */
export interface Progress {
  waiting(): void
  begin(step: Step, index: number, count: number): void
  end(seconds: number): void
  fail(): void
}

/** Compares a database with a description, and looks for rows that are in the way. */
export async function planNow({ dialect, query }: Connection, schema: Schema): Promise<Plan> {
  return checkPlan(query, plan(dialect, await inspect(dialect, query, schema), schema))
}

/** Milliseconds between two attempts to get the lock. */
const PAUSE = 200

/**
 * Waits for the lock.
 *
 * @param wait - seconds
 */
async function lock(connection: Connection, wait: number, progress: Progress): Promise<void> {
  const until = performance.now() + wait * 1000
  for (let attempt = 0; !(await connection.tryLock()); attempt += 1) {
    if (performance.now() >= until) {
      throw new Error(
        'Another program is changing the tables. ' +
          'Run this again once it is done; --wait says how many seconds to wait for it.',
      )
    }
    if (attempt === 0) progress.waiting()
    await sleep(PAUSE)
  }
}

const HINT =
  ' Another connection kept the table locked. ' +
  'Try again when the database is less busy, or pass a longer --lock-timeout.'

async function runSteps(
  connection: Connection,
  steps: readonly Step[],
  progress: Progress,
): Promise<Pick<Outcome, 'applied' | 'failed' | 'left'>> {
  const applied: Applied[] = []
  for (const [index, step] of steps.entries()) {
    const started = performance.now()
    const left = steps.slice(index + 1)
    progress.begin(step, index + 1, steps.length)
    try {
      const refusal = await checkStep(connection.query, step)
      if (refusal !== undefined) throw new Error(`${refusal.why} ${refusal.byHand}`)
      await connection.run(step)
    } catch (error) {
      progress.fail()
      const message = describeError(error) + (isLockTimeout(error) ? HINT : '')
      return { applied, failed: { step, message }, left }
    }
    const seconds = Math.round(performance.now() - started) / 1000
    applied.push({ step, seconds })
    progress.end(seconds)
  }
  return { applied, left: [] }
}

/** What to apply, and how. */
export interface ApplyOptions {
  readonly schema: Schema
  /** The plan that was confirmed. */
  readonly agreed?: Plan
  /** Seconds to wait for another program that applies steps. */
  readonly wait: number
  readonly progress: Progress
}

/** A plan that was confirmed is not replaced by another one. */
function refuseOthers(steps: readonly Step[], agreed: Plan): void {
  const known = new Set(agreed.steps.map(({ sql }) => sql))
  if (steps.every(({ sql }) => known.has(sql))) return
  throw new Error(
    'The tables have changed since the plan was made. Nothing was applied: plan again.',
  )
}

/**
 * Applies a plan once this program has the lock; another program may have applied it by then. It ends at the first step
 * that fails.
 */
export async function apply(connection: Connection, options: ApplyOptions): Promise<Outcome> {
  const { schema, agreed, wait, progress } = options
  await lock(connection, wait, progress)
  let failed = true
  let undone = false
  let done: Omit<Outcome, 'undone'>
  try {
    const { steps, refused } = await planNow(connection, schema)
    if (agreed !== undefined) refuseOthers(steps, agreed)
    done = { ...(await runSteps(connection, steps, progress)), refused }
    failed = done.failed !== undefined
  } finally {
    // A connection that is broken has lost its lock, too.
    undone = await connection.unlock(failed).catch(() => failed)
  }
  return { ...done, undone }
}
