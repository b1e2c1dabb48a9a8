import { tmpdir } from 'node:os'
import { PassThrough, Readable } from 'node:stream'
import type { Plan } from '@latchstring/schema'
import { expect } from 'vitest'
import { main } from '../src/lib/main.ts'

/** What a program did. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** What the program writes with `--json`. */
export interface Written extends Plan {
  readonly applied: readonly { readonly name: string; readonly seconds: number }[]
}

/** Reads what the program has written with `--json`. */
export function parse(text: string): Written {
  // The tests look at what they need of it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return JSON.parse(text) as Written
}

/** A matcher for a text that contains another one. */
export const containing = (text: string): unknown => expect.stringContaining(text)

/** Where a program runs, as far as it matters to a test. */
export interface Where {
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
  /** What is sent to the standard input. */
  readonly stdin?: string | Iterable<string | Uint8Array>
  /** The answer at a terminal; without it there is no terminal. */
  readonly typed?: () => Promise<string> | string
}

function stream(isTTY: boolean) {
  const through = Object.assign(new PassThrough(), { isTTY })
  let text = ''
  through.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  return { through, text: () => text }
}

/** Runs the program in this process. */
export async function run(argv: readonly string[], where: Where = {}): Promise<Ran> {
  const { env = {}, folder = tmpdir(), typed } = where
  const terminal = typed !== undefined
  const [out, err] = [stream(terminal), stream(terminal)]
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal })
  err.through.once('data', () => {
    // Only a question is written there before anything fails.
    if (typed !== undefined) void Promise.resolve(typed()).then((text) => stdin.end(text))
  })
  if (typeof where.stdin === 'string') stdin.end(where.stdin)
  else if (where.stdin !== undefined) Readable.from(where.stdin).pipe(stdin)
  const environment = { stdin, stdout: out.through, stderr: err.through, env, cwd: () => folder }
  const code = await main(argv, environment)
  // What was written is delivered in the next turn.
  await new Promise((resolve) => setImmediate(resolve))
  return { code, out: out.text(), err: err.text() }
}
