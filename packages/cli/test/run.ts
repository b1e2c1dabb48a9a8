import { tmpdir } from 'node:os'
import { PassThrough } from 'node:stream'
import { main } from '../src/lib/main.ts'

/** What a program did. */
export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Where a program runs, as far as it matters to a test. */
export interface Where {
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
  /** What somebody at a terminal types; without it there is no terminal. */
  readonly typed?: string
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
  if (typed !== undefined) stdin.end(typed)
  const surroundings = { stdin, stdout: out.through, stderr: err.through, env, cwd: () => folder }
  const code = await main(argv, surroundings)
  // What was written is delivered in the next turn.
  await new Promise((resolve) => setImmediate(resolve))
  return { code, out: out.text(), err: err.text() }
}
