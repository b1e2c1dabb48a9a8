import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What a process that learned of many endings needed at each step, and what it accepted in the end. */
export interface SoakFigures {
  readonly steps: readonly {
    readonly entries: number
    readonly heapUsed: number
    readonly arrayBuffers: number
    /** Milliseconds, the median of two hundred. */
    readonly read: number
    /** Queries during these reads. */
    readonly asked: number
  }[]
  readonly ended: number
  readonly stillAccepted: number
  readonly open: number
  readonly lost: number
}

/** Runs the bundled program. */
export async function runSoak(file: string, entries: number): Promise<SoakFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: { ENTRIES: String(entries), NODE_ENV: 'production' },
  })
  const lines = stdout.trim().split('\n')
  // The program writes the steps, and the rest as the last line.
  return JSON.parse(
    `{ "steps": [${lines.slice(0, -1).join()}], ${lines.at(-1)?.slice(1)}`,
  ) as SoakFigures
}
